import ArgumentParser
import ControlWire
import RideText

/// A length of time as it is typed: `1:00` (minutes and seconds), `1:30:00`, or with units, `90s`, `10m`, `1h30m`.
///
/// A bare number is refused: it could mean seconds or minutes.
struct DurationArgument: ExpressibleByArgument, Equatable {
  /// Whole seconds; 0 for a cue at the start of its interval.
  let seconds: Int

  init?(argument: String) {
    guard let seconds = Self.clock(argument) ?? Self.units(argument) else { return nil }
    self.seconds = seconds
  }

  private static func clock(_ text: String) -> Int? {
    text.contains(":") ? RideTimeArgument(argument: text)?.seconds : nil
  }

  /// Parses units from the largest to the smallest, each at most once: `1h30m`, `2min`, `90s`.
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

/// A time within a ride as it is typed: `1:23:45`, `23:45` or a number of seconds.
struct RideTimeArgument: ExpressibleByArgument, Equatable {
  /// Whole seconds from the start of the ride.
  let seconds: Int

  init?(argument: String) {
    let words = argument.split(separator: ":", omittingEmptySubsequences: false)
    let parts = words.compactMap { word -> Int? in
      guard (1...7).contains(word.utf8.count) else { return nil }
      return word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(word) : nil
    }
    guard (1...3).contains(parts.count), parts.count == words.count else { return nil }
    // Two digits below 60 follow each colon.
    guard zip(words, parts).dropFirst().allSatisfy({ $0.utf8.count == 2 && $1 < 60 }) else { return nil }
    seconds = parts.reduce(0) { $0 * 60 + $1 }
  }
}

/// A distance as it is typed: `25`, `25m`, `2.5km`.
struct DistanceArgument: ExpressibleByArgument, Equatable {
  /// Metres, above 0.
  let meters: Double

  init?(argument: String) {
    guard let meters = Self.meters(argument, needsUnit: false) else { return nil }
    self.meters = meters
  }

  /// Parses a distance.
  ///
  /// - Returns: Metres; nil if it is malformed or 0, and if `needsUnit` and the unit is missing.
  static func meters(_ text: String, needsUnit: Bool) -> Double? {
    let text = text.lowercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let scale: Double
    switch text.dropFirst(digits.count) {
    case "km": scale = 1000
    case "m": scale = 1
    case "" where !needsUnit: scale = 1
    default: return nil
    }
    guard digits.count <= 12, let value = Double(digits), value > 0 else { return nil }
    return value * scale
  }
}

/// The extension of an interval as it is typed: a time, `2:00` or `90s`, or a distance, `500m` or `1km`.
///
/// Here `m` means metres, since an interval may end by either measure; minutes are `2:00` or `2min`.
extension IntervalExtension: ExpressibleByArgument {
  package init?(argument: String) {
    if let meters = DistanceArgument.meters(argument, needsUnit: true) {
      self = .meters(meters)
    } else if let time = DurationArgument(argument: argument), time.seconds > 0 {
      self = .seconds(time.seconds)
    } else {
      return nil
    }
  }
}

/// A place as it is typed: latitude and longitude in degrees, `47.3769,8.5417`; south and west are negative.
struct PlaceArgument: ExpressibleByArgument, Equatable {
  /// −90…90.
  let latitudeDegrees: Double
  /// −180…180.
  let longitudeDegrees: Double

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    let parts = words.compactMap { word in
      word.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) } ? Double(word) : nil
    }
    guard words.count == 2, parts.count == 2, (-90...90).contains(parts[0]), (-180...180).contains(parts[1]) else {
      return nil
    }
    (latitudeDegrees, longitudeDegrees) = (parts[0], parts[1])
  }
}

/// A cue as it is typed: `0:30 Ease off`; the time counts from the start of the interval.
struct CueArgument: ExpressibleByArgument, Equatable {
  /// The cue, shown for ten seconds.
  let cue: PlannedCue

  init?(argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let time = DurationArgument(argument: String(words[0])) else { return nil }
    cue = PlannedCue(atSeconds: time.seconds, seconds: 10, text: String(words[1]).trimmingEnd)
  }
}
