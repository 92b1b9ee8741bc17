/// The role of a peripheral in a ride, the most important first.
public enum DeviceRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// The trainer, controlled by Fitness Machine or another protocol.
  case trainer
  /// A heart-rate strap, with the Heart Rate service.
  case heartRate
  /// A power meter, which supplies the ride's power.
  case power
  /// A cadence sensor, which supplies the ride's cadence.
  case cadence
  /// A fan.
  case fan

  /// The roles that a ride assigns only to devices chosen for them by `use`.
  public static let chosenOnly: [DeviceRole] = [.power, .cadence, .fan]
}

/// The kind of an advertising peripheral, as far as it is known.
public enum DeviceKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A trainer that can be controlled, judging by its services and its name.
  case trainer
  /// A strap with the Heart Rate service.
  case heartRate
  /// A device that reports power: a meter, or a trainer older than Fitness Machine; only a connection shows which.
  case cyclingPower
  /// A device chosen as a power meter.
  case power
  /// A device that reports cadence, or was chosen for it.
  case cadence
  /// A fan that can be controlled.
  case fan
  /// A device with the name, or the manufacturer's service, of a trainer; only a connection shows whether it is one.
  case candidate
  /// A treadmill, which rides never use; the same applies to the following kinds.
  case treadmill
  case crossTrainer
  case stepClimber
  case stairClimber
  case rower

  /// The fitness machines other than bikes.
  public static let otherMachines: [DeviceKind] = [.treadmill, .crossTrainer, .stepClimber, .stairClimber, .rower]

  /// The kind of a device with a role.
  public init(_ role: DeviceRole) {
    switch role {
    case .trainer: self = .trainer
    case .heartRate: self = .heartRate
    case .power: self = .power
    case .cadence: self = .cadence
    case .fan: self = .fan
    }
  }

  /// The role of such a device in a ride; nil if only a connection shows it, or if rides never use the device.
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

/// The kind of an incident on a ride's connections.
package enum LinkIncidentKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// The connection was lost.
  case drop
  /// The device was connected, but silent.
  case silence
  /// The device refused a connection or a subscription.
  case refusal
  /// A measure against a radio that did not connect.
  case remedy
  /// The daemon was not running.
  case interruption
}

/// The state of the connection to a device.
public enum LinkState: String, Codable, Hashable, Sendable, CaseIterable {
  /// Known, but not connected and not needed now.
  case away
  /// A connection was requested and is pending.
  case connecting
  /// Connected; subscriptions and control are being set up.
  case preparing
  /// Connected and in use.
  case connected
}
