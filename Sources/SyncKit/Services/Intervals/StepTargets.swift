internal import ControlWire
internal import Rides

/// The targets of a step as far as jz2 can control them.
struct StepTarget: Hashable {
  /// The power to hold, if any.
  var power: StepPower?
  /// The heart-rate range, in beats a minute, if any.
  var beats: ClosedRange<Int>?
  /// Texts for the rider at the beginning of the step.
  var cues: [String] = []
  /// The difference between the interval and the written step, if any.
  var departure: String?
}

/// Reads the targets of steps.
///
/// Power takes precedence over heart rate, heart rate over pace. With `resolve=true` the service adds each target in
/// watts or beats (`_power`, `_hr`), computed from the rider's settings there; these take precedence over percentages
/// and zones.
struct StepTargets: Hashable {
  /// Half the width of the range around a single heart rate, as a fraction of it: 136 to 144 around 140 bpm.
  static let bandShare = 0.03

  private let settings: RiderSettings
  /// The upper bounds of the power zones, in percent of the threshold.
  private let powerZones: [Double]
  /// The upper bounds of the heart-rate zones, in beats a minute; nil if only percentages are known.
  private let heartRateZones: [Double]?

  /// The service's default heart-rate zones, Friel's, in percent of the threshold.
  ///
  /// Its default power zones are Coggan's.
  private static let usualHeartRateZones = [80.0, 89, 93, 99, 102, 106, 110]

  init(_ document: JSONValue, settings: RiderSettings) {
    self.settings = settings
    let zones = document["sportSettings"]
    powerZones = Self.bounds(zones["power_zones"]) ?? TrainingZones.usualPower
    heartRateZones = Self.bounds(zones["hr_zones"])
  }

