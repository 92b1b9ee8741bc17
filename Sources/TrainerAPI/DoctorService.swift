import BluetoothLE
import ControlSocket
import ControlWire
import HCI
import RideRuntime
import RideSession
import RideStore

/// Checks of the daemon's surroundings: the radio through the bus, the state directory, the clock, the chosen
/// devices, the ride.
///
/// `jz2ctl` checks by itself what needs no daemon.
struct DoctorService: Sendable {
  let driver: RideDriver
  let recorder: RideRecorder
  let devices: DeviceRegistry
  let central: any Central
  let access: StoreAccess
  let blackBox: BlackBox?
  let stateDirectory: String
  let wallClock: any WallClock

  func checks() async -> [Check] {
    let state = await central.state()
    let checks = [
      Self.radioCheck(state), Self.connectionCheck(state), await storeCheck(), await clockCheck(),
      await deviceCheck(), await blackBoxCheck(),
    ]
    return checks.compactMap(\.self) + (await rideChecks())
  }

  /// The problems of the ride that is on, as `status` has them.
  private func rideChecks() async -> [Check] {
    await driver.snapshot.problems.map(\.spoken).map { problem in
      Check(name: "ride: \(problem.code)", outcome: .warning, message: problem.message, remedy: problem.remedy)
    }
  }

  static func radioCheck(_ state: CentralState) -> Check {
    // The client looks at an adapter itself while no daemon does; the name says that this look takes its place.
    let name = state.radio == "bluez" ? "adapter" : "radio"
    guard let problem = Problem(of: state) else {
      let adapter = state.adapter.map { ", adapter \($0)" } ?? ""
      return Check(name: name, outcome: .ok, message: "The radio works (\(state.radio)\(adapter)).")
    }
    return Check(name: name, outcome: .failed, message: problem.message, remedy: problem.remedy)
  }

  /// Whether links get the parameters that keep them through a fade; only BlueZ's have any.
  static func connectionCheck(_ state: CentralState) -> Check? {
    guard state.radio == "bluez" else { return nil }
    let name = "connection parameters"
    guard let limitation = state.limitation else {
      return Check(name: name, outcome: .ok, message: "Links are set up to outlast a fade of the radio.")
    }
    guard limitation.code == .notAllowed else {
      return Check(
        name: name, outcome: .warning,
        message: "The parameters of the last link could not be set (\(limitation.detail ?? "no reason was given")).",
        remedy: "The ride goes on; half a second of interference may end its links. \(lastingParameters)")
    }
    return Check(
      name: name, outcome: .warning,
      message: "jz2d may not set connection parameters; half a second of interference ends a link.",
      remedy: "Give it CAP_NET_RAW: `AmbientCapabilities=CAP_NET_RAW` in the unit, or start it as root. "
        + lastingParameters)
  }

  /// The setting of BlueZ itself, for all links and from their first moment (BlueZ 5.66 and 5.82, `src/main.conf`).
  private static let lastingParameters =
    "Or let BlueZ ask for them: `ConnectionSupervisionTimeout=400` below `[LE]` in `/etc/bluetooth/main.conf`, "
    + "then `sudo systemctl restart bluetooth`."

  private func storeCheck() async -> Check {
    let name = "state directory"
    if let failure = await recorder.failure {
      let problem = Problem(.storeFailing, failure)
      return Check(name: name, outcome: .failed, message: problem.message, remedy: problem.remedy)
    }
    do throws(ControlError) {
      let count = try await access.read { library throws(StoreError) in
        try await library.count(RideQuery(limit: 0, offset: 0))
      }
      if let problem = Problem(ofDamage: access.store) {
        return Check(name: name, outcome: .warning, message: problem.message, remedy: problem.remedy)
      }
      if let volatile = VolatileFileSystem(of: stateDirectory), await central.state().radio == "bluez" {
        let problem = Problem(.stateVolatile, subject: stateDirectory, detail: volatile.rawValue)
        return Check(name: name, outcome: .warning, message: problem.message, remedy: problem.remedy)
      }
      let free = try await access.read { library throws(StoreError) in try await library.freeBytes() }
      if let little = Check.littleRoom(in: stateDirectory, freeBytes: free) { return little }
      guard let former = await access.store.replacedFiles.last else {
        return Check(name: name, outcome: .ok, message: "\(stateDirectory) holds \(count) rides.")
      }
      return Check(
        name: name, outcome: .ok,
        message: "\(stateDirectory) holds \(count) rides; another library took the place of `\(former)`.",
        remedy: "`sudo rm \(former)` makes room; `jz2ctl restore \(former)` puts it back.")
    } catch {
      return Check(name: name, outcome: .failed, message: error.sentence.message, remedy: error.sentence.remedy)
    }
  }

  /// Whether the clock can be trusted; nothing that was deleted is dropped for good before.
  private func clockCheck() async -> Check {
    var check = Self.clockCheck(wallClock)
    guard check.outcome != .ok, let deleted = try? await access.store.library.count(RideQuery(deleted: true)),
      deleted > 0
    else {
      return check
    }
    check.message += " Until it is, \(deleted) deleted rides stay on the disk."
    check.remedy? +=
      " jz2d sees the mark of systemd-timesyncd; with another time service it needs `ProtectClock=no` and "
      + "`SystemCallFilter=@clock` in a drop-in (`sudo systemctl edit jz2d`)."
    return check
  }

  static func clockCheck(_ wallClock: any WallClock) -> Check {
    guard wallClock.isSynchronised else {
      let problem = Problem(.clockUnsynchronised)
      return Check(name: "clock", outcome: .warning, message: problem.message, remedy: problem.remedy)
    }
    return Check(name: "clock", outcome: .ok, message: "The clock is synchronised: \(wallClock.now.rfc3339).")
  }

  private func deviceCheck() async -> Check {
    let chosen = (try? await devices.chosen()) ?? [:]
    guard let trainer = chosen[.trainer] else {
      return Check(
        name: "devices", outcome: .ok, message: "No trainer is chosen; `jz2ctl start` takes the only one in range.")
    }
    let names = [trainer, chosen[.heartRate]].compactMap { $0 }.map { $0.name ?? $0.address.description }
    return Check(name: "devices", outcome: .ok, message: "Chosen: \(names.joined(separator: ", ")).")
  }

  /// Whether the radio traffic of rides is kept; a radio without a controller has none to keep.
  func blackBoxCheck() async -> Check? {
    guard let blackBox else { return nil }
    let name = "black box"
    if let obstacle = blackBox.obstacle {
      return Check(
        name: name, outcome: .warning,
        message: "The radio traffic of rides is not kept (\(obstacle.detail)); they work without.",
        remedy: obstacle.code == .notPermitted ? MissingRecording.permission : nil)
    }
    if let failure = await blackBox.failure {
      let problem = Problem(.storeFailing, failure)
      return Check(
        name: name, outcome: .warning, message: "The radio traffic of the last ride could not be written.",
        remedy: problem.remedy)
    }
    return Check(name: name, outcome: .ok, message: "The radio traffic of rides is kept.")
  }
}

extension DoctorService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(Doctor.self) { _, _ in CheckList(checks: await checks()) }
  }
}
