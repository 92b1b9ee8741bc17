internal import Rides

/// A number with its unit, or a range, in a step: `{"value":60,"units":"%ftp"}`, `{"start":40,"end":50,…}`, `90`.
struct StepSpan: Hashable {
  private let value: Double?
  private let start: Double?
  private let end: Double?
  /// In lower case; empty if it is not stated.
  let units: String

  /// The maximum in any unit.
  ///
  /// Greater numbers are invalid.
  private static let greatest = 100_000.0

  /// Reads a value of a step; nil if it is absent or has no number.
  init?(_ json: JSONValue) {
    func number(_ json: JSONValue) -> Double? {
      json.amount.flatMap { (0...Self.greatest).contains($0) ? $0 : nil }
    }
    if case .object = json {
      (value, start, end) = (number(json["value"]), number(json["start"]), number(json["end"]))
      units = json["units"].word.flatMap { $0.line(most: 20) }?.lowercased() ?? ""
    } else {
      (value, start, end) = (number(json), nil, nil)
      units = ""
    }
    if value == nil, start == nil, end == nil { return nil }
  }

  /// Whether both ends are stated.
  var hasEnds: Bool { start != nil && end != nil }

  /// Whether it is a range, and not a number with an additional range.
  var isRange: Bool { value == nil && hasEnds && start != end }

  var isWatts: Bool { units == "w" || units == "watts" }

  /// The lower and the upper end, which are equal for a single number.
  var bounds: (Double, Double)? {
    guard let first = start ?? value ?? end, let last = end ?? value ?? start else { return nil }
    return (min(first, last), max(first, last))
  }

  /// Returns the power in watts or percent: for a ramp from the first to the last number, else the middle.
  func power(isRamp: Bool, in unit: StepPower.Unit, convert: (Double) -> Double) -> StepPower? {
    guard let first = start ?? value ?? end, let last = end ?? value ?? start else { return nil }
    if isRamp { return StepPower(unit, from: convert(first), to: convert(last)) }
    let (low, high) = (min(first, last), max(first, last))
    // The lowest zone begins at 0, so its middle is too low to ride.
    let middle = value ?? (low < 1 && high > 20 ? 0.9 * high : (low + high) / 2)
    let power = convert(middle)
    return StepPower(unit, from: power, to: power)
  }

  // MARK: - For people

  /// The description for people: `60 % FTP`, `81 to 89 % of threshold`, `zone 2`, `4:30 min/km`.
  var words: String {
    switch units {
    case "w", "watts": "\(figures()) W"
    case "%ftp": "\(figures()) % FTP"
    case "%lthr", "%pace": "\(figures()) % of threshold"
    case "%hr": "\(figures()) % of maximum"
    case "bpm": "\(figures()) bpm"
    case "power_zone", "hr_zone", "pace_zone": "zone \(figures())"
    case "secs/km", "mins_km", "min/km": "\(figures(Self.minutes)) min/km"
    case "secs/mile", "secs/mi", "mins_mile", "min/mile": "\(figures(Self.minutes)) min/mile"
    case "m/s": "\(figures { $0 > 0.1 ? Self.minutes(1000 / $0) : "–" }) min/km"
    case "": figures()
    default: "\(figures()) \(units)"
    }
  }

  /// Returns the number, or both numbers in their original order.
  private func figures(_ text: (Double) -> String = Self.figure) -> String {
    if let start, let end, value == nil, start != end { return "\(text(start)) to \(text(end))" }
    return (value ?? start ?? end).map(text) ?? ""
  }

  /// Returns the number with at most one decimal.
  private static func figure(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Returns a time as `4:30`.
  ///
  /// Numbers below 30 are minutes, others are seconds.
  private static func minutes(_ number: Double) -> String {
    let seconds = Int((number < 30 ? number * 60 : number).rounded())
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }
}
