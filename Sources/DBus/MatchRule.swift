/// Which signals the bus is to pass on.
///
/// Source: D-Bus specification, "Match Rules".
package struct MatchRule: Hashable, Sendable {
  package var sender: String?
  package var interface: String?
  package var member: String?
  /// The object that the signal comes from.
  package var path: ObjectPath?
  /// The object that the signal comes from, or one that it comes from below of.
  package var pathNamespace: ObjectPath?
  /// The signal's first argument, where that is text.
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

  /// The rule as the bus reads it.
  package var text: String {
    let parts: [(key: String, value: String?)] = [
      ("type", "signal"), ("sender", sender), ("interface", interface), ("member", member), ("path", path?.text),
      ("path_namespace", pathNamespace?.text), ("arg0", firstArgument),
    ]
    return parts.compactMap { key, value in value.map { "\(key)='\(Self.quoted($0))'" } }.joined(separator: ",")
  }

  /// An apostrophe ends the quotes, stands escaped outside of them, and begins them anew.
  private static func quoted(_ value: String) -> String {
    value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
  }
}
