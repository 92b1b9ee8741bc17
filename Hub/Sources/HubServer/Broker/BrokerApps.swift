import FoundationEssentials

/// The apps whose secrets the hub has for riders without an app of their own.
///
/// Each line of their file has a name, the app's client ID and its secret, separated by spaces. `#` begins a comment.
package struct BrokerApps: Hashable, Sendable {
  package struct App: Hashable, Sendable {
    package let name: String
    package let clientID: String
    package let secret: String
  }

  /// The apps in the order of the file; never empty.
  package let apps: [App]

  /// The reason that a file of apps is invalid.
  package struct Trouble: Error, Hashable, Sendable {
    /// From 1; nil if the fault is of the whole file.
    package let line: Int?
    package let reason: String
  }

  /// Reads the file.
  ///
  /// - Throws: `Trouble` at the first mistake. The reason contains no secret.
  package init(_ text: String) throws(Trouble) {
    var apps: [App] = []
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count == 3 else {
        throw Trouble(line: place + 1, reason: "a line must have a name, a client ID and a secret")
      }
      guard !apps.contains(where: { $0.name == first || $0.clientID == words[1] }) else {
        throw Trouble(line: place + 1, reason: "the app \(first) appears twice")
      }
      apps.append(App(name: first, clientID: words[1], secret: words[2]))
    }
    guard !apps.isEmpty else { throw Trouble(line: nil, reason: "it has no app") }
    self.apps = apps
  }

  /// Returns the app of a request, by its name or client ID.
  ///
  /// The first app if the request names none; nil if it is unknown.
  func app(named name: String?) -> App? {
    guard let name else { return apps.first }
    return apps.first { $0.name == name || $0.clientID == name }
  }
}
