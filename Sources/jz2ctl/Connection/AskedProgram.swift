import ControlWire
import Glibc
import TrainerClient

/// A program that answers requests on its own socket.
enum AskedProgram: Hashable {
  /// jz2d, which controls the trainer and records rides.
  case daemon
  /// jz2sync, which uploads finished rides to services.
  case sync
  /// jz2web, which serves the page for the phone.
  case page

  /// Returns the path of the socket from the environment; nil if it is not set.
  func chosenPath(_ environment: (String) -> String?) -> String? {
    let path =
      switch self {
      case .daemon: environment("JZ2_SOCKET")
      case .sync: environment("JZ2_SYNC_SOCKET")
      case .page: environment("JZ2_WEB_SOCKET")
      }
    return path.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the paths of the program's sockets, in the order in which they are tried.
  func candidates(uid: UInt32) -> [String] {
    switch self {
    case .daemon: SocketPath.candidates(uid: uid)
    case .sync: SocketPath.syncCandidates(uid: uid)
    case .page: SocketPath.webCandidates(uid: uid)
    }
  }

  /// Returns an error of the connection in terms of this program: it does not run, or only a group may open its socket.
  ///
  /// - Parameters:
  ///   - error: The error of the request.
  ///   - paths: The sockets that were tried.
  ///   - membership: Returns this user's membership of a group.
  /// - Returns: The error to report.
  func explained(
    _ error: ControlError, tried paths: [String], by membership: (String) -> GroupMembership
  ) -> ControlError {
    switch self {
    case .daemon: error.explained(tried: paths, by: membership)
    case .sync: explained(error, of: .jz2sync, by: membership)
    case .page: explained(error, of: .jz2web, by: membership)
    }
  }

  /// Does the same for a program other than the daemon; the group of the daemon's widest socket owns its socket.
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
  /// Returns the same error; if the service's sockets that were tried are closed to this user, it names the nearest one
  /// and the user's membership of its group.
  func explained(tried paths: [String], by membership: (String) -> GroupMembership) -> ControlError {
    guard closedSocket != nil,
      let nearest = GroupMembership.nearest(of: paths.compactMap(TrainerSocket.init(path:)), by: membership)
    else { return self }
    return .closed(SocketPath.path(of: nearest.socket), nearest.membership)
  }
}

extension DaemonSocket {
  /// - Parameters:
  ///   - path: The only path to try; nil for the one in the environment, else the usual ones.
  ///   - program: The program behind the socket.
  init(path: String?, of program: AskedProgram = .daemon) {
    let chosen = path ?? program.chosenPath { getenv($0).map { String(cString: $0) } }
    self.init(at: chosen.map { [$0] } ?? program.candidates(uid: getuid()))
  }
}
