/// A field of a message as Garmin's profile has it: its number and how its value is written.
struct FITField: Hashable, Sendable {
  let number: UInt8
  let type: FITBaseType
  /// What a value is multiplied by once `offset` is added.
  let scale: Double
  let offset: Double

  init(_ number: UInt8, _ type: FITBaseType, scale: Double = 1, offset: Double = 0) {
    self.number = number
    self.type = type
    self.scale = scale
    self.offset = offset
  }

  /// In every message that has a time: seconds since FIT's epoch.
  static let timestamp = FITField(253, .uint32)
  static let messageIndex = FITField(254, .uint16)

  func bits(of value: Double?) -> UInt64 { type.bits(of: value.map { ($0 + offset) * scale }) }

  func value(ofNumber number: Double) -> Double { number / scale - offset }

  /// Whether a value is written as it is, not as the nearest within the range.
  func holds(_ value: Double) -> Bool {
    guard let written = type.value(ofBits: bits(of: value)) else { return false }
    return abs(written - (value + offset) * scale) <= 0.5
  }
}
