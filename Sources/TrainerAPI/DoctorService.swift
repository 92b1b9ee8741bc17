import BluetoothLE
import ControlSocket
import ControlWire
import HCI
import RideRuntime
import RideSession
import RideStore
import Rides

/// Checks of the daemon's surroundings: the radio through the bus, the state directory, the clock, the chosen
/// devices, the ride.
///
/// `jz2ctl` itself runs the checks that need no daemon.
struct DoctorService: Sendable {
  let driver: RideDriver
  let recorder: RideRecorder
  let devices: DeviceRegistry
  let central: any Central
  let access: StoreAccess
  let refused: RefusedUploads
  let blackBox: BlackBox?
  let stateDirectory: String
  let wallClock: any WallClock

  func checks() async -> [Check] {
    let state = await central.state()
    let checks = [
      Self.radioCheck(state), Self.otherAdaptersCheck(state), Self.connectionCheck(state), await storeCheck(),
      await clockCheck(),
      await deviceCheck(), await blackBoxCheck(), await serviceCheck(),
    ]
    return checks.compactMap(\.self) + (await rideChecks())
  }

  /// Returns the problems of the current ride, as in `status`.
  private func rideChecks() async -> [Check] {
    await driver.snapshot.problems.map(\.wire).map { problem in
      Check(name: "ride: \(problem.code)", outcome: .warning, problem)
    }
  }

  static func radioCheck(_ state: CentralState) -> Check {
    // Without a daemon, the client checks an adapter itself. By this name, this check replaces the client's.
    let name = state.radio == "bluez" ? "adapter" : "radio"
    guard let problem = Problem(of: state) else {
      return Check(
        name: name, outcome: .ok, .radioWorks, subject: state.radio, detail: state.adapter?.description)
    }
    return Check(name: name, outcome: .failed, problem)
  }

  /// Returns the adapters that are on but not in use; nil if there are no such adapters.
  static func otherAdaptersCheck(_ state: CentralState) -> Check? {
    guard !state.otherAdapters.isEmpty else { return nil }
    let names = state.otherAdapters.map(\.description).joined(separator: ", ")
    return Check(name: "other adapters", outcome: .ok, .otherAdapters, detail: names)
  }

  /// Checks whether links get the parameters that keep them through a fade; nil unless the radio is BlueZ.
  static func connectionCheck(_ state: CentralState) -> Check? {
    guard state.radio == "bluez" else { return nil }
    let name = "connection parameters"
    guard let limitation = state.limitation else {
      return Check(name: name, outcome: .ok, .linksLast)
    }
    guard limitation.code == .notAllowed else {
      return Check(name: name, outcome: .warning, .parametersFailed, detail: limitation.detail)
    }
    return Check(name: name, outcome: .warning, .parametersNotAllowed)
  }

  private func storeCheck() async -> Check {
    let name = "state directory"
    if let failure = await recorder.failure {
      let problem = Problem(.storeFailing, failure)
      return Check(name: name, outcome: .failed, problem)
    }
    do throws(ControlError) {
      let count = try await access.read { library throws(StoreError) in
        try await library.count(RideQuery(limit: 0, offset: 0))
      }
      if let problem = Problem(ofDamage: access.store) {
        return Check(name: name, outcome: .warning, problem)
      }
      if let volatile = VolatileFileSystem(of: stateDirectory), await central.state().radio == "bluez" {
        let problem = Problem(.stateVolatile, subject: stateDirectory, detail: .text(volatile.rawValue))
        return Check(name: name, outcome: .warning, problem)
      }
      let free = try await access.read { library throws(StoreError) in try await library.freeBytes() }
      if let little = Check.littleRoom(in: stateDirectory, freeBytes: free) { return little }
      guard let former = await access.store.replacedFiles.last else {
        return Check(name: name, outcome: .ok, .libraryOpen, subject: stateDirectory, count: count)
      }
      return Check(
        name: name, outcome: .ok, .libraryReplaced, subject: stateDirectory, detail: former, count: count)
    } catch {
      return Check(name: name, outcome: .failed, error)
    }
  }

  /// Checks whether the clock can be trusted; until then no deleted ride is removed for good.
  private func clockCheck() async -> Check {
    let check = Self.clockCheck(wallClock)
    guard check.outcome != .ok, let deleted = try? await access.store.library.count(RideQuery(deleted: true)),
      deleted > 0
    else {
      return check
    }
    return Check(name: check.name, outcome: check.outcome, .clockUnsynchronised, count: deleted)
  }

  static func clockCheck(_ wallClock: any WallClock) -> Check {
    guard wallClock.isSynchronised else {
      return Check(name: "clock", outcome: .warning, Problem(.clockUnsynchronised))
    }
    return Check(name: "clock", outcome: .ok, .clockSynchronised, detail: wallClock.now.rfc3339)
  }

  private func deviceCheck() async -> Check {
    let chosen = (try? await devices.chosen()) ?? [:]
    guard let trainer = chosen[.trainer] else {
      return Check(name: "devices", outcome: .ok, .noDeviceChosen)
    }
    let others = DeviceRole.allCases.filter { $0 != .trainer }.compactMap { chosen[$0] }
    let names = ([trainer] + others).map { $0.name ?? $0.address.description }
    return Check(name: "devices", outcome: .ok, .devicesChosen, detail: names.joined(separator: ", "))
  }

  /// Returns a warning about rides that services refused; nil without such rides.
  private func serviceCheck() async -> Check? {
    await refused.count.map { Check(name: "services", outcome: .warning, .ridesRefused, count: $0) }
  }

  /// Checks whether the radio traffic of rides is recorded; nil for a radio without a controller.
  func blackBoxCheck() async -> Check? {
    guard let blackBox else { return nil }
    let name = "black box"
    if let obstacle = blackBox.obstacle {
      return Check(
        name: name, outcome: .warning, obstacle.code == .notPermitted ? .trafficNotAllowed : .trafficMissing,
        detail: obstacle.detail)
    }
    if let failure = await blackBox.failure {
      return Check(name: name, outcome: .warning, Problem(.storeFailing, failure), as: .trafficLost)
    }
    return Check(name: name, outcome: .ok, .trafficKept)
  }
}

extension DoctorService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(Doctor.self) { _, _ in CheckList(checks: await checks()) }
  }
}
