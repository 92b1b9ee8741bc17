import ControlWire
import Glibc

/// A group of the daemon's sockets that the user joined after logging in.
///
/// Only a login, or `sg`, gives it to a process.
enum NewGroup {
  /// Runs the command again with the new group if that opens a wider socket.
  ///
  /// Returns if there is no such group, the command names its socket, or `sg` is missing.
  static func join(before words: [String], _ environment: [String: String]) {
    guard environment["JZ2_SOCKET", default: ""].isEmpty, !words.contains(where: { $0.hasPrefix("--socket") }),
      let group = missing(
        isOpen: { access(SocketPath.path(of: $0), R_OK | W_OK) == 0 }, membership: GroupMembership.init(ofGroup:))
    else { return }
    let again = ["sg", group, "-c", command(CommandLine.arguments)]
    var arguments: [UnsafeMutablePointer<CChar>?] = again.map { strdup($0) } + [nil]
    execvp("sg", &arguments)
    arguments.forEach { free($0) }
  }

  /// Returns the group of the widest socket that a new group would open; otherwise nil.
  static func missing(isOpen: (TrainerSocket) -> Bool, membership: (String) -> GroupMembership) -> String? {
    TrainerSocket.widestFirst.prefix { !isOpen($0) }.first { membership($0.group) == .notYet }?.group
  }

  /// Returns the words as a command for a shell.
  static func command(_ words: [String]) -> String {
    "exec " + words.map(\.shellWord).joined(separator: " ")
  }
}

extension GroupMembership {
  /// Returns this process's membership of a group.
  init(ofGroup name: String) {
    if geteuid() == 0 {
      self = .inside
      return
    }
    guard let group = getgrnam(name) else {
      self = .noGroup
      return
    }
    let id = group.pointee.gr_gid
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    if getegid() == id || groups.prefix(Int(max(0, count))).contains(id) {
      self = .inside
    } else {
      self = Self.lists(group.pointee, userID: getuid()) ? .notYet : .outside
    }
  }

  private static func lists(_ group: Glibc.group, userID: uid_t) -> Bool {
    guard let user = getpwuid(userID).map({ String(cString: $0.pointee.pw_name) }), var member = group.gr_mem else {
      return false
    }
    while let name = member.pointee {
      if String(cString: name) == user { return true }
      member += 1
    }
    return false
  }
}
