/// How a user stands to the group that may open the service's socket; the raw values are details of `NoDaemon`.
public enum GroupMembership: String, Hashable, Sendable, CaseIterable {
  /// There is no such group.
  case noGroup
  /// Not a member.
  case outside
  /// A member, but not in this login.
  case notYet
  /// A member in this login, or root.
  case inside

  /// What to do about a socket that is closed all the same.
  public func remedy(socket path: String?) -> String {
    switch self {
    case .noGroup: "There is no group jz2: install the service again, which makes it."
    case .outside: "Join its group: `sudo usermod -aG jz2 $USER`; then log in again."
    case .notYet: "You are in its group, but not in this login: log in again, or go on in `newgrp jz2`."
    case .inside: "You are in the group jz2; the socket should belong to it: `ls -l \(path ?? SocketPath.service)`."
    }
  }
}
