package import ControlWire
package import Rides

/// The answer to `start`.
package enum StartText {
  /// Returns the devices that the start chose automatically, then the ride and its target.
  ///
  /// A line about a missing strap is added if one was wanted. `plan` is nil for a steady ride or if its status is
  /// unknown; `isEndless` is true if only the rider ends the ride.
  package static func started(
    _ started: Started, plan: PlanStatus? = nil, isEndless: Bool = false, withHeartRate: Bool = true,
    glyphs: Glyphs = .ascii
  ) -> String {
    let kind = plan.flatMap { planned($0, started, glyphs) } ?? steady(started)
    let ride =
      isEndless
      ? String(localized: "Ride \(started.ride.id): \(kind) Pedal to begin; `jz2ctl stop` ends the ride.")
      : String(localized: "Ride \(started.ride.id): \(kind) Pedal to begin.")
    let found = started.devices.compactMap(DeviceText.taken)
    let lacksStrap = withHeartRate && !started.devices.isEmpty && !started.devices.contains { $0.kind == .heartRate }
    let strap = lacksStrap ? [found.isEmpty ? DeviceText.noStrapChosen : DeviceText.noStrap] : []
    let unheld = started.unheld.map { [self.unheld($0)] } ?? []
    return (found + strap + [ride] + unheld).joined(separator: "\n")
  }

  /// Reports a power of the plan that is outside the trainer's range.
  private static func unheld(_ unheld: Unheld) -> String {
    String(
      localized: "Interval \(unheld.interval) asks for \(unheld.watts) W, but the trainer only holds from "
        + "\(unheld.minimumWatts) to \(unheld.maximumWatts) W. It will hold the nearest power.")
  }

  /// Describes a steady ride.
  ///
  /// `1:00:00 at 150 W.`
  private static func steady(_ started: Started) -> String {
    let length = started.ride.remainingSeconds.map { ClockTime(started.ride.timerSeconds + $0) }
    guard let target = started.target else {
      return length.map { String(localized: "\($0), free.") } ?? String(localized: "free.")
    }
    let power = TargetText.target(target)
    return length.map { String(localized: "\($0) at \(power)") } ?? power
  }

  /// Describes a ride by a plan or a zone; nil for a plan that is over.
  ///
  /// `plan over under, 9 intervals, 35:00, from 150 W.`, `1:00:00 in Zone 2, 120–140 bpm, from 140 W.`
  private static func planned(_ plan: PlanStatus, _ started: Started, _ glyphs: Glyphs) -> String? {
    guard let interval = plan.interval else { return nil }
    let steered = interval.zoneFrom == nil ? nil : interval.watts.map { "\($0) W." }
    let power = steered ?? started.target.map(TargetText.target)
    let length = plan.remainingSeconds.map { "\(ClockTime($0))" }
    let kind =
      if let name = plan.name {
        [String(localized: "plan \(name.printable)"), PlanOverview.count(plan.intervals), length].compactMap(\.self)
          .joined(separator: ", ")
      } else {
        length.map { String(localized: "\($0) in \(IntervalText.aim(interval, glyphs))") }
          ?? IntervalText.aim(interval, glyphs)
      }
    return power.map { String(localized: "\(kind), from \($0)") } ?? String(localized: "\(kind), free at first.")
  }
}

/// Texts about the target power of a ride.
package enum TargetText {
  /// Describes the target of the current ride: its plan's name, `Zone 2, 120–140 bpm, 1:00:00`, or `150 W, 1:00:00`.
  static func aim(of ride: RideStatus, plan: PlanStatus? = nil, glyphs: Glyphs = .ascii) -> String {
    if let name = plan?.name { return name.printable }
    let isSteered = plan?.interval?.zoneFrom != nil
    let steering = isSteered ? plan?.interval.map { IntervalText.aim($0, glyphs) } : nil
    let watts = steering ?? (ride.wantedWatts ?? ride.targetWatts).map { "\($0) W" } ?? brake(ride)
    let length = ride.remainingSeconds.map { ", \(ClockTime(ride.timerSeconds + $0))" } ?? ""
    return watts + length
  }

  /// Describes the brake of a ride without a target: `slope 2.5 %`, `resistance 40 %`, `free`.
  static func brake(_ ride: RideStatus) -> String {
    if let slope = ride.slopePercent { return String(localized: "slope \(Figure.short(slope)) %") }
    return ride.resistancePercent.map { String(localized: "resistance \(Figure.short($0)) %") }
      ?? String(localized: "free")
  }

  /// Confirms a slope.
  package static func slope(_ reply: NewSlope) -> String {
    String(localized: "Slope \(Figure.short(reply.slopePercent)) %.")
  }

  /// Confirms a resistance.
  package static func resistance(_ reply: NewResistance) -> String {
    String(localized: "Resistance \(Figure.short(reply.resistancePercent)) %.")
  }

  /// Describes the trainer's target power, and why it differs from the wanted power; nil without a target.
  ///
  /// `150 W`, `100 W (eased from 200 W: heart rate above its limit)`
  package static func held(_ ride: RideStatus) -> String? {
    guard let target = ride.targetWatts else { return nil }
    guard let wanted = ride.wantedWatts, let easing = ride.easedBy else { return "\(target) W" }
    let reason =
      switch easing {
      case .range: String(localized: "the trainer cannot hold \(wanted) W")
      case .ramp: String(localized: "rising to \(wanted) W")
      case .legs: String(localized: "eased from \(wanted) W: cadence collapsed")
      case .heartRate: String(localized: "eased from \(wanted) W: heart rate above its limit")
      case .dfa: String(localized: "eased from \(wanted) W: DFA alpha-1 is low")
      case .noHeartRate: String(localized: "eased from \(wanted) W: no heart rate")
      case .zoneLimit: String(localized: "power limit of the zone")
      }
    return "\(target) W (\(reason))"
  }

  /// Explains briefly why the trainer's target power differs from the wanted one.
  static func reason(_ easing: TargetEasing) -> String {
    switch easing {
    case .range: String(localized: "trainer limit")
    case .ramp: String(localized: "rising")
    case .legs: String(localized: "eased: cadence")
    case .heartRate: String(localized: "eased: heart rate")
    case .dfa: String(localized: "eased: DFA alpha-1")
    case .noHeartRate: String(localized: "eased: no heart rate")
    case .zoneLimit: String(localized: "zone limit")
    }
  }

  /// Confirms a target: `150 W.`, or reports that it was clamped, and to which range.
  package static func target(_ target: Target) -> String {
    guard target.targetWatts != target.askedWatts else { return "\(target.targetWatts) W." }
    let (held, asked) = (target.targetWatts, target.askedWatts)
    switch (target.minimumWatts, target.maximumWatts) {
    case (let from?, let to?) where target.rangeAssumed == true:
      return String(
        localized: "\(held) W instead of \(asked) W: the trainer does not report its range, so \(from) to \(to) W "
          + "is assumed.")
    case (let from?, let to?):
      return String(localized: "\(held) W instead of \(asked) W: the trainer holds from \(from) to \(to) W.")
    case (let from?, nil):
      return String(localized: "\(held) W instead of \(asked) W: the trainer holds at least \(from) W.")
    case (nil, let to?): return String(localized: "\(held) W instead of \(asked) W: the trainer holds at most \(to) W.")
    case (nil, nil): return String(localized: "\(held) W instead of \(asked) W.")
    }
  }
}
