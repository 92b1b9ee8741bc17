/// Body Sensor Location (0x2A38): where a heart-rate sensor is worn (HRS 1.0, §3.2).
public struct BodySensorLocation: NamedCode {
  /// Somewhere else.
  public static let other = BodySensorLocation(rawValue: 0)
  /// On the chest.
  public static let chest = BodySensorLocation(rawValue: 1)
  /// On the wrist.
  public static let wrist = BodySensorLocation(rawValue: 2)
  /// On a finger.
  public static let finger = BodySensorLocation(rawValue: 3)
  /// On the hand.
  public static let hand = BodySensorLocation(rawValue: 4)
  /// On an ear lobe.
  public static let earLobe = BodySensorLocation(rawValue: 5)
  /// On a foot.
  public static let foot = BodySensorLocation(rawValue: 6)

  /// The number on the air.
  public let rawValue: UInt8

  /// The code with this number, named or reserved.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The specification's name; nil for a reserved code.
  public var name: String? {
    Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : nil
  }

  private static let names = ["Other", "Chest", "Wrist", "Finger", "Hand", "Ear Lobe", "Foot"]
}

extension BodySensorLocation: CharacteristicValue {
  /// Reads the one byte.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    self.init(rawValue: try reader.uint8("Body Sensor Location"))
  }

  /// The one byte.
  public func encoded() -> [UInt8] { [rawValue] }

  /// The location.
  public var fields: [GATTField] { [GATTField("Body Sensor Location", self)] }
}
