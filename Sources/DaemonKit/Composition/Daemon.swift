import BlueZ
import BluetoothLE
import CLinux
import ControlSocket
import ControlWire
package import Logging
import Loop
import RideRuntime
import RideStore
import Rides
import ServiceLifecycle
import Systemd
import TrainerAPI
import UnixSignals

/// The whole daemon.
///
/// One thread runs the radio and the ride, and a second one the store, whose disk may block it. A third runs reading,
/// reviews and exports, a fourth imports, and a fifth the socket.
package struct Daemon: Sendable {
  private let options: DaemonOptions
  private let log: Logger

  package init(_ options: DaemonOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  private static func server(_ options: DaemonOptions, _ service: StartupService<DaemonParts>) throws(DaemonError)
    -> ControlServer
  {
    do throws(ListenError) {
      return try ControlServer(listening: options.listening, of: .jz2d, service: service)
    } catch {
      throw DaemonError(.socketUnusable, subject: options.socketPath, detail: "\(error)")
    }
  }

  /// Runs until SIGTERM or SIGINT; then suspends the ride, releases its trainer and writes its file.
  package func run() async throws {
    let loop = EventLoop(name: "jz2-ride", pace: options.pace, isUrgent: options.radio == .bluez)
    let storeLoop = EventLoop(name: "jz2-store", pace: .real)
    let libraryLoops = LibraryLoops()
    let time = MachineTime(of: options.pace, isSimulated: options.radio != .bluez)
    let radio = try RadioParts(options, loop: loop, log: log)
    let startup = StartupService(
      options, radio: radio, time: time, loop: loop, storeLoop: storeLoop, libraryLoops: libraryLoops, log: log)
    let server = try Self.server(options, startup)
    let notifier = ServiceNotifier(environment: options.environment)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          ServingSocket(server: server, notifier: notifier), Watchdog(notifier, log: log) { await startup.look },
          MemoryTrim(), Radio(radio: radio.bluez),
          StatusReport(
            clock: options.pace == .real ? loop : libraryLoops.reading, notifier: notifier, log: log,
            status: { await startup.status() }),
          KeepingLibrary(service: startup, clock: storeLoop),
          Riding(service: startup, notifier: notifier), OpeningStore(service: startup, clock: storeLoop),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    log.notice(
      "jz2d \(ProductVersion.text)", metadata: ["radio": "\(options.radio)", "state": "\(options.stateDirectory)"])
    try await group.run()
    await radio.close()
    await loop.stop()
    await libraryLoops.stop()
    await storeLoop.stop()
  }
}

/// Answers calls on the socket; ends last, so that clients see the ride end.
private struct ServingSocket: Service {
  let server: ControlServer
  let notifier: ServiceNotifier

  func run() async throws {
    notifier.ready()
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      server.close()
    }
  }
}

/// Runs the radio until the ride has released it.
private struct Radio: Service {
  let radio: BlueZCentral?

  func run() async throws {
    guard let radio else { return try await gracefulShutdown() }
    await cancelWhenGracefulShutdown { await radio.run() }
  }
}

/// Suspends the ride when the daemon shuts down.
private struct Riding: Service {
  let service: StartupService<DaemonParts>
  let notifier: ServiceNotifier

  func run() async throws {
    try await gracefulShutdown()
    notifier.stopping()
    await service.shutDown()
  }
}

/// Opens the store, and retries until it is open; ends first, so that no ride starts after rides have ended.
///
/// Clients are served meanwhile. Calls that need the store wait for it or are refused, so a new ride cannot start
/// before another one resumes.
private struct OpeningStore: Service {
  let service: StartupService<DaemonParts>
  let clock: EventLoop

  /// After a repair, a person checks the status next; an attempt takes a millisecond.
  private static let interval = Duration.seconds(2)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await service.open()
      while await !service.isOpen, (try? await clock.sleep(for: Self.interval)) != nil { await service.open() }
    }
    try await gracefulShutdown()
  }
}

/// Maintains the library from the time it is open until the daemon ends.
private struct KeepingLibrary: Service {
  /// The time between two purges of deleted rides.
  private static let purging = Duration.seconds(6 * 3600)
  /// The time between two checks whether the library is open.
  private static let opening = Duration.seconds(5)
  /// The time between two checks for data outside the library: with such data, and without, since a check wakes the Pi.
  private static let (soon, seldom) = (Duration.seconds(60), Duration.seconds(600))

  let service: StartupService<DaemonParts>
  let clock: EventLoop

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var (purged, pause): (MonotonicInstant?, Duration) = (nil, Self.opening)
      repeat {
        guard let upkeep = await service.parts?.upkeep else { continue }
        pause = await upkeep.bringIn() ? Self.soon : Self.seldom
        guard purged.map({ clock.now - $0 >= Self.purging }) ?? true else { continue }
        await upkeep.purge()
        purged = clock.now
      } while await rest(for: pause)
    }
    try await gracefulShutdown()
  }

  /// Sleeps for a while, or until the library is replaced; returns false once the task is cancelled.
  private func rest(for pause: Duration) async -> Bool {
    let sleep = Task { try? await clock.sleep(for: pause) }
    await service.parts?.store.whenReplaced { sleep.cancel() }
    await withTaskCancellationHandler {
      _ = await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    return !Task.isCancelled
  }
}

extension DaemonOptions {
  var pace: EventLoop.Pace {
    switch (radio, rate) {
    case (.bluez, _): .real
    case (_, .max): .stepped
    case (_, .times(let rate)): rate == 1 ? .real : .scaled(rate)
    }
  }

  /// The sockets for clients: those that systemd passed in, else one at the path, for all calls.
  ///
  /// Sockets with unknown names are ignored. The unit of the socket for all calls sets no name, so systemd calls it
  /// `jz2d.socket`; a socket passed without names counts as the same.
  var listening: [String: ListeningPlace] {
    guard !passedSockets.isEmpty else { return [TrainerSocket.all.rawValue: .path(socketPath)] }
    var places: [String: ListeningPlace] = [:]
    for socket in TrainerSocket.allCases {
      let unnamed = socket == .all ? passedSockets["jz2d.socket"] ?? passedSockets[""] : nil
      let descriptor = passedSockets[socket.rawValue] ?? unnamed
      places[socket.rawValue] = descriptor.map(ListeningPlace.descriptor)
    }
    return places
  }
}

extension DaemonOptions {
  /// The socket for trainers on the network; nil without one.
  ///
  /// A replay has no such trainers, and its clock does not fit them.
  var trainersPlace: ListeningPlace? {
    if case .replay = radio { return nil }
    return passedSockets[SocketPath.trainersName].map(ListeningPlace.descriptor) ?? trainersPath.map { .path($0) }
  }
}

/// Keeps the daemon small by releasing memory that was only needed for its start, or for the start of a ride.
///
/// Swift's runtime touches most of the program once, at the first lookup of a conformance; an hour of riding needs
/// little of it.
private struct MemoryTrim: Service {
  /// After the start, and then repeatedly, since a ride may start at any time.
  private static let settling = Duration.seconds(20)
  private static let interval = Duration.seconds(300)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var pause = Self.settling
      while (try? await Task.sleep(for: pause)) != nil {
        linux_drop_idle_pages()
        pause = Self.interval
      }
    }
  }
}

/// The reason why the daemon does not start: its options cannot be applied, and a retry would not help.
package struct DaemonError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The capture, or the map of its handles, cannot be read or has no events to replay.
    case captureUnreadable
    /// The socket cannot be created.
    case socketUnusable
  }

  package let code: Code
  /// The file or socket.
  package let subject: String
  package let detail: String

  package init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}
