import ControlWire

/// A program that answers calls on a socket of its own.
enum AskedProgram: Hashable {
  /// jz2d, which rides.
  case daemon
  /// jz2sync, which sends finished rides to services.
  case sync

  /// The path of its socket that the environment names; nil if it names none.
  func chosenPath(_ environment: (String) -> String?) -> String? {
    let path =
      switch self {
      case .daemon: environment("JZ2_SOCKET")
      case .sync: environment("JZ2_SYNC_SOCKET")
      }
    return path.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The paths of its sockets, in the order in which they are tried.
  func candidates(uid: UInt32) -> [String] {
    switch self {
    case .daemon: SocketPath.candidates(uid: uid)
    case .sync: SocketPath.syncCandidates(uid: uid)
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
    case .daemon: return error.explained(tried: paths, by: membership)
    case .sync:
      switch error.code {
      case .noDaemon where error.isSocketDenied:
        guard let path = error.subject, SocketPath.syncCandidates(uid: 0).contains(path) else { return error }
        let group = TrainerSocket.all.group
        return ControlError(.noDaemon, subject: path, detail: membership(group).rawValue)
      case .noDaemon: return ControlError(.notRunning, subject: Self.syncName)
      case .noAnswer, .connectionLost, .shuttingDown: return ControlError(error.code, subject: Self.syncName)
      default: return error
      }
    }
  }

  private static let syncName = "jz2sync"
}

extension ControlError {
  /// The same error; if the service's sockets that were tried are closed to this user, with the membership in the
  /// group of the nearest.
  func explained(tried paths: [String], by membership: (String) -> GroupMembership) -> ControlError {
    guard isSocketDenied,
      let nearest = GroupMembership.nearest(of: paths.compactMap(TrainerSocket.init(path:)), by: membership)
    else { return self }
    return ControlError(
      code, subject: SocketPath.path(of: nearest.socket), detail: nearest.membership.rawValue)
  }
}
