package import BluetoothLE
package import ControlSocket
package import ControlWire
package import EventLoop
import FoundationEssentials
package import Logging
import RideSession
package import RideStore

/// Answers the calls of `org.justzone2.Trainer`.
package actor TrainerService: ControlService {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let driver: RideDriver
  let central: any Central
  let store: RideStore
  let archive: RideArchive
  let recorder: RideRecorder
  let blackBox: BlackBox?
  let wallClock: any WallClock
  let stateDirectory: String
  let log: Logger

  /// The devices for rides, once they were read from the store; nil after a change.
  var chosen: [DeviceRole: RideDevice]?
  /// What was heard of each device since the daemon began.
  var heard: [DeviceAddress: Advertisement] = [:]
  /// The scans that are going on; a start ends them, since no connection is made beside a scan.
  var scans: [Int: Task<Set<DeviceAddress>, any Error>] = [:]
  var lastScan = 0
  /// The search for devices with which a start has begun.
  var search: DeviceSearch?
  /// Whether the daemon is going down, so that nothing is begun any more.
  private(set) var isGoingDown = false

  package init(
    driver: RideDriver, central: any Central, store: RideStore, archive: RideArchive, recorder: RideRecorder,
    blackBox: BlackBox?, stateDirectory: String, wallClock: any WallClock, loop: EventLoop, log: Logger
  ) {
    self.driver = driver
    self.central = central
    self.store = store
    self.archive = archive
    self.recorder = recorder
    self.blackBox = blackBox
    self.wallClock = wallClock
    self.stateDirectory = stateDirectory
    self.loop = loop
    self.log = log
  }

  package func answer(
    _ request: ControlRequest, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer {
    switch request {
    case .scan(let seconds): return try await scan(seconds: seconds, more: more)
    case .use(let address): return .reply(.device(try await use(address)))
    case .forget(let address): return .reply(try await forget(address))
    case .devices: return .reply(.devices(try await knownDevices()))
    case .start(let watts, let minutes, let maximumHeartRate, let heartRate):
      let wish = try RideWish(
        watts: watts, minutes: minutes, maximumHeartRate: maximumHeartRate, wantsHeartRate: heartRate)
      return .reply(try await start(wish, peer))
    case .setWatts(let watts): return .reply(try await command(.setWatts(try RideWish.checked(watts: watts)), peer))
    case .changeWatts(let change):
      return .reply(try await command(.changeWatts(try RideWish.checked(change: change)), peer))
    case .pause: return .reply(try await command(.pause, peer))
    case .resume: return .reply(try await command(.resume, peer))
    case .stop: return .reply(try await stop(peer))
    case .status: return .reply(.status(await status()))
    case .watch: return .stream(await watch())
    case .rides(let listing): return .reply(.rides(try await rides(limit: listing.limit ?? 0)))
    case .show(let ride, _): return try await show(ride, more: more)
    case .review, .edit, .delete, .undelete, .suggestTrim, .trim, .untrim, .noteUpload, .importPiece, .history,
      .settings, .setSettings:
      throw ControlError(.methodNotFound, subject: request.method.rawValue)
    case .links(let ride): return .reply(try await links(ride))
    case .export(let ride, let format, _): return .stream(try await export(ride, format: format))
    case .doctor: return .reply(.checks(await doctor()))
    }
  }

  /// Ends what is going on, the ride last, and returns when it is written; from now on nothing is begun.
  package func shutDown() async {
    isGoingDown = true
    for scan in scans.values { scan.cancel() }
    await driver.shutDown()
  }

  package nonisolated func cutOff(_ peer: Peer, because error: ControlError) {
    log.warning("a caller was cut off", metadata: ["pid": "\(peer.pid)", "reason": "\(error.code.rawValue)"])
  }
}
