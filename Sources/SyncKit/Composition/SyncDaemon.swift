import CLinux
import ControlSocket
import ControlWire
import Glibc
package import Logging
import Loop
import Rides
import ServiceLifecycle
import Systemd
import UnixSignals

/// The complete jz2sync, wired from the options.
package struct SyncDaemon: Sendable {
  private let options: SyncOptions
  private let log: Logger

  package init(_ options: SyncOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// The next process completes the transfers that are unfinished then.
  package func run() async throws {
    // The process has tokens in memory.
    linux_forbid_core_dumps()
    let directory = try SyncDirectory(options.stateDirectory)
    let parts = try SyncParts(options, directory: directory.path, log: log)
    var places: [String: ListeningPlace] = [
      "jz2-sync": options.passedSocket.map { .descriptor($0) } ?? .path(options.socketPath)
    ]
    places[TrainerSocket.library.rawValue] = options.passedLibrarySocket.map { .descriptor($0) }
    let server: ControlServer
    do throws(ListenError) {
      server = try ControlServer(listening: places, of: .jz2sync, service: parts.handlers)
    } catch {
      throw SyncStartFault(.socketUnusable, "\(error)")
    }
    let notifier = ServiceNotifier(environment: options.environment)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          AnsweringService(server: server, notifier: notifier),
          Synchronising(
            engine: parts.engine, live: parts.live, network: NetworkNews(), resume: parts.resume, purge: parts.purge),
          MemoryTrimming(run: parts.engine.run),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    log.notice("jz2sync \(ProductVersion.text)", metadata: ["state": "\(options.stateDirectory)"])
    try await group.run()
  }
}

/// Carries rides.
///
/// At the end it cancels the current request; the next process sends it again.
private struct Synchronising: Service {
  let engine: SyncEngine
  let live: LiveReporter
  let network: NetworkNews
  let resume: @Sendable () async -> Void
  let purge: @Sendable () async -> Void

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await engine.work() }
        group.addTask { await live.report() }
        group.addTask { await resume() }
        group.addTask {
          repeat { await purge() } while (try? await Task.sleep(for: .seconds(21_600), clock: .suspending)) != nil
        }
        group.addTask {
          for await _ in network.changes() {
            // Addresses and DNS servers arrive shortly after a route.
            guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
            await engine.networkReturned()
          }
        }
      }
    }
  }
}

/// Keeps resident memory small: Swift's runtime touches most of the program once, when it looks for conformances, and
/// needs few of those pages again.
private struct MemoryTrimming: Service {
  /// The time between two trims during a run, and the delay after its end.
  private static let settling = Duration.seconds(2)

  let run: SyncRun

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await rest()
      var isBusy = true
      for await status in await run.statuses() where status.state == .syncing || isBusy {
        isBusy = status.state == .syncing
        await rest()
      }
    }
  }

  private func rest() async {
    try? await Task.sleep(for: Self.settling)
    linux_drop_idle_pages()
  }
}

/// Reports when an address or a route of this computer was added or removed, from the kernel's rtnetlink(7).
struct NetworkNews: Sendable {
  private let loop = EventLoop(name: "jz2-network", pace: .real)

  /// Yields once for each change.
  ///
  /// Several changes at once are one.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let socket = Self.socket()
    // Without the socket, for example in a sandbox, the timers suffice.
    guard socket >= 0 else { return stream }
    let loop = loop
    Task(executorPreference: loop) {
      var buffer = [UInt8](repeating: 0, count: 8192)
      while !Task.isCancelled {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, -1) > 0 || errno == EINTR else { break }
        let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        // A full receive buffer (ENOBUFS) also means that the network changed.
        guard count > 0 || errno == EINTR || errno == ENOBUFS else { break }
        continuation.yield()
      }
      close(socket)
      continuation.finish()
    }
    return stream
  }

  /// Returns the netlink socket, or -1 if this process may not open one.
  private static func socket() -> Int32 {
    let descriptor = Glibc.socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return -1 }
    // `sockaddr_nl` and the RTMGRP_… groups of linux/rtnetlink.h, which Swift does not import: addresses and routes of
    // IPv4 and IPv6.
    let address: [UInt32] = [UInt32(AF_NETLINK), 0, 0x10 | 0x40 | 0x100 | 0x400]
    let status = address.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
    }
    guard status == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }
}
