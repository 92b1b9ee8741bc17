/// A length of time as a rider reads it: `47:05`, `1:02:03`.
struct ClockTime: CustomStringConvertible {
  /// Whole seconds; less than none counts as none.
  let seconds: Int

  init(_ seconds: Int) {
    self.seconds = max(0, seconds)
  }

  var description: String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let tail = Self.padded(seconds % 60)
    return hours > 0 ? "\(hours):\(Self.padded(minutes)):\(tail)" : "\(minutes):\(tail)"
  }

  private static func padded(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
