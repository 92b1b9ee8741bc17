/// The types of fitness machine that a device claims in its service data for Fitness Machine.
///
/// Source: FTMS 1.0.1, §3.1.2: the data consist of flags in one octet, and the types in two.
public struct MachineTypes: OptionSet, Hashable, Sendable {
  /// The two octets, as a number.
  public let rawValue: UInt16

  /// Creates the types from their number in service data.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A treadmill.
  public static let treadmill = MachineTypes(rawValue: 1 << 0)
  /// A cross trainer, also called an elliptical.
  public static let crossTrainer = MachineTypes(rawValue: 1 << 1)
  /// A step climber.
  public static let stepClimber = MachineTypes(rawValue: 1 << 2)
  /// A stair climber.
  public static let stairClimber = MachineTypes(rawValue: 1 << 3)
  /// A rowing machine.
  public static let rower = MachineTypes(rawValue: 1 << 4)
  /// A bike or a trainer.
  public static let indoorBike = MachineTypes(rawValue: 1 << 5)

  /// Every type except the bike.
  public static let others: MachineTypes = [.treadmill, .crossTrainer, .stepClimber, .stairClimber, .rower]

  /// Decodes the types in service data; nil if the data are too short.
  public init?(serviceData: [UInt8]) {
    guard serviceData.count >= 3 else { return nil }
    self.init(rawValue: UInt16(serviceData[1]) | UInt16(serviceData[2]) << 8)
  }
}

extension Advertisement {
  /// The types of fitness machine that the device claims; nil if it sends no such service data.
  public var machineTypes: MachineTypes? { serviceData[.fitnessMachine].flatMap { MachineTypes(serviceData: $0) } }

  /// The types of a fitness machine that is not a bike; empty if the device may be a bike.
  ///
  /// Only known types count: some bikes send other bits, or the octets in the wrong order.
  public var otherMachineTypes: MachineTypes {
    guard let types = machineTypes, !types.contains(.indoorBike) else { return [] }
    return types.intersection(.others)
  }
}
