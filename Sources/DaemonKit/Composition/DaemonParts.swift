import BluetoothLE
import ControlWire
package import Logging
package import Loop
import RideFiles
import RideSession
package import RideStore

/// The daemon's parts that need the store, wired: what runs in a process runs in a test as well.
package struct DaemonParts: OpenedParts {
  package let store: RideStore
  package let driver: RideDriver
  package let api: TrainerAPI
  package let recorder: RideRecorder
  package let archive: RideArchive
  let loop: EventLoop
  let time: MachineTime
  let log: Logger
  /// What judged the rides that a former process left, and the one of them that goes on.
  let judge: GoingOn
  let left: LeftRides.Candidate?
  /// The devices of the rides that do not go on.
  let leftDevices: Set<DeviceAddress>
  let central: any Central
  /// What keeps the radio traffic of rides; nil for a radio without a controller.
  package let blackBox: BlackBox?

  /// Opens the store and settles what a former process left unfinished.
  package init(
    _ options: DaemonOptions, radio: RadioParts, time: MachineTime, loop: EventLoop, storeLoop: EventLoop,
    libraryLoops: LibraryLoops, log: Logger
  ) async throws(StoreError) {
    self.time = time
    self.loop = loop
    self.log = log
    store = try await Self.openStore(options, on: storeLoop, reading: libraryLoops.reading)
    Self.tell(store.migrationCopy, log)
    await LibraryUpkeep.settleIn(store, log: log)
    archive = RideArchive(store: store, creator: ProductVersion.creator, wallClock: time.wallClock, log: log)
    judge = GoingOn(
      window: options.goOnWindow, now: loop.now, wallNow: time.wallClock.now,
      isSynchronised: time.wallClock.isSynchronised, bootID: time.bootID)
    let settled = await LeftRides(store: store, ended: store.endedInSpools(), log: log).settle(judge)
    (left, leftDevices) = (settled.candidate, settled.devices)
    central = radio.central
    recorder = RideRecorder(
      store: store, archive: archive, spoolPlaces: options.spoolPlaces, loop: loop, time: time, log: log)
    blackBox = radio.monitor.map { [store] monitor in
      BlackBox(
        monitor, store: store, loop: loop, wallClock: time.wallClock, connections: radio.connections, log: log)
    }
    await blackBox?.listen()
    driver = RideDriver(
      central: radio.central, recorder: recorder, rules: options.rules, loop: loop, log: log,
      trace: NotificationTrace(environment: options.environment), blackBox: blackBox,
      planListener: Self.planListener(options.eventCommand, log))
    api = TrainerAPI(
      driver: driver, recorder: recorder, archive: archive, study: RideStudy(store: store), blackBox: blackBox,
      store: store, central: radio.central, stateDirectory: options.stateDirectory, wallClock: time.wallClock,
      importing: libraryLoops.importing.serialExecutor, loop: loop, log: log)
  }

  /// What became of the copy that is made before a library is changed for a later version.
  private static func tell(_ copy: MigrationCopy?, _ log: Logger) {
    switch copy {
    case .made(let path)?:
      log.notice("the library was changed for this version; it is kept as it was", metadata: ["file": "\(path)"])
    case .missing(let why)?:
      log.warning("the library was changed for this version, and no copy of it was kept", metadata: ["why": "\(why)"])
    case nil: break
    }
  }

  private static func planListener(_ command: String?, _ log: Logger) -> (@Sendable (PlanEvent, Int?) -> Void)? {
    guard let command = command.map({ EventCommand($0, log: log) }) else { return nil }
    return { event, ride in command.take(event, ride: ride) }
  }

  /// A disk that hangs holds up the store's thread, and nobody who asks how things stand.
  private static func openStore(
    _ options: DaemonOptions, on loop: EventLoop, reading: EventLoop
  ) async throws(StoreError) -> RideStore {
    let (directory, places) = (options.stateDirectory, options.spoolPlaces.filter { $0 != options.stateDirectory })
    let opening = Task(executorPreference: loop) {
      Result { () throws(StoreError) in
        try RideStore(
          directory: directory, spools: places, executor: loop.serialExecutor,
          libraryExecutor: reading.serialExecutor)
      }
    }
    return try await opening.value.get()
  }
}

extension DaemonParts {
  package func writeMissingFiles() async { await archive.writeMissing() }
}

extension StartupService<DaemonParts> {
  /// In front of a daemon's parts.
  package init(
    _ options: DaemonOptions, radio: RadioParts, time: MachineTime, loop: EventLoop, storeLoop: EventLoop,
    libraryLoops: LibraryLoops, log: Logger
  ) {
    self.init(central: radio.central, wallClock: time.wallClock, loop: loop, log: log) { () throws(StoreError) in
      try await DaemonParts(
        options, radio: radio, time: time, loop: loop, storeLoop: storeLoop, libraryLoops: libraryLoops, log: log)
    }
  }

  /// How the ride is kept going; without a store there is none.
  var look: DriverProgress.Look {
    get async {
      guard let parts else { return .init(now: loop.now, deadline: nil, phase: .idle, elapsedSeconds: nil) }
      return await parts.driver.look
    }
  }
}
