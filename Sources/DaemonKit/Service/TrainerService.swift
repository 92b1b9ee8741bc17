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
  let study: RideStudy
  let recorder: RideRecorder
  let blackBox: BlackBox?
  let wallClock: any WallClock
  let stateDirectory: String
  /// Reads files of other programs.
  let importing: any SerialExecutor
  /// What the state directory lies on, if a reboot may empty that.
  let volatile: VolatileFileSystem?
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
  /// The files that are being imported.
  var imports: [Int: ImportInHand] = [:]
  var lastImport = 0
  /// The files that are on their way to callers.
  nonisolated let exports = ExportSlots()
  /// Whether another library is taking the place of this one.
  var isRestoring = false
  /// Whether the daemon is going down, so that nothing is begun any more.
  private(set) var isGoingDown = false

  package init(
    driver: RideDriver, central: any Central, store: RideStore, archive: RideArchive, study: RideStudy,
    recorder: RideRecorder, blackBox: BlackBox?, stateDirectory: String, wallClock: any WallClock,
    importing: any SerialExecutor, loop: EventLoop, log: Logger
  ) {
    self.driver = driver
    self.central = central
    self.store = store
    self.archive = archive
    self.study = study
    self.recorder = recorder
    self.blackBox = blackBox
    self.wallClock = wallClock
    self.stateDirectory = stateDirectory
    self.importing = importing
    volatile = VolatileFileSystem(of: stateDirectory)
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
    case .start(let start): return .reply(try await self.start(try RideWish(start), peer))
    case .setWatts(let watts): return .reply(try await command(.setWatts(try RideWish.checked(watts: watts)), peer))
    case .changeWatts(let change):
      return .reply(try await command(.changeWatts(try RideWish.checked(change: change)), peer))
    case .pause: return .reply(try await command(.pause, peer))
    case .resume: return .reply(try await command(.resume, peer))
    case .stop: return .reply(try await stop(peer))
    case .status: return .reply(.status(await status()))
    case .watch: return .stream(await watch())
    case .links(let ride): return .reply(try await links(ride))
    case .doctor: return .reply(.checks(await doctor()))
    case .rides, .show, .review, .edit, .delete, .undelete, .suggestTrim, .trim, .untrim, .noteUpload, .export,
      .importPiece, .backup, .restore, .history, .settings, .setSettings:
      return try await answerFromLibrary(request, from: peer, more: more)
    case .plans, .showPlan, .newPlan, .addToPlan, .removePlan, .renamePlan, .importPlan, .exportPlan:
      return try await answerFromPlans(request, from: peer, more: more)
    case .step(let step): return .reply(try await take(step, peer))
    }
  }

  private func answerFromLibrary(
    _ request: ControlRequest, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer {
    switch request {
    case .show(let ride, let whole): return try await show(ride, whole: whole, more: more)
    case .export(let ride, let format, let whole):
      return .stream(try await export(ride, format: format, whole: whole))
    case .rides(let listing): return .reply(try await rides(listing))
    case .review(let ride): return .reply(try await review(ride))
    case .edit(let edit): return .reply(try await self.edit(edit))
    case .delete(let ride, let now): return .reply(try await delete(ride, forGood: now, peer))
    case .undelete(let ride): return .reply(try await undelete(ride))
    case .suggestTrim(let ride): return .reply(try await suggestTrim(ride))
    case .trim(let order): return .reply(try await trim(order))
    case .untrim(let ride): return .reply(try await untrim(ride))
    case .noteUpload(let ride, let service, let activity):
      return .reply(try await noteUpload(ride, service, activity: activity))
    case .backup: return .stream(try await backUp(peer))
    case .restore(let piece): return .reply(try await take(piece, peer))
    case .importPiece(let piece): return .reply(try await take(piece, peer))
    case .history(let since, let before): return .reply(try await history(since: since, before: before))
    case .settings: return .reply(try await settings())
    case .setSettings(let change): return .reply(try await self.change(change))
    default: throw ControlError(.methodNotFound, subject: request.method.rawValue)
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
