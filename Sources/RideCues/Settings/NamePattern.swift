/// A device name in which `*` matches any text, also an empty one: `AB Shutter*`.
package struct NamePattern: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Whether the pattern matches the whole name.
  package func matches(_ name: String) -> Bool {
    var parts = text.split(separator: "*", omittingEmptySubsequences: false)[...]
    guard let first = parts.popFirst(), name.hasPrefix(first) else { return false }
    guard let last = parts.popLast() else { return name == text }
    var rest = name.dropFirst(first.count)
    guard rest.count >= last.count, rest.hasSuffix(last) else { return false }
    rest = rest.dropLast(last.count)
    // The first match of each part leaves the most text for the parts after it.
    for part in parts where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}
