/// Battery Level (0x2A19): how full a battery is (BAS 1.1, §3.1).
public struct BatteryLevel: Hashable, Sendable {
  /// Percent, 0 to 100.
  public let percent: UInt8

  /// A level; nil above 100 %.
  public init?(percent: UInt8) {
    guard percent <= 100 else { return nil }
    self.percent = percent
  }
}

extension BatteryLevel: CharacteristicValue {
  /// Reads the one byte; above 100 is not allowed.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let percent = try reader.uint8("Battery Level")
    guard let level = BatteryLevel(percent: percent) else {
      throw DecodingFailure(
        .notAllowed, field: "Battery Level", offset: 0, needed: 1, available: bytes.count, rawValue: Int(percent))
    }
    self = level
  }

  /// The one byte.
  public func encoded() -> [UInt8] { [percent] }

  /// The level.
  public var fields: [GATTField] { [GATTField("Battery Level", percent, unit: "%")] }
}
