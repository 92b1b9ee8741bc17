import CLinux
import ControlSocket
import ControlWire
import Glibc
package import Logging
import Loop
import NIOCore
import Rides
import ServiceLifecycle
import Systemd
import TrainerClient
import UnixSignals

/// jz2web as a whole: wires its parts according to the options.
package struct PageDaemon: Sendable {
  private let options: PageOptions
  private let log: Logger

  package init(_ options: PageOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  /// Runs until SIGTERM or SIGINT.
  package func run() async throws {
    // The memory contains tokens.
    linux_forbid_core_dumps()
    let parts = try await PageParts(options, log: log)
    let place: ListeningPlace = options.passedSocket.map { .descriptor($0) } ?? .path(options.socketPath)
    let server: ControlServer
    do throws(ListenError) {
      server = try ControlServer(listening: ["jz2-web": place], of: .jz2web, service: parts.handlers)
    } catch {
      throw PageStartFault(.socketUnusable, "\(error)")
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          AnsweringService(server: server, notifier: ServiceNotifier(environment: options.environment)),
          Serving(parts: parts), PeriodicTrimming(),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    log.notice(
      "jz2web \(ProductVersion.text)",
      metadata: ["ports": "\(parts.server.ports)", "names": "\(parts.site.names.announced)"])
    try await group.run()
  }
}

/// Answers browsers.
///
/// Their connections are closed at the end; browsers reconnect by themselves.
private struct Serving: Service, CustomStringConvertible {
  let parts: PageParts

  /// Omits the parts: the log prints its services, and the parts contain the bytes of every file.
  var description: String { "the page" }

  func run() async throws {
    await cancelWhenGracefulShutdown { await parts.follow() }
    await parts.server.close()
  }
}

/// Keeps the program small: most memory that a start or a request touches is not needed again soon.
private struct PeriodicTrimming: Service {
  private static let settling = Duration.seconds(3)
  private static let pause = Duration.seconds(60)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      try? await Task.sleep(for: Self.settling)
      repeat { linux_drop_idle_pages() } while (try? await Task.sleep(for: Self.pause, clock: .suspending)) != nil
    }
  }
}

/// The parts of jz2web, wired together in the same way for the program and for tests.
package struct PageParts: Sendable {
  package let server: PageServer
  package let site: PageSite
  package let handlers: PageCallHandlers
  private let streams: EventStreams
  private let following = Loop.EventLoop(name: "jz2-follow", pace: .real)
  private let followingChanges = Loop.EventLoop(name: "jz2-changes", pace: .real)
  private let daemonPaths: [String]

  /// - Throws: `stateUnusable`, `portUnusable`.
  package init(_ options: PageOptions, files: PageFiles = .own, log: Logger) async throws(PageStartFault) {
    daemonPaths = options.daemonPaths
    let run = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    let (caller, syncPaths) = (DaemonCaller(at: options.daemonPaths, sync: options.syncPaths), options.syncPaths)
    let access: PageAccess
    do throws(ControlError) { access = try PageAccess(AccessFile(in: options.stateDirectory)) } catch {
      throw PageStartFault(.stateUnusable, "\(error.subject ?? ""): \(error.detail ?? "")")
    }
    let site = PageSite(
      names: HostNames(host: HostName.own ?? "localhost", further: options.names),
      access: access, files: files, caller: caller,
      run: run, log: log, certificate: CertificateFolder(options.certificates),
      showsFirstCode: options.showsFirstCode,
      hasSync: { syncPaths.contains { Glibc.access($0, R_OK | W_OK) == 0 } })
    if let path = access.setAside {
      log.error(
        "The list of paired phones was damaged and has been set aside. Pair them again: `jz2ctl page pair`.",
        metadata: ["file": "\(path)"])
    }
    if options.showsFirstCode, access.isUnclaimed {
      log.notice("The page shows its code in the local network until the first phone is paired.")
    }
    let server = PageServer()
    let streams = EventStreams(on: server.loop, run: run) { await $0.answer(by: caller) }
    do {
      try await server.listen(options.listening, decrypted: options.decrypted) { caller in
        ExchangeHandler(site, streams, from: caller, patience: ExchangeHandler.Patience())
      }
    } catch {
      throw PageStartFault(.portUnusable, "\(options.listening): \(error)")
    }
    (self.site, self.server, self.streams) = (site, server, streams)
    handlers = PageCallHandlers(
      access: site.access,
      addresses: PageAddresses(name: site.names.announced, port: server.ports.first ?? Limits.pagePort),
      streams: streams, log: log)
  }

  /// Follows jz2d and sends its events to the phones until the task is cancelled.
  package func follow() async {
    let streams = streams
    await withDiscardingTaskGroup { group in
      group.addTask { [daemonPaths, following] in
        for await news in Watch().followed(at: daemonPaths, on: following) {
          let time = WallTime.now.text
          switch news {
          case .reply(let status): await streams.take(.status(status, at: time))
          case .lost(let error): await streams.take(.lost(error, at: time))
          }
        }
      }
      group.addTask { [daemonPaths, followingChanges] in
        for await news in Changes().followed(at: daemonPaths, on: followingChanges) {
          if case .reply(let list) = news { await streams.take(.changes(list)) }
        }
      }
      group.addTask {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
          await streams.beat(time: WallTime.now.text)
        }
      }
    }
  }
}
