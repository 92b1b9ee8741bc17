import ControlWire

/// Intervals of the ride in hand, as people read them.
enum IntervalText {
  /// The answer to a step: where the ride stands in its plan, in a line.
  ///
  /// `Interval 3 of 9, Over: 100 to 200 W, 0:40 to go. Bias +5 %.`
  static func standing(_ plan: PlanStatus, glyphs: Glyphs) -> String {
    let bias = plan.biasPercent == 0 ? "" : " Bias \(Figure.signed(plan.biasPercent)) %."
    guard let interval = plan.interval else { return over(plan) + bias }
    guard plan.name != nil || plan.intervals > 1 else {
      // A steady ride has no intervals to speak of.
      let aim = interval.handWatts.map { "\($0) W" } ?? aim(interval, glyphs)
      return "\(aim), \(left(interval)).\(bias)"
    }
    let label = interval.label.map { ", \($0.printable)" } ?? ""
    return
      "Interval \(interval.number) of \(plan.intervals)\(label): \(aim(interval, glyphs)), \(left(interval)).\(bias)"
  }

  /// That nothing is left to ride.
  static func over(_ plan: PlanStatus) -> String {
    plan.intervals == 1 ? "The interval is over." : "All \(plan.intervals) intervals are over."
  }

  /// What an interval aims at: `150 W`, `100 to 200 W`, `225 W by hand (216 W planned)`, `Zone 2, 120–140 bpm`, `free`.
  static func aim(_ interval: IntervalStatus, _ glyphs: Glyphs) -> String {
    if let zone = interval.zone {
      let range = heartRates(interval, glyphs).map { ", \($0)" } ?? ""
      return "Zone \(zone)\(range)"
    }
    let planned = interval.watts.map { watts in
      interval.toWatts.map { "\(watts) to \($0) W" } ?? "\(watts) W"
    }
    guard let hand = interval.handWatts else { return planned ?? "free" }
    return "\(hand) W by hand (\(planned.map { "\($0) planned" } ?? "planned free"))"
  }

  /// The heart rates of the zone that an interval keeps: `120–140 bpm`; nil where it keeps none.
  static func heartRates(_ interval: IntervalStatus, _ glyphs: Glyphs) -> String? {
    guard let from = interval.zoneFrom, let to = interval.zoneTo else { return nil }
    return "\(from)\(glyphs.dash)\(to) bpm"
  }

  /// The cadence that an interval wants: `90 rpm`, `85–95 rpm`; nil where any will do.
  static func cadence(from: Int?, to: Int?, _ glyphs: Glyphs) -> String? {
    switch (from, to) {
    case (let from?, let to?) where from != to: "\(from)\(glyphs.dash)\(to) rpm"
    case (let cadence?, _), (nil, let cadence?): "\(cadence) rpm"
    case (nil, nil): nil
    }
  }

  /// What is left of an interval: `0:40 to go`, `12 m to go`, or what ends it.
  static func left(_ interval: IntervalStatus) -> String {
    switch interval.end {
    case .activity: "until you say `jz2ctl done`"
    case .timer: "\(ClockTime(interval.remainingSeconds ?? 0)) to go"
    case .distance, .location: interval.remainingMeters.map { "\(meters($0)) to go" } ?? "to its place"
    }
  }

  /// How long an interval is in all: `2:00`, `500 m`, or what ends it.
  static func length(_ interval: IntervalStatus) -> String {
    switch interval.end {
    case .activity: "until `jz2ctl done`"
    case .timer: "\(ClockTime(sum(interval.timerSeconds, interval.remainingSeconds ?? 0)))"
    case .distance: meters(interval.meters + (interval.remainingMeters ?? 0))
    case .location: interval.remainingMeters.map { "\(meters(interval.meters + $0)) to its place" } ?? "to its place"
    }
  }

  /// Number and label: `3 Over`.
  static func title(_ number: Int, _ label: String?) -> String {
    label.map { "\(number) \($0.printable)" } ?? "\(number)"
  }

  /// A distance: `12 m`, from a kilometre on `2.50 km`.
  static func meters(_ value: Double) -> String {
    value < 999.5 ? "\(Figure.text(value, decimals: 0)) m" : "\(Figure.text(value / 1000, decimals: 2)) km"
  }

  /// What an interval that is over took: `1:00`, `1:00, 512 m` where it was measured in metres.
  static func taken(_ interval: ExpiredInterval) -> String {
    let time = "\(ClockTime(interval.timerSeconds))"
    let isMeasured = interval.end == .distance || interval.end == .location
    return isMeasured ? "\(time), \(meters(interval.meters))" : time
  }

  /// How an interval came to its end, where that is not as planned.
  static func outcome(_ interval: ExpiredInterval) -> String? {
    switch interval.outcome {
    case .expired: nil
    case .skipped: "skipped"
    case .left: "went back"
    }
  }

  private static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}
