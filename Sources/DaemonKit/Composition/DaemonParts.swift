import BluetoothLE
import ControlWire
package import Logging
package import Loop
import RideFiles
package import RideRuntime
package import RideStore
import Rides
package import TrainerAPI

/// The parts of the daemon that need the store, wired together in the same way for the program and for tests.
package struct DaemonParts: OpenedParts {
  package let store: RideDatabase
  package let driver: RideDriver
  package let api: CallHandlers
  package let recorder: RideRecorder
  package let archive: ActivityFiles
  let upkeep: LibraryUpkeep
  private let resumption: RideResumption
  /// Records the radio traffic of rides; nil for a radio without a controller.
  package let blackBox: BlackBox?

  /// Opens the store and settles the rides that a former process left unfinished.
  package init(
    _ options: DaemonOptions, radio: RadioParts, time: MachineTime, loop: EventLoop, storeLoop: EventLoop,
    libraryLoops: LibraryLoops, log: Logger
  ) async throws(StoreError) {
    store = try await Self.openStore(options, on: storeLoop, reading: libraryLoops.reading)
    Self.log(outcomeOf: store.migrationCopy, log)
    await LibraryUpkeep.settleIn(store, log: log)
    let study = RideReviewer(store: store)
    archive = ActivityFiles(
      store: store, study: study, creator: ProductVersion.creator, wallClock: time.wallClock, log: log)
    upkeep = LibraryUpkeep(of: store, archive: archive, loop: loop, time: time, log: log)
    let policy = ResumePolicy(window: options.resumeWindow, now: loop.now, time: time)
    let settled = await UnfinishedRides(in: store, ended: store.endedInSpools(), log: log).settle(by: policy)
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
    resumption = RideResumption(
      settled, by: policy, store: store, driver: driver, recorder: recorder, central: radio.central, loop: loop,
      time: time, log: log)
    api = CallHandlers(
      driver: driver, recorder: recorder, archive: archive, study: study, blackBox: blackBox,
      store: store, central: radio.central, stateDirectory: options.stateDirectory, time: time,
      importing: libraryLoops.importing.serialExecutor, loop: loop, log: log)
  }

  /// Resumes the ride that a former process left; call it once, before clients are served.
  package func resume() async { await resumption.resume() }

  /// Logs the outcome of the copy made before a migration of the library.
  private static func log(outcomeOf copy: MigrationCopy?, _ log: Logger) {
    switch copy {
    case .made(let path)?:
      log.notice("library migrated to this version; the old one is kept", metadata: ["file": "\(path)"])
    case .missing(let why)?:
      log.warning("library migrated to this version; the old one is not kept", metadata: ["why": "\(why)"])
    case nil: break
    }
  }

  private static func planListener(_ command: String?, _ log: Logger) -> (@Sendable (PlanEvent, Int?) -> Void)? {
    guard let command = command.map({ EventCommand($0, log: log) }) else { return nil }
    return { event, ride in command.take(event, ride: ride) }
  }

  /// A hanging disk blocks the store's thread, but not the threads that answer clients.
  private static func openStore(
    _ options: DaemonOptions, on loop: EventLoop, reading: EventLoop
  ) async throws(StoreError) -> RideDatabase {
    let (directory, places) = (options.stateDirectory, options.spoolPlaces.filter { $0 != options.stateDirectory })
    let opening = Task(executorPreference: loop) {
      Result { () throws(StoreError) in
        try RideDatabase(
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
  /// The service that starts a daemon's parts.
  package init(
    _ options: DaemonOptions, radio: RadioParts, time: MachineTime, loop: EventLoop, storeLoop: EventLoop,
    libraryLoops: LibraryLoops, log: Logger
  ) {
    self.init(central: radio.central, wallClock: time.wallClock, loop: loop, log: log) { () throws(StoreError) in
      try await DaemonParts(
        options, radio: radio, time: time, loop: loop, storeLoop: storeLoop, libraryLoops: libraryLoops, log: log)
    }
  }

  /// The progress of the ride; idle without a store.
  var look: DriverProgress.Look {
    get async {
      guard let parts else { return .init(now: loop.now, deadline: nil, phase: .idle, elapsedSeconds: nil) }
      return await parts.driver.look
    }
  }
}

/// The threads for work on rides other than the current one; neither its radio nor its store waits for them.
package struct LibraryLoops: Sendable {
  /// Reads and reviews rides and creates their files.
  let reading: EventLoop
  /// Reads files from other programs.
  let importing: EventLoop

  package init(reading: EventLoop, importing: EventLoop) {
    self.reading = reading
    self.importing = importing
  }

  /// Creates a loop for each.
  init() {
    self.init(
      reading: EventLoop(name: "jz2-library", pace: .real), importing: EventLoop(name: "jz2-import", pace: .real))
  }

  func stop() async {
    await reading.stop()
    await importing.stop()
  }
}

extension ProductVersion {
  /// The name of this program in files.
  static var creator: RideFileCreator {
    RideFileCreator(name: "jz2d", major: major, minor: minor, patch: patch)
  }
}
