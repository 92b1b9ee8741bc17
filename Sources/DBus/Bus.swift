private import Glibc

/// The message bus itself, as an object on the bus.
///
/// Source: D-Bus specification, "Message Bus Messages".
package enum Bus {
  package static let name = "org.freedesktop.DBus"
  package static let path: ObjectPath = "/org/freedesktop/DBus"
  package static let interface = "org.freedesktop.DBus"

  /// The address of the system bus: `DBUS_SYSTEM_BUS_ADDRESS`, or the usual socket of all distributions.
  package static var systemAddress: String {
    getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
  }
}

extension BusMessage {
  /// Returns a call of one of the bus's own methods.
  package static func toBus(_ member: String, _ body: [Variant] = []) -> BusMessage {
    .call(Bus.name, Bus.path, Bus.interface, member, body)
  }

  /// Returns a subscription to the signals that match `rule`; they go to the connection's signal handler.
  package static func addMatch(_ rule: MatchRule) -> BusMessage { .toBus("AddMatch", [.string(rule.text)]) }

  /// Returns the end of a subscription to the signals that match `rule`.
  package static func removeMatch(_ rule: MatchRule) -> BusMessage { .toBus("RemoveMatch", [.string(rule.text)]) }
}

extension BusConnection {
  /// How long to wait for an answer from the bus itself, a process on the same machine.
  private static let patience = Duration.seconds(5)

  /// Subscribes to the signals that match `rule`, and returns once the subscription is active.
  package func addMatch(_ rule: MatchRule) async throws(DBusError) {
    _ = try await call(.addMatch(rule), timeout: Self.patience)
  }

  /// Requests a well-known name; returns false if another connection has it.
  package func requestName(_ name: String) async throws(DBusError) -> Bool {
    let doNotQueue: UInt32 = 4
    let answer = try await call(.toBus("RequestName", [.string(name), .uint32(doNotQueue)]), timeout: Self.patience)
    return answer.first == .uint32(1)
  }
}

/// The signals that the bus delivers.
///
/// Source: D-Bus specification, "Match Rules".
package struct MatchRule: Hashable, Sendable {
  package var sender: String?
  package var interface: String?
  package var member: String?
  /// The sending object.
  package var path: ObjectPath?
  /// The sending object, or an object above it.
  package var pathNamespace: ObjectPath?
  /// The signal's first argument, if it is a text.
  package var firstArgument: String?

  package init(
    sender: String? = nil, interface: String? = nil, member: String? = nil, path: ObjectPath? = nil,
    pathNamespace: ObjectPath? = nil, firstArgument: String? = nil
  ) {
    self.sender = sender
    self.interface = interface
    self.member = member
    self.path = path
    self.pathNamespace = pathNamespace
    self.firstArgument = firstArgument
  }

  /// The rule in the bus's syntax.
  package var text: String {
    let parts: [(key: String, value: String?)] = [
      ("type", "signal"), ("sender", sender), ("interface", interface), ("member", member), ("path", path?.text),
      ("path_namespace", pathNamespace?.text), ("arg0", firstArgument),
    ]
    return parts.compactMap { key, value in value.map { "\(key)='\(Self.quoted($0))'" } }.joined(separator: ",")
  }

  /// Escapes apostrophes, outside the quotes: these end before an apostrophe and begin again after it.
  private static func quoted(_ value: String) -> String {
    value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
  }
}
