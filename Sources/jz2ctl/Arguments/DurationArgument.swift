import ArgumentParser

/// A length of time as it is typed: `1:00` (minutes and seconds), `1:30:00`, or with units, `90s`, `10m`, `1h30m`.
///
/// A bare number is none: nobody knows whether seconds or minutes are meant.
struct DurationArgument: ExpressibleByArgument, Equatable {
  /// Whole seconds; none where a cue begins with its interval.
  let seconds: Int

  init?(argument: String) {
    guard let seconds = Self.clock(argument) ?? Self.units(argument) else { return nil }
    self.seconds = seconds
  }

  private static func clock(_ text: String) -> Int? {
    text.contains(":") ? RideTimeArgument(argument: text)?.seconds : nil
  }

  /// Units from the largest, each once: `1h30m`, `2min`, `90s`.
  private static func units(_ text: String) -> Int? {
    var rest = text.lowercased()[...]
    var (total, largest) = (0, Int.max)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard (1...7).contains(digits.count), let count = Int(digits), let size = size(of: unit), size < largest else {
        return nil
      }
      (total, largest) = (total + count * size, size)
      rest = rest.dropFirst(digits.count + unit.count)
    }
    return largest == Int.max ? nil : total
  }

  private static func size(of unit: Substring) -> Int? {
    switch unit {
    case "h": 3600
    case "m", "min": 60
    case "s": 1
    default: nil
    }
  }
}
