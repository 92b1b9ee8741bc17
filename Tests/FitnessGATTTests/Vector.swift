import FitnessGATT
import Testing

/// Bytes of one characteristic and the fields that they hold.
struct Vector: Sendable, CustomTestStringConvertible {
  var characteristic: KnownCharacteristic
  var bytes: [UInt8]
  /// As `GATTField` prints them.
  var fields: [String]
  /// The lengths at which the bytes, cut, are a shorter value; at all others they are none.
  var shorterValues: Set<Int>
  /// Whether encoding gives the same bytes again; not so where some are ignored or repaired.
  var isCanonical: Bool

  init(
    _ characteristic: KnownCharacteristic, _ hex: String, _ fields: [String], shorterValues: Set<Int> = [],
    isCanonical: Bool = true
  ) {
    self.characteristic = characteristic
    bytes = [UInt8](hex: hex)
    self.fields = fields
    self.shorterValues = shorterValues
    self.isCanonical = isCanonical
  }

  var testDescription: String { "\(characteristic) \(bytes.hex)" }

  static let all = indoorBikeData + controlPoint + status + machine + heartRate + device
}
