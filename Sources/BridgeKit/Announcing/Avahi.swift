import DBus

/// Avahi's objects on the system bus.
///
/// Source: `avahi-daemon/org.freedesktop.Avahi.Server.xml` and `org.freedesktop.Avahi.EntryGroup.xml`, and
/// `avahi-common/defs.h`, of Avahi 0.8.
enum Avahi {
  static let name = "org.freedesktop.Avahi"
  static let server = "org.freedesktop.Avahi.Server"
  static let group = "org.freedesktop.Avahi.EntryGroup"
  /// The server has announced the computer's own name.
  static let running = 2

  /// The state of a group of records.
  enum GroupState: Int, Sendable {
    case uncommitted = 0
    case registering = 1
    case established = 2
    case collision = 3
    case failure = 4
  }

  /// `AVAHI_PROTO_INET`.
  private static let ipv4: Int32 = 0
  /// `AVAHI_PUBLISH_NO_REVERSE`: the address keeps the computer's own name.
  private static let noReverse: UInt32 = 16

  static func call(_ member: String, _ body: [Variant] = []) -> BusMessage {
    .call(name, "/", server, member, body)
  }

  static func call(_ member: String, of group: ObjectPath, _ body: [Variant] = []) -> BusMessage {
    .call(name, group, Self.group, member, body)
  }

  /// Returns the call that gives the announcement's host an address on an interface.
  static func addAddress(_ announcement: Announcement, _ interface: Interface, to group: ObjectPath) -> BusMessage {
    call(
      "AddAddress", of: group,
      [
        .int32(interface.index), .int32(ipv4), .uint32(noReverse), .string(announcement.host),
        .string(interface.address),
      ])
  }

  /// Returns the call that announces the service on an interface.
  static func addService(_ announcement: Announcement, _ interface: Interface, to group: ObjectPath) -> BusMessage {
    call(
      "AddService", of: group,
      [
        .int32(interface.index), .int32(ipv4), .uint32(0), .string(announcement.name), .string(Announcement.type),
        .string(""), .string(announcement.host), .uint16(announcement.port),
        .array(announcement.text.map { .bytes(Array($0.utf8)) }, of: "ay"),
      ])
  }
}
