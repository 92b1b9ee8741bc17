import ControlWire
import Glibc
import TrainerClient

/// A program that answers calls on a socket of its own.
enum AskedProgram: Hashable {
  /// jz2d, which rides.
  case daemon
  /// jz2sync, which sends finished rides to services.
  case sync
  /// jz2web, which has the page for the phone.
  case page

  /// The path of its socket that the environment names; nil if it names none.
  func chosenPath(_ environment: (String) -> String?) -> String? {
    let path =
      switch self {
      case .daemon: environment("JZ2_SOCKET")
      case .sync: environment("JZ2_SYNC_SOCKET")
      case .page: environment("JZ2_WEB_SOCKET")
      }
    return path.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The paths of its sockets, in the order in which they are tried.
  func candidates(uid: UInt32) -> [String] {
    switch self {
    case .daemon: SocketPath.candidates(uid: uid)
    case .sync: SocketPath.syncCandidates(uid: uid)
    case .page: SocketPath.webCandidates(uid: uid)
    }
  }

  /// An error of the connection as one of this program: that it does not run, or which group may open its socket.
  ///
  /// - Parameters:
  ///   - error: What a call ended with.
  ///   - paths: The sockets that were tried.
  ///   - membership: How this user stands to a group.
  /// - Returns: The error to tell.
  func explained(
    _ error: ControlError, tried paths: [String], by membership: (String) -> GroupMembership
  ) -> ControlError {
    switch self {
    case .daemon: error.explained(tried: paths, by: membership)
    case .sync: explained(error, of: .jz2sync, by: membership)
    case .page: explained(error, of: .jz2web, by: membership)
    }
  }

  /// The same for a program beside the daemon, whose socket belongs to the group of the daemon's widest.
  private func explained(
    _ error: ControlError, of program: VarlinkProgram, by membership: (String) -> GroupMembership
  ) -> ControlError {
    switch error.code {
    case .noDaemon where error.closedSocket != nil:
      guard let path = error.subject, candidates(uid: 0).contains(path) else { return error }
      return .closed(path, membership(TrainerSocket.all.group))
    case .noDaemon: return ControlError(.notRunning, subject: program.name)
    case .noAnswer, .connectionLost, .shuttingDown: return ControlError(error.code, subject: program.name)
    default: return error
    }
  }
}

extension ControlError {
  /// The same error; if the service's sockets that were tried are closed to this user, with the membership in the
  /// group of the nearest.
  func explained(tried paths: [String], by membership: (String) -> GroupMembership) -> ControlError {
    guard closedSocket != nil,
      let nearest = GroupMembership.nearest(of: paths.compactMap(TrainerSocket.init(path:)), by: membership)
    else { return self }
    return .closed(SocketPath.path(of: nearest.socket), nearest.membership)
  }
}

extension DaemonSocket {
  /// - Parameters:
  ///   - path: The one path to try; nil for that of the environment, else the usual ones.
  ///   - program: The program whose socket it is.
  init(path: String?, of program: AskedProgram = .daemon) {
    let chosen = path ?? program.chosenPath { getenv($0).map { String(cString: $0) } }
    self.init(at: chosen.map { [$0] } ?? program.candidates(uid: getuid()))
  }
}
