/// A ride as a rider asks for it: the same value on the wire and with the ride in the store.
///
/// Its work is `watts` with `minutes` or `endless`; or `plan`; or `plannedFor`; or `zone2` with `minutes` or `endless`;
/// or `free`, which lasts until it is stopped unless `minutes` are given.
///
/// A new option needs in this file: a member, and a row of the table.
package struct RideRequest: Codable, Hashable, Sendable {
  /// The power to hold, in watts; with `zone2` the one to begin at, absent for the one that the last such ride ended with.
  package var watts: Int?
  /// How long to ride, in minutes of timer time; warm-up and cool-down come on top.
  package var minutes: Double?
  /// Whether the ride lasts until it is stopped, in place of `minutes`.
  package var endless: Bool?
  /// Whether riding is free, without a target.
  package var free: Bool?
  /// A ramp up to the power before a ride with `watts` or `zone2`, in seconds.
  package var warmupSeconds: Int?
  /// A ramp down from the power after it, in seconds.
  package var cooldownSeconds: Int?
  /// The plan to ride, by name.
  package var plan: String?
  /// The day whose first workout that was not ridden yet is ridden, as the calendars of services have it.
  @OptionalWord package var plannedFor: PlannedDay?
  /// Whether the heart rate steers the watts, within Zone 2.
  package var zone2: Bool?
  /// Whether the target is eased while DFA alpha-1 stays under 0.75.
  package var dfa: Bool?
  /// A heart rate above which the target is eased, in beats a minute.
  package var maximumHeartRate: Int?
  /// Whether a strap is used; absent for yes, and false leaves out also a chosen one.
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

  /// The guards that the ride has.
  package var guards: TargetGuards { TargetGuards(maximumBeatsPerMinute: maximumHeartRate, dfa: dfa ?? false) }

  /// Whether the ride lasts until it is stopped.
  package var isEndless: Bool { endless == true || free == true && minutes == nil }

  /// Whether the ride needs a heart rate, whatever its plan is.
  package var needsHeartRate: Bool { !guards.isEmpty || zone2 == true }
}

/// A member of a request.
package struct RequestMember: Sendable {
  /// The member's value, by its type.
  package enum Value: Sendable {
    case whole(any WritableKeyPath<RideRequest, Int?> & Sendable)
    case decimal(any WritableKeyPath<RideRequest, Double?> & Sendable)
    case flag(any WritableKeyPath<RideRequest, Bool?> & Sendable)
    case text(any WritableKeyPath<RideRequest, String?> & Sendable)
    case day(any WritableKeyPath<RideRequest, PlannedDay?> & Sendable)
  }

  /// The name on the wire and in files.
  package let name: StaticString
  package let value: Value
  /// Whether the member is an option: it says nothing about what is ridden, nor how hard or how long.
  let isOption: Bool

  fileprivate init(_ name: StaticString, _ value: Value, isOption: Bool = false) {
    self.name = name
    self.value = value
    self.isOption = isOption
  }

  /// Copies the value of one request into another, unless it is absent.
  fileprivate func copy(from source: RideRequest, to request: inout RideRequest) {
    switch value {
    case .whole(let path): request[keyPath: path] = source[keyPath: path] ?? request[keyPath: path]
    case .decimal(let path): request[keyPath: path] = source[keyPath: path] ?? request[keyPath: path]
    case .flag(let path): request[keyPath: path] = source[keyPath: path] ?? request[keyPath: path]
    case .text(let path): request[keyPath: path] = source[keyPath: path] ?? request[keyPath: path]
    case .day(let path): request[keyPath: path] = source[keyPath: path] ?? request[keyPath: path]
    }
  }
}

extension RideRequest {
  /// The table of members, in the order in which files have them.
  package static let members = [
    RequestMember("watts", .whole(\.watts)),
    RequestMember("minutes", .decimal(\.minutes)),
    RequestMember("endless", .flag(\.endless)),
    RequestMember("free", .flag(\.free)),
    RequestMember("warmupSeconds", .whole(\.warmupSeconds), isOption: true),
    RequestMember("cooldownSeconds", .whole(\.cooldownSeconds), isOption: true),
    RequestMember("plan", .text(\.plan)),
    RequestMember("plannedFor", .day(\.plannedFor)),
    RequestMember("zone2", .flag(\.zone2)),
    RequestMember("dfa", .flag(\.dfa), isOption: true),
    RequestMember("maximumHeartRate", .whole(\.maximumHeartRate), isOption: true),
    RequestMember("heartRate", .flag(\.heartRate), isOption: true),
  ]

  /// Takes the options that another request has; the others stay.
  package mutating func takeOptions(of other: RideRequest) {
    for member in Self.members where member.isOption { member.copy(from: other, to: &self) }
  }
}
