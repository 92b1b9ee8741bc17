import ControlWire
import Glibc

extension GroupMembership {
  /// How this process stands to a group.
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
