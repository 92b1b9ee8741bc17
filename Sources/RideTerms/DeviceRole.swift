/// What a peripheral is to a ride.
public enum DeviceRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// Is controlled, by Fitness Machine or another protocol.
  case trainer
  /// Speaks Heart Rate.
  case heartRate
}

/// What a peripheral that is in the air may be.
public enum DeviceKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// It can be controlled, as far as its services and its name tell.
  case trainer
  /// It speaks Heart Rate.
  case heartRate
  /// It reports power: a meter, or a trainer from before Fitness Machine; only a connection shows which.
  case cyclingPower

  /// The kind of a device that has a role.
  public init(_ role: DeviceRole) {
    switch role {
    case .trainer: self = .trainer
    case .heartRate: self = .heartRate
    }
  }

  /// The role that such a device has in a ride; nil if only a connection shows it.
  public var role: DeviceRole? {
    switch self {
    case .trainer: .trainer
    case .heartRate: .heartRate
    case .cyclingPower: nil
    }
  }
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
