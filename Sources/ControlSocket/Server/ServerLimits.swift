/// How much of the daemon its callers can take.
package struct ServerLimits: Hashable, Sendable {
  /// Connections at a time; one more is closed as soon as it is made.
  package var connections = 64
  /// How long a caller may leave one reply unread, before it is cut off.
  package var unread: Duration = .seconds(30)

  package init() {}
}
