import FitnessGATT
import Testing

/// The bytes of a characteristic and their fields.
struct Vector: Sendable, CustomTestStringConvertible {
  var characteristic: KnownCharacteristic
  var bytes: [UInt8]
  /// The descriptions of the `GATTField`s.
  var fields: [String]
  /// The lengths at which the cut bytes form a shorter value; at any other length decoding fails.
  var shorterValues: Set<Int>
  /// Whether encoding restores the same bytes; false if decoding ignores or corrects some of them.
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

  static let all = indoorBikeData + controlPoint + status + machine + heartRate + cycling + device + headwind + trainers
}

extension [UInt8] {
  /// Parses pairs of hexadecimal digits; spaces are ignored.
  init(hex: String) {
    let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  var hex: String {
    map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
