import CLinux
import ControlSocket
import ControlWire
import FoundationEssentials
import Glibc
import Locks
package import Logging
import Loop
import Rides

/// The parts of jz2sync, wired together; used by the process and by tests.
package struct SyncParts: Sendable {
  package let engine: SyncEngine
  package let handlers: SyncCallHandlers
  package let outbox: Outbox
  package let live: LiveReporter
  /// Resumes a consent that waits for the rider's browser.
  let resume: @Sendable () async -> Void
  /// Deletes cached data whose retention period is over.
  let purge: @Sendable () async -> Void

  /// - Throws: `stateUnusable`, `configurationWrong`.
  package init(_ options: SyncOptions, directory: String, log: Logger) throws(SyncStartFault) {
    try self.init(
      options, directory: directory, library: LibrarySocket(at: options.daemonPaths), http: HTTPClient(),
      clock: SystemSyncClock(isTrusted: options.trustsClock), log: log)
  }

  /// - Throws: `stateUnusable`, `configurationWrong`.
  package init(
    _ options: SyncOptions, directory: String, library: any TrainerLibrary, http: any HTTPSending,
    clock: any SyncClock, log: Logger
  ) throws(SyncStartFault) {
    let loop = EventLoop(name: "jz2-outbox", pace: .real)
    do throws(SyncFault) { outbox = try Outbox(in: directory, executor: loop.serialExecutor) } catch {
      throw SyncStartFault(.stateUnusable, error.detail ?? directory)
    }
    if let path = outbox.setAside {
      log.error(
        "The service database was damaged and has been set aside. Connect your services again: `jz2ctl connect`.",
        metadata: ["file": "\(path)"])
    }
    let random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    let secrets = SecretFiles(in: "\(directory)/secrets", environment: options.environment)
    let outbox = outbox
    func tools(_ service: SyncService) -> ServiceTools {
      ServiceTools(
        http: http, secrets: secrets, memory: OutboxMemory(of: service, in: outbox), clock: clock, random: random,
        log: log)
    }
    let configuration = Self.configuration(options.configurationPath, log)
    let (hub, intervals) = (Hub(tools(.hub)), Intervals(tools(.intervals)))
    // Strava receives the browser's response by itself, and connects the service as the rider's call does.
    let caught = CaughtConsent()
    let strava = Strava(tools(.strava)) { externalID in
      try? await outbox.ride(externalID: externalID, at: .strava)
    } caught: { call throws(SyncFault) in
      try await caught.take(call)
    }
    var carriers: [SyncService: Courier.Carrier] = [
      .strava: .single(strava), .intervals: .single(intervals), .hub: .batch(hub),
    ]
    if let folder = configuration.folder { carriers[.folder] = .single(Folder(tools(.folder), folder)) }
    if let hook = configuration.hook {
      carriers[.hook] = .single(
        Hook(tools(.hook), hook, temporary: "\(directory)/hook", environment: options.environment))
    }
    engine = SyncEngine(
      outbox: outbox, library: library, carriers: carriers, calendars: [.intervals: intervals],
      wellness: [.intervals: intervals], clock: clock, random: random, log: log)
    handlers = SyncCallHandlers(
      engine: engine, outbox: outbox, connecting: carriers.compactMapValues(\.connectedByRider),
      activities: strava, archive: hub, beginAnew: { () throws(SyncFault) in try await hub.startFull() }, log: log)
    live = LiveReporter(outbox: outbox, library: library, audience: hub, clock: clock, log: log)
    let handlers = handlers
    caught.connect = { call throws(SyncFault) in try await handlers.caught(call, by: strava) }
    purge = { await strava.purge() }
    resume = { await strava.resume() }
  }

  /// Returns the administrator's configuration.
  ///
  /// If the file is wrong, it has no folder and no command; rides still go to the other services.
  private static func configuration(_ path: String, _ log: Logger) -> SyncConfiguration {
    do throws(SyncConfiguration.Fault) {
      return try SyncConfiguration(path: path, owner: geteuid() == 0 || path == SyncConfiguration.path ? 0 : geteuid())
    } catch {
      log.error("\(path) is ignored: \(error).", metadata: ["file": "\(path)"])
      return SyncConfiguration()
    }
  }
}

/// The clocks of this computer.
struct SystemSyncClock: SyncClock {
  let isTrusted: Bool

  var now: Date { Date() }
  /// Whether the kernel or systemd-timesyncd reports a synchronised clock; true if the kernel cannot tell.
  var isSet: Bool {
    isTrusted || linux_clock_is_synchronised() != 0
      || access("/run/systemd/timesync/synchronized", F_OK) == 0
  }

  func sleep(for duration: Duration) async throws(CancellationError) {
    do { try await Task.sleep(for: duration, clock: .suspending) } catch { throw CancellationError() }
  }
}

/// Passes a browser's response to a handler that is created after the Strava service.
private final class CaughtConsent: Sendable {
  typealias Connecting = @Sendable (Connect) async throws(SyncFault) -> ConnectOutcome

  private let connecting = Lock<Connecting?>(nil)

  var connect: Connecting? {
    get { connecting.withLock(\.self) }
    set { connecting.withLock { $0 = newValue } }
  }

  func take(_ call: Connect) async throws(SyncFault) -> ConnectOutcome {
    guard let connect else { throw SyncFault(.consentOutdated) }
    return try await connect(call)
  }
}

extension Courier.Carrier {
  /// The service, if the rider connects it by a call.
  fileprivate var connectedByRider: (any ConnectedByRider)? {
    switch self {
    case .single(let service): service as? any ConnectedByRider
    case .batch(let service): service as? any ConnectedByRider
    }
  }
}
