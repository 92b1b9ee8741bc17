/// How much of the daemon its callers can take.
package struct ServerLimits: Hashable, Sendable {
  /// Connections at a time; one more is closed as soon as it is made.
  package var connections = 64
  /// Connections of one user at a time; one more is told so, and closed.
  package var connectionsOfUser = 24
  /// The connections that only the privileged user may take.
  package var connectionsKept = 4
  /// The user whose number of connections is not looked at: root, who mends what the others have done.
  package var privilegedUser: UInt32? = 0
  /// How long a caller may leave one reply unread, before it is cut off.
  package var unread: Duration = .seconds(30)
  /// How long a caller may be connected and ask nothing; one that is being answered is never idle.
  package var idle: Duration = .seconds(300)
  /// How long the answers in hand may take after `close`, before they are cut off.
  package var farewell: Duration = .seconds(2)

  package init() {}
}
