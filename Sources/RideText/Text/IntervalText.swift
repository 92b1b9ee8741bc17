import ControlWire
package import Rides

/// Texts about intervals of the current ride.
package enum IntervalText {
  /// The answer to a step: the ride's position in its plan, in one line.
  ///
  /// `Interval 3 of 9, Over: 100 to 200 W, 0:40 to go. Bias +5 %.`
  package static func standing(_ plan: PlanStatus, glyphs: Glyphs) -> String {
    let bias = plan.biasPercent == 0 ? "" : " " + String(localized: "Bias \(Figure.signed(plan.biasPercent)) %.")
    guard let interval = plan.interval else { return over(plan) + bias }
    guard plan.name != nil || plan.intervals > 1 else {
      // A steady ride is one interval, so its number is left out.
      let hand = interval.handFree == true ? String(localized: "free") : interval.handWatts.map { "\($0) W" }
      let aim = hand ?? aim(interval, glyphs)
      return "\(aim), \(left(interval)).\(bias)"
    }
    let label = interval.label.map { ", \($0.printable)" } ?? ""
    let place = String(localized: "Interval \(interval.number) of \(plan.intervals)")
    let goal = "\(aim(interval, glyphs)), \(left(interval))"
    return String(localized: "\(place + label): \(goal).") + bias
  }

  /// Reports that no interval is left.
  static func over(_ plan: PlanStatus) -> String {
    plan.intervals == 1
      ? String(localized: "The interval is over.") : String(localized: "All \(plan.intervals) intervals are over.")
  }

  /// Describes an interval's target: `150 W`, `100 to 200 W`, `225 W by hand (216 W planned)`,
  /// `Zone 2, 120–140 bpm`, `120–130 bpm`, `free`, `free by hand (216 W planned)`.
  static func aim(_ interval: IntervalStatus, _ glyphs: Glyphs) -> String {
    guard interval.handFree == true else { return powerAim(interval, glyphs) }
    return String(localized: "free by hand (\(powerAim(interval, glyphs)) planned)")
  }

  private static func powerAim(_ interval: IntervalStatus, _ glyphs: Glyphs) -> String {
    let zone = interval.zone.map { String(localized: "Zone \($0)") }
    let goal = [zone, heartRates(interval, glyphs)].compactMap(\.self)
    guard goal.isEmpty else { return goal.joined(separator: ", ") }
    let planned = interval.watts.map { watts in
      interval.toWatts.map { String(localized: "\(watts) to \($0) W") } ?? "\(watts) W"
    }
    guard let hand = interval.handWatts else { return planned ?? String(localized: "free") }
    return planned.map { String(localized: "\(hand) W by hand (\($0) planned)") }
      ?? String(localized: "\(hand) W by hand (planned free)")
  }

  /// Formats the heart-rate target of an interval: `120–140 bpm`; nil without one.
  static func heartRates(_ interval: IntervalStatus, _ glyphs: Glyphs) -> String? {
    guard let from = interval.zoneFrom, let to = interval.zoneTo else { return nil }
    return "\(span(from, to, glyphs)) \(Figure.heartRateUnit)"
  }

  /// Formats the cadence target of an interval: `90 rpm`, `85–95 rpm`; nil without one.
  static func cadence(from: Int?, to: Int?, _ glyphs: Glyphs) -> String? {
    switch (from, to) {
    case (let from?, let to?): "\(span(from, to, glyphs)) \(Figure.cadenceUnit)"
    case (let cadence?, nil), (nil, let cadence?): "\(cadence) \(Figure.cadenceUnit)"
    case (nil, nil): nil
    }
  }

  /// Formats the bounds of a range: `85–95`; `90` if they are the same.
  static func span(_ from: Int, _ to: Int, _ glyphs: Glyphs) -> String {
    from == to ? "\(from)" : "\(from)\(glyphs.dash)\(to)"
  }

  /// Describes the rest of an interval: `0:40 to go`, `12 m to go`, or its end.
  static func left(_ interval: IntervalStatus) -> String {
    switch interval.end {
    case .activity: String(localized: "until `jz2ctl next`")
    case .timer: String(localized: "\(ClockTime(interval.remainingSeconds ?? 0)) to go")
    case .distance, .location:
      interval.remainingMeters.map { String(localized: "\(meters($0)) to go") } ?? String(localized: "to the place")
    }
  }

  /// Describes the whole length of an interval: `2:00`, `500 m`, or its end.
  static func length(_ interval: IntervalStatus) -> String {
    switch interval.end {
    case .activity: String(localized: "until `jz2ctl next`")
    case .timer: "\(ClockTime(sum(interval.timerSeconds, interval.remainingSeconds ?? 0)))"
    case .distance: meters(interval.meters + (interval.remainingMeters ?? 0))
    case .location:
      interval.remainingMeters.map { String(localized: "\(meters(interval.meters + $0)) to the place") }
        ?? String(localized: "to the place")
    }
  }

  /// Joins number and label: `3 Over`.
  static func title(_ number: Int, _ label: String?) -> String {
    label.map { "\(number) \($0.printable)" } ?? "\(number)"
  }

  /// Formats a distance: `12 m`, `2.50 km` from one kilometre.
  static func meters(_ value: Double) -> String {
    Figure.way(metres: value)
  }

  /// Formats the length of an ended interval: `1:00`; `1:00, 512 m` if it ended by distance or at a place.
  static func taken(_ interval: ExpiredInterval) -> String {
    let time = "\(ClockTime(interval.timerSeconds))"
    let isMeasured = interval.end == .distance || interval.end == .location
    return isMeasured ? "\(time), \(meters(interval.meters))" : time
  }

  /// Compares the power of an ended interval with its target: `267 W of 265`; nil if the power is not known.
  static func power(_ interval: ExpiredInterval) -> String? {
    guard let power = Figure.watts(interval.averageWatts) else { return nil }
    return interval.targetWatts.map { String(localized: "\(power) of \(Figure.text($0, decimals: 0))") } ?? power
  }

  /// Describes the outcome of an interval; nil if it ended as planned.
  static func outcome(_ interval: ExpiredInterval) -> String? {
    interval.outcome.title
  }

  /// Returns the ended intervals except hops, which the rider left or skipped immediately on the way to another
  /// interval.
  static func withoutHops(_ ended: [ExpiredInterval]) -> [ExpiredInterval] {
    ended.filter { $0.outcome == .expired || $0.timerSeconds >= Limits.hopSeconds }
  }

  private static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}
