/// What a peripheral is, or can be, to a ride.
public enum DeviceRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// Speaks FTMS, or may: Cycling Power counts until a connection shows otherwise.
  case trainer
  /// Speaks Heart Rate.
  case heartRate
}

/// What happened on a ride's links.
package enum LinkIncidentKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// The link was lost.
  case drop
  /// The device was linked and sent nothing.
  case silence
  /// A measure was taken against a radio that did not connect.
  case remedy
  /// The daemon was gone.
  case interruption
}

/// How the link to a device stands.
public enum LinkState: String, Codable, Hashable, Sendable, CaseIterable {
  /// Known, not linked, and not wanted now.
  case away
  /// A connection is asked for and pending.
  case connecting
  /// Linked; subscriptions and control are being set up.
  case preparing
  /// Linked and in use.
  case connected
}
