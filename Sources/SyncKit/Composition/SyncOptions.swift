import ControlWire
import Glibc
package import Logging

/// What jz2sync was told at its start.
package struct SyncOptions: Sendable {
  /// Where jz2d's socket may be, in order.
  package var daemonPaths: [String]
  /// The path of the own socket, unless systemd passed one in.
  package var socketPath: String
  /// The socket that systemd passed in.
  package var passedSocket: Int32?
  package var stateDirectory: String
  /// The file of the administrator.
  package var configurationPath: String
  package var logLevel: Logger.Level
  package var environment: [String: String]

  package init(
    daemonPaths: [String], socketPath: String, passedSocket: Int32?, stateDirectory: String, configurationPath: String,
    logLevel: Logger.Level, environment: [String: String]
  ) {
    self.daemonPaths = daemonPaths
    self.socketPath = socketPath
    self.passedSocket = passedSocket
    self.stateDirectory = stateDirectory
    self.configurationPath = configurationPath
    self.logLevel = logLevel
    self.environment = environment
  }

  /// Where systemd lets the service write, else a place in the user's home; nil if there is no home.
  package static func defaultStateDirectory(_ environment: [String: String]) -> String? {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    return value("STATE_DIRECTORY") ?? value("XDG_STATE_HOME").map { "\($0)/jz2-sync" }
      ?? value("HOME").map { "\($0)/.local/state/jz2-sync" }
  }
}

/// Why jz2sync does not start.
package struct SyncStartFault: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The state directory cannot be used, or another jz2sync uses it.
    case stateUnusable
    /// The socket cannot be made.
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

  /// Makes the directory, for its owner alone, and locks it until the process ends.
  init(_ path: String) throws(SyncStartFault) {
    self.path = path
    try Self.make(path)
    let lock = open("\(path)/.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.fault(path) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw SyncStartFault(.stateUnusable, "another jz2sync uses \(path)")
    }
  }

  private static func make(_ path: String) throws(SyncStartFault) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw fault(path) }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw fault(path) }
  }

  private static func fault(_ path: String) -> SyncStartFault {
    SyncStartFault(.stateUnusable, "\(path): \(String(cString: strerror(errno)))")
  }
}
