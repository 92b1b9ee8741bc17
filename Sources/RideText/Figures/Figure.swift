import ControlWire
package import Rides

/// Formats numbers for the reader.
package enum Figure {
  /// The units of distances, speeds and weights, by the rider's setting; a verb sets them around its answer.
  ///
  /// Only this file converts; all other code is metric.
  @TaskLocal package static var units = UnitSystem.metric

  private static let metersOfMile = 1609.344
  private static let metersOfFoot = 0.3048
  private static let kilogramsOfPound = 0.453_592_37

  package static func kilograms(ofPounds pounds: Double) -> Double { pounds * kilogramsOfPound }

  /// Formats a number in the reader's language with a fixed number of decimals, rounded half away from zero: `31.4`.
  ///
  /// Returns `?` for values that do not fit, such as infinity.
  package static func text(_ value: Double, decimals: Int) -> String {
    text(value, decimals: decimals, separator: Translation.decimalSeparator)
  }

  /// Formats a number for programs, with a point in every language: a coordinate, a cell of a CSV file.
  ///
  /// Returns `?` for values that do not fit, such as infinity.
  package static func pointed(_ value: Double, decimals: Int) -> String {
    text(value, decimals: decimals, separator: ".")
  }

  private static func text(_ value: Double, decimals: Int, separator: Character) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled.isFinite, scaled < 1e15 else { return "?" }
    let digits = String(Int(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals))\(separator)\(padded.suffix(decimals))"
  }

  /// Formats a whole number with its sign: `+5`, `-5`, `0`.
  package static func signed(_ value: Int) -> String {
    value > 0 ? "+\(value)" : "\(value)"
  }

  /// Formats a number in the reader's language with as many decimals as it needs, at most three: `60`, `2.5`.
  package static func short(_ value: Double) -> String { short(value, separator: Translation.decimalSeparator) }

  /// Formats a number for programs with as many decimals as it needs, at most three, with a point in every language.
  package static func shortPointed(_ value: Double) -> String { short(value, separator: ".") }

  private static func short(_ value: Double, separator: Character) -> String {
    var digits = text(value, decimals: 3, separator: separator)
    guard digits.contains(separator) else { return digits }
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.last == separator { digits.removeLast() }
    return digits
  }

  /// Formats a power in watts: `149 W`.
  package static func watts(_ value: Double?) -> String? {
    value.map { "\(text($0, decimals: 0)) W" }
  }

  /// The unit of a heart rate: `bpm`.
  package static var heartRateUnit: String { String(localized: "bpm") }

  /// Formats a heart rate: `132 bpm`.
  package static func heartRate(_ value: Double?) -> String? {
    value.map { "\(text($0, decimals: 0)) \(heartRateUnit)" }
  }

  /// The unit of a cadence: `rpm`.
  static var cadenceUnit: String { String(localized: "rpm") }

  /// Formats a cadence: `88 rpm`.
  package static func cadence(_ value: Double?) -> String? {
    value.map { "\(text($0, decimals: 0)) \(cadenceUnit)" }
  }

  /// Formats a distance: `31.40 km`, `19.51 mi`.
  package static func distance(metres value: Double?) -> String? {
    value.map { meters in
      switch units {
      case .metric: "\(text(meters / 1000, decimals: 2)) km"
      case .imperial: "\(text(meters / metersOfMile, decimals: 2)) mi"
      }
    }
  }

  /// Formats a distance that may be short: `12 m`, `2.50 km` from one kilometre; `40 ft`, `1.55 mi` from a tenth of a
  /// mile.
  package static func way(metres value: Double) -> String {
    switch units {
    case .metric where value < 999.5: "\(text(value, decimals: 0)) m"
    case .imperial where value < metersOfMile / 10: "\(text(value / metersOfFoot, decimals: 0)) ft"
    case .metric, .imperial: distance(metres: value) ?? ""
    }
  }

  /// Formats an altitude or a climb: `812 m`, `2664 ft`.
  static func height(metres value: Double) -> String {
    switch units {
    case .metric: "\(text(value, decimals: 0)) m"
    case .imperial: "\(text(value / metersOfFoot, decimals: 0)) ft"
    }
  }

  /// Formats a speed: `31.4 km/h`, `19.5 mph`.
  package static func speed(kmh value: Double?) -> String? {
    value.map { "\(speedNumber(kmh: $0)) \(speedUnit)" }
  }

  /// A speed without its unit: `31.4`.
  static func speedNumber(kmh value: Double) -> String {
    switch units {
    case .metric: text(value, decimals: 1)
    case .imperial: text(value * 1000 / metersOfMile, decimals: 1)
    }
  }

  static var speedUnit: String {
    switch units {
    case .metric: "km/h"
    case .imperial: "mph"
    }
  }

  /// Formats a weight: `72.5 kg`, `159.8 lb`.
  package static func weight(kilograms value: Double?) -> String? {
    value.map { kilograms in
      switch units {
      case .metric: "\(short(kilograms)) kg"
      case .imperial: "\(short((kilograms / kilogramsOfPound * 10).rounded() / 10)) lb"
      }
    }
  }

  /// Formats work: `538 kJ`.
  package static func work(kilojoules value: Double) -> String {
    "\(text(value, decimals: 0)) kJ"
  }
}

/// A length of time, formatted for the reader: `47:05`, `1:02:03`.
package struct ClockTime: CustomStringConvertible {
  /// Whole seconds; a negative time counts as 0.
  let seconds: Int

  package init(_ seconds: Int) {
    self.seconds = max(0, seconds)
  }

  package var description: String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let tail = Self.padded(seconds % 60)
    return hours > 0 ? "\(hours):\(Self.padded(minutes)):\(tail)" : "\(minutes):\(tail)"
  }

  private static func padded(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
