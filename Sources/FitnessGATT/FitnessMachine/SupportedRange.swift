/// Minimum, maximum and increment as the range characteristics send them, whatever they hold.
struct SupportedRange: Hashable, Sendable {
  var minimum: Int16
  var maximum: Int16
  var increment: UInt16

  /// The six bytes; `quantity` is what the names of the fields end in.
  init(decoding bytes: [UInt8], _ quantity: String) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    minimum = try reader.sint16("Minimum \(quantity)")
    maximum = try reader.sint16("Maximum \(quantity)")
    increment = try reader.uint16("Minimum Increment")
  }

  init(minimum: Int16, maximum: Int16, increment: UInt16) {
    self.minimum = minimum
    self.maximum = maximum
    self.increment = increment
  }

  /// This range made fit for use: an increment of 0 becomes 1; a minimum above the maximum is not allowed.
  func validated(_ quantity: String) throws(DecodingFailure) -> SupportedRange {
    guard minimum <= maximum else {
      throw DecodingFailure(
        .notAllowed, field: "Maximum \(quantity)", offset: 2, needed: 2, available: 4, rawValue: Int(maximum))
    }
    return SupportedRange(minimum: minimum, maximum: maximum, increment: max(1, increment))
  }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(minimum)
    writer.write(maximum)
    writer.write(increment)
    return writer.bytes
  }

  /// The value nearest to `value` that is a whole number of increments above the minimum and not above the maximum.
  ///
  /// Half an increment goes up. The range must be a validated one.
  func clamp(_ value: Int) -> Int16 {
    let (low, high, step) = (Int(minimum), Int(maximum), Int(increment))
    let above = min(max(value, low), high) - low
    let steps = min((above + step / 2) / step, (high - low) / step)
    return Int16(truncatingIfNeeded: low + steps * step)
  }
}
