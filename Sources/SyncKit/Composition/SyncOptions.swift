import ControlWire
import Glibc
package import Logging
import Loop

/// The start options of jz2sync.
package struct SyncOptions: Sendable {
  /// The possible paths of jz2d's socket, in order.
  package var daemonPaths: [String]
  /// The path of jz2sync's own socket, unless systemd passed one in.
  package var socketPath: String
  /// The socket that systemd passed in, if any.
  package var passedSocket: Int32?
  /// The socket that systemd passed in for programs that may change the library, if any.
  package var passedLibrarySocket: Int32?
  package var stateDirectory: String
  /// The path of the administrator's configuration file.
  package var configurationPath: String
  /// Whether to treat the clock as set without checking it.
  package var trustsClock: Bool
  package var logLevel: Logger.Level
  package var environment: [String: String]

  package init(
    daemonPaths: [String], socketPath: String, passedSocket: Int32?, passedLibrarySocket: Int32? = nil,
    stateDirectory: String, configurationPath: String, trustsClock: Bool = false,
    logLevel: Logger.Level, environment: [String: String]
  ) {
    self.daemonPaths = daemonPaths
    self.socketPath = socketPath
    self.passedSocket = passedSocket
    self.passedLibrarySocket = passedLibrarySocket
    self.stateDirectory = stateDirectory
    self.configurationPath = configurationPath
    self.trustsClock = trustsClock
    self.logLevel = logLevel
    self.environment = environment
  }
}

/// The reason that jz2sync does not start.
package struct SyncStartFault: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The state directory cannot be used, or another jz2sync uses it.
    case stateUnusable
    /// The socket cannot be created.
    case socketUnusable
    /// The administrator's file is wrong.
    case configurationWrong
  }

  package let code: Code
  package let detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}

/// The directory of the outbox and the secrets, locked for this process.
struct SyncDirectory: Sendable {
  let path: String

  /// Creates the directory with access for its owner only, and locks it until the process ends.
  init(_ path: String) throws(SyncStartFault) {
    self.path = path
    do throws(PrivateFile.Refusal) { try PrivateFile.makeDirectory(path) } catch {
      throw SyncStartFault(.stateUnusable, error.detail)
    }
    let lock = open("\(path)/.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.fault(path) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw SyncStartFault(.stateUnusable, "another jz2sync uses \(path)")
    }
  }

  private static func fault(_ path: String) -> SyncStartFault {
    SyncStartFault(.stateUnusable, "\(path): \(String(cString: strerror(errno)))")
  }
}
