/// A ride as a rider requests it: the same type in messages and with the stored ride.
///
/// Its work is `watts` with `minutes` or `endless`; or `plan`; or `plannedFor`; or `zone2` with `minutes` or `endless`;
/// or `free`, which lasts until it is stopped unless `minutes` are given. A free ride may begin with a slope or a
/// resistance.
///
/// To add an option, add to this file: a member, and a row of the table; add it to `options` if it does not define the
/// work.
package struct RideRequest: Codable, Hashable, Sendable {
  /// The power to hold, in watts; with `zone2`, the start power, absent to use the final power of the last such ride.
  package var watts: Int?
  /// The length of the ride, in minutes of timer time, without warm-up and cool-down.
  package var minutes: Double?
  /// Whether the ride lasts until it is stopped, instead of `minutes`.
  package var endless: Bool?
  /// Whether the ride is free, without a target.
  package var free: Bool?
  /// The slope with which a free ride begins, in percent.
  package var slopePercent: Double?
  /// The constant brake with which a free ride begins, in percent of the trainer's greatest one.
  package var resistancePercent: Double?
  /// A ramp up to the power before a ride with `watts` or `zone2`, in seconds.
  package var warmupSeconds: Int?
  /// A ramp down from the power after it, in seconds.
  package var cooldownSeconds: Int?
  /// The plan to ride, by name.
  package var plan: String?
  /// The day in the services' calendars whose first unridden workout is to be ridden.
  @OptionalOpenValue package var plannedFor: PlannedDay?
  /// Whether the heart rate controls the power, within Zone 2.
  package var zone2: Bool?
  /// Whether the target is reduced while DFA alpha-1 stays under 0.75.
  package var dfa: Bool?
  /// The heart rate above which the target is reduced, in beats a minute.
  package var maximumHeartRate: Int?
  /// Whether to use a strap; absent means yes, and false also excludes a chosen strap.
  package var heartRate: Bool?

  package init(
    watts: Int? = nil, minutes: Double? = nil, endless: Bool? = nil, free: Bool? = nil, warmupSeconds: Int? = nil,
    cooldownSeconds: Int? = nil, plan: String? = nil, plannedFor: PlannedDay? = nil, zone2: Bool? = nil,
    dfa: Bool? = nil, maximumHeartRate: Int? = nil, heartRate: Bool? = nil
  ) {
    self.watts = watts
    self.minutes = minutes
    self.endless = endless
    self.free = free
    self.warmupSeconds = warmupSeconds
    self.cooldownSeconds = cooldownSeconds
    self.plan = plan
    self.plannedFor = plannedFor
    self.zone2 = zone2
    self.dfa = dfa
    self.maximumHeartRate = maximumHeartRate
    self.heartRate = heartRate
  }

  /// The brake with which a free ride begins; nil for a flat road.
  package var brake: Brake? {
    slopePercent.map { .slope(percent: $0) } ?? resistancePercent.map { .resistance(percent: $0) }
  }

  /// The guards of the ride.
  package var guards: TargetGuards { TargetGuards(maximumBeatsPerMinute: maximumHeartRate, dfa: dfa ?? false) }

  /// Whether DFA alpha-1 guards the ride; without that, its value would only puzzle the rider.
  package var usesAlpha1: Bool { guards.dfa }

  /// Whether the ride lasts until it is stopped.
  package var isEndless: Bool { endless == true || free == true && minutes == nil }

  /// Whether the ride needs a heart rate, independent of its plan.
  package var needsHeartRate: Bool { !guards.isEmpty || zone2 == true }
}

extension RideRequest: Tabled {
  package static let blank = RideRequest()
  package static let members: Members<Self> = [
    .integer("watts", { $0.watts }, { $0.watts = $1 }),
    .number("minutes", in: 0...1e9, { $0.minutes }, { $0.minutes = $1 }),
    .flag("endless", { $0.endless }, { $0.endless = $1 }),
    .flag("free", { $0.free }, { $0.free = $1 }),
    .number("slopePercent", in: Limits.slopePercent, { $0.slopePercent }, { $0.slopePercent = $1 }),
    .number("resistancePercent", in: Limits.resistancePercent, { $0.resistancePercent }, { $0.resistancePercent = $1 }),
    .integer("warmupSeconds", { $0.warmupSeconds }, { $0.warmupSeconds = $1 }),
    .integer("cooldownSeconds", { $0.cooldownSeconds }, { $0.cooldownSeconds = $1 }),
    .text("plan", { $0.plan }, { $0.plan = $1 }),
    .word("plannedFor", { $0._plannedFor.word }, { $0._plannedFor.word = $1 }),
    .flag("zone2", { $0.zone2 }, { $0.zone2 = $1 }),
    .flag("dfa", { $0.dfa }, { $0.dfa = $1 }),
    .integer("maximumHeartRate", { $0.maximumHeartRate }, { $0.maximumHeartRate = $1 }),
    .flag("heartRate", { $0.heartRate }, { $0.heartRate = $1 }),
  ]

  /// The members that are options: they define neither the work nor its intensity or length.
  private static let options: Set<String> = [
    "warmupSeconds", "cooldownSeconds", "dfa", "maximumHeartRate", "heartRate",
  ]

  /// Copies the options that another request has; all other options stay.
  package mutating func takeOptions(of other: RideRequest) {
    for member in Self.members.all where Self.options.contains(member.name) { member.copy(from: other, to: &self) }
  }
}
