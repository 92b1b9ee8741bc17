/// A name of a device, in which `*` stands for any text, none too: `AB Shutter*`.
package struct NamePattern: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Whether the whole name is meant.
  package func matches(_ name: String) -> Bool {
    var parts = text.split(separator: "*", omittingEmptySubsequences: false)[...]
    guard let first = parts.popFirst(), name.hasPrefix(first) else { return false }
    guard let last = parts.popLast() else { return name == text }
    var rest = name.dropFirst(first.count)
    guard rest.count >= last.count, rest.hasSuffix(last) else { return false }
    rest = rest.dropLast(last.count)
    // The first place of each part leaves the most for those after it.
    for part in parts where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}
