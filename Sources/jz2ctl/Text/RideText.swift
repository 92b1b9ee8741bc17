import ControlWire

/// Rides as people read them.
enum RideText {
  /// The answer to `start`, below the devices that it took by itself; that a strap is missing is said where one was wanted.
  ///
  /// A steady ride, and one whose plan nobody tells, has no `plan`.
  static func started(
    _ started: Started, plan: PlanStatus? = nil, withHeartRate: Bool = true, glyphs: Glyphs = .ascii
  ) -> String {
    let kind = plan.flatMap { planned($0, started, glyphs) } ?? steady(started)
    let ride = "Ride \(started.ride.id): \(kind) Pedal to begin."
    let found = started.devices.compactMap(DeviceText.taken)
    let misses = withHeartRate && !found.isEmpty && !started.devices.contains { $0.kind == .heartRate }
    let unheld = started.unheld.map { [self.unheld($0)] } ?? []
    return (found + (misses ? [DeviceText.noStrap] : []) + [ride] + unheld).joined(separator: "\n")
  }

  /// That a power of the plan is not held.
  private static func unheld(_ unheld: Unheld) -> String {
    "Interval \(unheld.interval) asks for \(unheld.watts) W, and the trainer holds from \(unheld.minimumWatts) to "
      + "\(unheld.maximumWatts) W: what it does not hold is ridden with the nearest."
  }

  /// What a steady ride is.
  ///
  /// `1:00:00 at 150 W.`
  private static func steady(_ started: Started) -> String {
    let length = started.ride.remainingSeconds.map { "\(ClockTime(started.ride.timerSeconds + $0)) at " } ?? ""
    return length + (started.target.map(target) ?? "free.")
  }

  /// What a ride by a plan or a zone is; nil for a plan that is over already.
  ///
  /// `plan over under, 9 intervals, 35:00, from 150 W.`, `1:00:00 in Zone 2, 120–140 bpm, from 140 W.`
  private static func planned(_ plan: PlanStatus, _ started: Started, _ glyphs: Glyphs) -> String? {
    guard let interval = plan.interval else { return nil }
    let steered = interval.zone == nil ? nil : interval.watts.map { "\($0) W." }
    let begin = (steered ?? started.target.map(target)).map { "from \($0)" } ?? "free at first."
    let length = plan.remainingSeconds.map { "\(ClockTime($0))" }
    let kind =
      if let name = plan.name {
        ["plan \(name.printable)", PlanText.count(plan.intervals), length].compactMap(\.self).joined(separator: ", ")
      } else {
        "\(length.map { "\($0) in " } ?? "")\(IntervalText.aim(interval, glyphs))"
      }
    return "\(kind), \(begin)"
  }

  /// What the ride in hand aims at: its plan, `Zone 2, 120–140 bpm, 1:00:00`, or `150 W, 1:00:00`.
  static func aim(of ride: RideStatus, plan: PlanStatus? = nil, glyphs: Glyphs = .ascii) -> String {
    if let name = plan?.name { return name.printable }
    let isSteered = plan?.interval?.zone != nil
    let steering = isSteered ? plan?.interval.map { IntervalText.aim($0, glyphs) } : nil
    let watts = steering ?? (ride.wantedWatts ?? ride.targetWatts).map { "\($0) W" } ?? "free"
    let length = ride.remainingSeconds.map { ", \(ClockTime(ride.timerSeconds + $0))" } ?? ""
    return watts + length
  }

  /// What is asked of the trainer, and why that is not what is wanted; nil while nothing is asked.
  ///
  /// `150 W`, `100 W (eased from 200 W: heart rate above its limit)`
  static func held(_ ride: RideStatus) -> String? {
    guard let target = ride.targetWatts else { return nil }
    guard let wanted = ride.wantedWatts, let easing = ride.easedBy else { return "\(target) W" }
    let reason =
      switch easing {
      case .range: "\(wanted) W is beyond the trainer"
      case .ramp: "on its way to \(wanted) W"
      case .legs: "eased from \(wanted) W: cadence collapsed"
      case .heartRate: "eased from \(wanted) W: heart rate above its limit"
      case .dfa: "eased from \(wanted) W: DFA alpha-1 is low"
      case .noHeartRate: "eased from \(wanted) W: no heart rate"
      }
    return "\(target) W (\(reason))"
  }

  /// Why the trainer is asked for something else than what is wanted, in a few words.
  static func reason(_ easing: RideStatus.Easing) -> String {
    switch easing {
    case .range: "beyond the trainer"
    case .ramp: "on its way"
    case .legs: "eased: cadence"
    case .heartRate: "eased: heart rate"
    case .dfa: "eased: DFA alpha-1"
    case .noHeartRate: "eased: no heart rate"
    }
  }

  /// A target as it was taken: `150 W.`, or clamped, and why.
  static func target(_ target: Target) -> String {
    guard target.targetWatts != target.askedWatts else { return "\(target.targetWatts) W." }
    let range = [target.minimumWatts.map { "from \($0)" }, target.maximumWatts.map { "to \($0)" }]
      .compactMap(\.self).joined(separator: " ")
    let reason = range.isEmpty ? "" : ": the trainer holds \(range) W"
    return "\(target.targetWatts) W instead of \(target.askedWatts) W\(reason)."
  }

  /// A finished ride in one line and the name of its file.
  static func stopped(_ ride: RideSummary) -> String {
    let file = ride.fileName.map { "\nFile \($0.printable); `jz2ctl export \(ride.id) --output FILE` writes a copy." }
    return summary(ride) + (file ?? "")
  }

  /// A ride in one line.
  ///
  /// `Ride 12: 1:00:00, 149 W, 132 bpm, 537 kJ, 31.40 km.`
  static func summary(_ ride: RideSummary) -> String { "Ride \(ride.id): \(figures(ride))." }

  /// A ride's figures.
  ///
  /// `1:00:00, 149 W, 132 bpm, 537 kJ, 31.40 km`
  static func figures(_ ride: RideSummary) -> String {
    let paused = ride.elapsedSeconds > ride.timerSeconds ? "\(ClockTime(ride.elapsedSeconds)) elapsed" : nil
    let parts = [
      "\(ClockTime(ride.timerSeconds))", paused, ride.averageWatts.map { "\(Figure.text($0, decimals: 0)) W" },
      ride.averageHeartRate.map { "\(Figure.text($0, decimals: 0)) bpm" },
      "\(Figure.text(ride.kilojoules, decimals: 0)) kJ",
      ride.distanceMeters.map { "\(Figure.text($0 / 1000, decimals: 2)) km" },
      ride.state == .finished ? nil : ride.state.rawValue,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
