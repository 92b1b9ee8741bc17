private import Glibc

/// The message bus itself, as an object on it.
///
/// Source: D-Bus specification, "Message Bus Messages".
package enum Bus {
  package static let name = "org.freedesktop.DBus"
  package static let path: ObjectPath = "/org/freedesktop/DBus"
  package static let interface = "org.freedesktop.DBus"

  /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, else where every distribution has it.
  package static var systemAddress: String {
    getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
  }
}

extension Message {
  /// A call of one of the bus's own methods.
  package static func toBus(_ member: String, _ body: [Variant] = []) -> Message {
    .call(Bus.name, Bus.path, Bus.interface, member, body)
  }

  /// Asks for the signals that `rule` describes; they go to the connection's signal handler.
  package static func addMatch(_ rule: MatchRule) -> Message { .toBus("AddMatch", [.string(rule.text)]) }

  /// Asks for them no more.
  package static func removeMatch(_ rule: MatchRule) -> Message { .toBus("RemoveMatch", [.string(rule.text)]) }
}

extension BusConnection {
  /// How long the bus itself, a process on the same machine, is given to answer.
  private static let patience = Duration.seconds(5)

  /// Asks for the signals that `rule` describes, and returns once they will come.
  package func addMatch(_ rule: MatchRule) async throws(DBusError) {
    _ = try await call(.addMatch(rule), timeout: Self.patience)
  }

  /// Takes a well-known name; false where another connection has it.
  package func requestName(_ name: String) async throws(DBusError) -> Bool {
    let doNotQueue: UInt32 = 4
    let answer = try await call(.toBus("RequestName", [.string(name), .uint32(doNotQueue)]), timeout: Self.patience)
    return answer.first == .uint32(1)
  }
}
