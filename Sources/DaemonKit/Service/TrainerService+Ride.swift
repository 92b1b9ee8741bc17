import BluetoothLE
import ControlSocket
import ControlWire
import Logging
import RideSession
import RideStore

extension TrainerService {
  /// The watts and minutes that a ride may be asked for.
  private static let wattsAllowed = 1...3000
  private static let changeAllowed = -3000...3000
  private static let minutesAllowed = 0.1...1440
  /// The heart rates, in beats a minute, that may be a ceiling.
  private static let ceilingsAllowed = 60...230

  static func checked(watts: Int) throws(ControlError) -> Int {
    guard wattsAllowed.contains(watts) else { throw ControlError(.invalidParameter, subject: "watts") }
    return watts
  }

  static func checked(change: Int) throws(ControlError) -> Int {
    guard changeAllowed.contains(change) else { throw ControlError(.invalidParameter, subject: "change") }
    return change
  }

  func start(
    watts: Int, minutes: Double, maximumHeartRate: Int?, _ peer: Peer
  ) async throws(ControlError) -> ControlReply {
    let watts = try Self.checked(watts: watts)
    guard Self.minutesAllowed.contains(minutes) else { throw ControlError(.invalidParameter, subject: "minutes") }
    guard maximumHeartRate.map(Self.ceilingsAllowed.contains) ?? true else {
      throw ControlError(.invalidParameter, subject: "maximumHeartRate")
    }
    let chosen = try await chosenDevices()
    guard let trainer = chosen[.trainer] else { throw ControlError(.noTrainerChosen) }
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
    for scan in scans.values { scan.cancel() }
    let order = RideOrder(
      askedWatts: watts, plannedSeconds: Int((minutes * 60).rounded()), trainer: trainer,
      heartRate: chosen[.heartRate], maximumBeatsPerMinute: maximumHeartRate)
    return try await command(.start(order), peer)
  }

  func command(_ command: RideCommand, _ peer: Peer) async throws(ControlError) -> ControlReply {
    log.info("command", metadata: ["command": "\(command.name)", "uid": "\(peer.uid)", "pid": "\(peer.pid)"])
    let result = await driver.perform(command)
    switch result {
    case .success(.done): return .done
    case .success(.target(let taken)): return .target(Target(taken))
    case .success(.stopped(let id)): return .stopped(try await id.mapping(summaryOfEnded))
    case .success(.started(let taken)):
      let figures = await driver.snapshot.figures.flatMap(RideStatus.init)
      guard let figures else { throw ControlError(.startWithdrawn) }
      return .started(Started(ride: figures, target: Target(taken)))
    case .failure(let refusal):
      let trainer = (try? await chosenDevices())?[.trainer]
      throw ControlError(refusal, trainer: trainer)
    }
  }

  /// The summary of a ride that has just ended; while the store fails there is none, and the ride waits in memory.
  private func summaryOfEnded(_ id: Int) async throws(ControlError) -> RideSummary {
    if let failure = await recorder.failure {
      throw ControlError(
        .storeFailed, subject: failure.path, detail: "the ride is over and waits in memory; \(failure.detail)")
    }
    return try await summary(id)
  }

  /// The devices for rides; a status asks every second, so they are read once.
  func chosenDevices() async throws(ControlError) -> [DeviceRole: RideDevice] {
    if let chosen { return chosen }
    var chosen: [DeviceRole: RideDevice] = [:]
    for device in try await stored({ store throws(StoreError) in try await store.devices() }) where device.isChosen {
      chosen[device.kind.role] = RideDevice(address: device.address, name: device.name)
    }
    self.chosen = chosen
    return chosen
  }

  /// Asks the store, and says its error in the socket's terms.
  func stored<Output: Sendable>(
    _ body: (RideStore) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(StoreError) {
      return try await body(store)
    } catch {
      throw ControlError(error)
    }
  }
}

extension RideCommand {
  /// The command's name, for the journal.
  fileprivate var name: String {
    switch self {
    case .start(let order): "start \(order.askedWatts) W \(order.plannedSeconds) s"
    case .setWatts(let watts): "watts \(watts)"
    case .changeWatts(let change): "watts \(change < 0 ? "" : "+")\(change)"
    case .pause: "pause"
    case .resume: "resume"
    case .stop: "stop"
    case .suspend: "suspend"
    case .goOn(let ride): "go on with ride \(ride.id)"
    }
  }
}

extension KnownDevice.Kind {
  var role: DeviceRole {
    switch self {
    case .trainer: .trainer
    case .heartRate: .heartRate
    }
  }
}

extension Optional where Wrapped: Sendable {
  /// `map` for a transform that waits.
  fileprivate func mapping<Output>(
    _ transform: (Wrapped) async throws(ControlError) -> Output
  ) async throws(ControlError) -> Output? {
    guard let self else { return nil }
    return try await transform(self)
  }
}
