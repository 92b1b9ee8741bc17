/// What a peripheral is to a ride; the first ones matter most to it.
public enum DeviceRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// Is controlled, by Fitness Machine or another protocol.
  case trainer
  /// Speaks Heart Rate.
  case heartRate
  /// A power meter, whose power is the ride's.
  case power
  /// Reports the cadence, which is the ride's.
  case cadence
  /// Blows.
  case fan

  /// The roles that a ride gives only to devices that `use` chose for them.
  public static let chosenOnly: [DeviceRole] = [.power, .cadence, .fan]
}

/// What a peripheral that is in the air may be.
public enum DeviceKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// It can be controlled, as far as its services and its name tell.
  case trainer
  /// It speaks Heart Rate.
  case heartRate
  /// It reports power: a meter, or a trainer from before Fitness Machine; only a connection shows which.
  case cyclingPower
  /// It was chosen as a power meter.
  case power
  /// It reports the cadence, or was chosen for that.
  case cadence
  /// It is a fan that can be controlled.
  case fan
  /// Its name or its maker's service is that of a trainer; only a connection shows whether it is one.
  case candidate
  /// It is a treadmill, which no ride takes; so are the next ones.
  case treadmill
  case crossTrainer
  case stepClimber
  case stairClimber
  case rower

  /// The fitness machines that are no bike.
  public static let otherMachines: [DeviceKind] = [.treadmill, .crossTrainer, .stepClimber, .stairClimber, .rower]

  /// The kind of a device that has a role.
  public init(_ role: DeviceRole) {
    switch role {
    case .trainer: self = .trainer
    case .heartRate: self = .heartRate
    case .power: self = .power
    case .cadence: self = .cadence
    case .fan: self = .fan
    }
  }

  /// The role that such a device has in a ride; nil if only a connection shows it, or if no ride takes it.
  public var role: DeviceRole? {
    switch self {
    case .trainer: .trainer
    case .heartRate: .heartRate
    case .power: .power
    case .cadence: .cadence
    case .fan: .fan
    case .cyclingPower, .candidate, .treadmill, .crossTrainer, .stepClimber, .stairClimber, .rower: nil
    }
  }
}

/// What happened on a ride's links.
package enum LinkIncidentKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// The link was lost.
  case drop
  /// The device was linked and sent nothing.
  case silence
  /// The device refused a connection or a subscription.
  case refusal
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