  private static func bounds(_ list: JSONValue) -> [Double]? {
    guard let list = list.list, (2...20).contains(list.count) else { return nil }
    let bounds = list.compactMap(\.amount)
    guard bounds.count == list.count, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }), (bounds.first ?? 0) > 0
    else { return nil }
    return bounds
  }

  /// Returns the targets of a step.
  ///
  /// - Parameters:
  ///   - step: A step that is not a group.
  ///   - hasLength: Whether its end is known, as a ramp needs it.
  /// - Returns: The targets that jz2 can control, and texts for the rider.
  func target(of step: JSONValue, hasLength: Bool) -> StepTarget {
    let power = StepSpan(step["power"])
    let beats = StepSpan(step["hr"])
    let pace = StepSpan(step["pace"])
    var target = StepTarget()

    if step["freeride"].isTrue || step["free"].isTrue {
      target.cues = [power, beats, pace].compactMap { $0.map { "About \($0.words)" } }
      return target
    }
    if step["maxeffort"].isTrue {
      target.cues = ["All out"] + [power, beats].compactMap { $0?.words }
      return target
    }
    if let power {
      if let steered = self.power(power, resolved: step["_power"], isRamp: step["ramp"].isTrue && hasLength) {
        target.power = steered
        if !steered.isRamp, power.isRange { target.cues.append("Power \(power.words)") }
        if let beats { target.cues.append("Heart rate \(beats.words)") }
        if let pace { target.cues.append("Pace \(pace.words)") }
        return target
      }
      target.cues.append("Power \(power.words): ride by feel")
      target.departure = "power \(power.words) is unknown to jz2"
    }
    if let beats {
      switch self.beats(beats, resolved: step["_hr"]) {
      case .range(let range): target.beats = range
      case .missing(let setting):
        target.cues.append("Heart rate \(beats.words): set your \(setting) so that jz2 can steer it")
        target.departure = "heart rate \(beats.words) needs the \(setting), which is not set"
      case .unknown:
        target.cues.append("Heart rate \(beats.words): ride by feel")
        target.departure = "heart rate \(beats.words) is unknown to jz2"
      }
    }
    if let pace {
      target.cues.append("Pace \(pace.words)")
      if target.beats == nil, target.departure == nil { target.departure = "the pace \(pace.words) cannot be steered" }
    }
    if let departure = target.departure {
      target.departure = target.beats == nil ? "\(departure): free riding" : "\(departure): heart rate steers"
    }
    return target
  }

  /// Returns the cadence of a step; nil for any cadence.
  static func cadence(_ value: JSONValue) -> ClosedRange<Int>? {
    guard let span = StepSpan(value), let (low, high) = span.bounds, high.rounded() >= 1 else { return nil }
    return Limits.cadenceRpm.clamped(low)...Limits.cadenceRpm.clamped(high)
  }

  // MARK: - Power

  private func power(_ span: StepSpan, resolved: JSONValue, isRamp: Bool) -> StepPower? {
    if let watts = StepSpan(resolved), watts.units.isEmpty || watts.isWatts, !isRamp || watts.hasEnds {
      return watts.power(isRamp: isRamp, in: .watts) { $0 }
    }
    if span.isWatts { return span.power(isRamp: isRamp, in: .watts) { $0 } }
    switch span.units {
    case "%ftp": return span.power(isRamp: isRamp, in: .percent) { $0 }
    case "power_zone":
      // The middle of a range of zones may lie between two zones.
      return span.power(isRamp: isRamp, in: .percent) { TrainingZones.middle(of: $0, in: powerZones) }
    default: return nil
    }
  }

  // MARK: - Heart rate

  private enum Beats {
    case range(ClosedRange<Int>)
    /// A setting is missing, with its name for the rider.
    case missing(String)
    case unknown
  }

  private func beats(_ span: StepSpan, resolved: JSONValue) -> Beats {
    if let beats = StepSpan(resolved), beats.units.isEmpty || beats.units == "bpm" {
      // The service may resolve a single percentage to a range.
      if let range = Self.range(beats, ofOne: 1) { return .range(range) }
    }
    switch span.units {
    case "bpm": return Self.range(span, ofOne: 1).map { .range($0) } ?? .unknown
    case "%lthr":
      guard let threshold = settings.thresholdHeartRate else { return .missing("threshold heart rate") }
      return Self.range(span, ofOne: Double(threshold) / 100).map { .range($0) } ?? .unknown
    case "%hr":
      guard let maximum = settings.maximumHeartRate else { return .missing("maximum heart rate") }
      return Self.range(span, ofOne: Double(maximum) / 100).map { .range($0) } ?? .unknown
    case "hr_zone":
      guard let (first, last) = span.bounds, first >= 1, last <= 20 else { return .unknown }
      let share: Double
      if heartRateZones != nil {
        share = 1
      } else if let threshold = settings.thresholdHeartRate {
        share = Double(threshold) / 100
      } else {
        return .missing("threshold heart rate")
      }
      let zones = heartRateZones ?? Self.usualHeartRateZones
      // A zone begins one beat, or one percent, above the zone below it.
      let low = (TrainingZones.bounds(of: Int(first), in: zones).low + 1) * share
      let high = TrainingZones.bounds(of: Int(last), in: zones).high * share
      return Self.range(low, high).map { .range($0) } ?? .unknown
    default: return .unknown
    }
  }

  private static func range(_ span: StepSpan, ofOne share: Double) -> ClosedRange<Int>? {
    guard let (low, high) = span.bounds else { return nil }
    if span.isRange || span.hasEnds, low < high { return range(low * share, high * share) }
    return range(low * share * (1 - bandShare), low * share * (1 + bandShare))
  }

  /// Returns a range in whole beats, within the limits of a heart rate; nil if it is outside of them.
  ///
  /// If the lower end is less than half the upper end, as in the lowest zone, it becomes 80% of the upper end.
  private static func range(_ low: Double, _ high: Double) -> ClosedRange<Int>? {
    let low = low < high / 2 ? high * TrainingZones.lowestShare : low
    guard high >= Double(Limits.heartRate.lowerBound), low <= Double(Limits.heartRate.upperBound), low <= high else {
      return nil
    }
    return Limits.heartRate.clamped(low)...Limits.heartRate.clamped(high)
  }
}

/// The power of a step, within the limits.
struct StepPower: Hashable {
  enum Unit {
    case watts
    /// Percent of the functional threshold power.
    case percent
  }

  var unit: Unit
  var from: Double
  var to: Double

  var isRamp: Bool { from != to }

  init(_ unit: Unit, from: Double, to: Double) {
    self.unit = unit
    // A power of 0 becomes the lowest power that the trainer can brake with.
    switch unit {
    case .watts: (self.from, self.to) = (Double(Limits.watts.clamped(from)), Double(Limits.watts.clamped(to)))
    case .percent:
      let limits = Limits.thresholdPercent
      func tenths(_ percent: Double) -> Double {
        (min(max(percent, limits.lowerBound), limits.upperBound) * 10).rounded() / 10
      }
      (self.from, self.to) = (tenths(from), tenths(to))
    }
  }

  /// Sets the power of an interval.
  func begin(_ interval: inout PlannedInterval) {
    switch unit {
    case .watts:
      interval.watts = Limits.watts.clamped(from)
      if isRamp { interval.toWatts = Limits.watts.clamped(to) }
    case .percent:
      interval.thresholdPercent = from
      if isRamp { interval.toThresholdPercent = to }
    }
  }
}

extension ClosedRange<Int> {
  /// Returns the whole number in the range that is nearest to a finite number.
  fileprivate func clamped(_ value: Double) -> Int {
    Int(Swift.min(Swift.max(value.rounded(), Double(lowerBound)), Double(upperBound)))
  }
}
