/// The types of fitness machine that a device claims in its service data for Fitness Machine.
///
/// Source: FTMS 1.0.1, §3.1.2: the data are flags of one octet, and the types of two.
public struct MachineTypes: OptionSet, Hashable, Sendable {
  /// The two octets, as a number.
  public let rawValue: UInt16

  /// The types of a number from the air.
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
  /// A bike, or a trainer.
  public static let indoorBike = MachineTypes(rawValue: 1 << 5)

  /// Every type that is no bike.
  public static let others: MachineTypes = [.treadmill, .crossTrainer, .stepClimber, .stairClimber, .rower]

  /// The types in service data; nil if the data are too short to hold any.
  public init?(serviceData: [UInt8]) {
    guard serviceData.count >= 3 else { return nil }
    self.init(rawValue: UInt16(serviceData[1]) | UInt16(serviceData[2]) << 8)
  }
}

extension Advertisement {
  /// The types of fitness machine that the device claims; nil if it sends no such service data.
  public var machineTypes: MachineTypes? { serviceData[.fitnessMachine].flatMap { MachineTypes(serviceData: $0) } }

  /// The types of a fitness machine that is no bike; empty if the device may be a bike.
  ///
  /// Only known types count: some bikes send other bits, or the octets in the wrong order.
  public var otherMachineTypes: MachineTypes {
    guard let types = machineTypes, !types.contains(.indoorBike) else { return [] }
    return types.intersection(.others)
  }
}
