/// The circumstances of a finished ride that a library stores in addition to its record: with them the ride is
/// complete, and can be stored elsewhere as the same ride.
package struct RideCircumstances: Hashable, Sendable {
  /// The part of the ride that the rider kept.
  package struct Trim: Hashable, Sendable {
    /// In seconds of the whole ride; the upper bound is excluded.
    package var seconds: Range<Int>
    /// The activity ID of the trimmed ride.
    package var activityID: UnixTime

    package init(seconds: Range<Int>, activityID: UnixTime) {
      self.seconds = seconds
      self.activityID = activityID
    }
  }

  /// The plan as ridden; nil for a ride from a file of another program, and for rides from before plans were stored.
  package var plan: RidePlan?
  /// The first target, in watts; 0 for a ride from a file of another program.
  package var targetWatts = 0
  /// The last requested power, in watts; nil if it was not stored.
  package var askedWatts: Int?
  /// The trainer's Bluetooth address, `C0:FF:EE:00:00:01`; nil without a trainer.
  package var trainerAddress: String?
  /// The strap's Bluetooth address; nil without a strap.
  package var strapAddress: String?
  /// The name from the strap's advertisement.
  package var strapName: String?
  /// Whether the clock was confirmed as correct when the start was set; nil if that was not stored.
  package var isStartConfirmed: Bool?
  /// The rider's weight for the virtual speed, in kilograms; nil if it was not stored.
  package var riderKilograms: Double?
  package var guards = TargetGuards()
  /// Whether its rows have positions on the route of its plan.
  package var isOnRoute = false
  /// The power that heart-rate control had learnt, in watts; nil if it had not learnt a power.
  package var learntWatts: Int?
  /// Nil if the ride is not trimmed.
  package var trim: Trim?
  /// The intervals between notifications, by device.
  package var linkIntervals: [DeviceRole: IntervalStatistics] = [:]

  package init() {}
}

// MARK: - Members

extension RideCircumstances: Tabled {
  package static let blank = RideCircumstances()
  package static let members: Members<Self> = [
    .flag("startConfirmed", { $0.isStartConfirmed }, { $0.isStartConfirmed = $1 }),
    .integer("targetWatts", { $0.targetWatts }, { $0.targetWatts = $1 }),
    .integer("askedWatts", { $0.askedWatts }, { $0.askedWatts = $1 }),
    .text("trainerAddress", { $0.trainerAddress }, { $0.trainerAddress = $1 }),
    .text("strapName", { $0.strapName }, { $0.strapName = $1 }),
    .text("strapAddress", { $0.strapAddress }, { $0.strapAddress = $1 }),
    .number(
      "riderKilograms", in: Double.leastNonzeroMagnitude...1e6, { $0.riderKilograms }, { $0.riderKilograms = $1 }),
    .integer(
      "maximumHeartRate", in: 1...MemberRange.number.upperBound, { $0.guards.maximumBeatsPerMinute },
      { $0.guards.maximumBeatsPerMinute = $1 }),
    .mark("dfa", { $0.guards.dfa }, { $0.guards.dfa = $1 }),
    .mark("onRoute", { $0.isOnRoute }, { $0.isOnRoute = $1 }),
    .integer("learntWatts", { $0.learntWatts }, { $0.learntWatts = $1 }),
    .part("trim", { $0.trim }, { $0.trim = $1 }),
    .part("riddenPlan", { $0.plan }, { $0.plan = $1 }),
    .parts("links", most: .max, { $0.links }, { $0.links = $1 }),
  ]

  private var links: [WrittenLink]? {
    get {
      let links = DeviceRole.allCases.compactMap { role in linkIntervals[role].map { WrittenLink(role, $0) } }
      return links.isEmpty ? nil : links
    }
    set {
      linkIntervals = [:]
      for link in newValue ?? [] { linkIntervals[link.device] = link.statistics }
    }
  }
}

extension RideCircumstances.Trim: Tabled, Codable {
  package static let blank = Self(seconds: 0..<0, activityID: UnixTime(milliseconds: 0))
  package static let members: Members<Self> = [
    .integer("fromSeconds", { $0.seconds.lowerBound }) { $0.seconds = $1..<max($1, $0.seconds.upperBound) }.required,
    .integer("toSeconds", { $0.seconds.upperBound }) { $0.seconds = min($1, $0.seconds.lowerBound)..<$1 }.required,
    .text(
      "activityId", of: { LocalMoment($0)?.time }, { $0.activityID.rfc3339Milliseconds }, { $0.activityID = $1 }
    ).required,
  ]

  package var fault: String? { seconds.isEmpty ? "a trim without seconds" : nil }
}

/// The stored form of the intervals between a device's notifications.
private struct WrittenLink: Sendable {
  var device: DeviceRole
  var count = 0
  var shortestNanoseconds = 0
  var longestNanoseconds = 0
  var meanSeconds = 0.0
  var squares = 0.0

  init(_ device: DeviceRole, _ statistics: IntervalStatistics? = nil) {
    self.device = device
    guard let statistics else { return }
    count = statistics.count
    shortestNanoseconds = Self.nanoseconds(statistics.shortest)
    longestNanoseconds = Self.nanoseconds(statistics.longest)
    (meanSeconds, squares) = (statistics.meanSeconds, statistics.squares)
  }

  /// Nil if the numbers are impossible.
  var statistics: IntervalStatistics? {
    IntervalStatistics(
      count: count, shortest: .nanoseconds(shortestNanoseconds), longest: .nanoseconds(longestNanoseconds),
      meanSeconds: meanSeconds, squares: squares)
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
  }
}

extension WrittenLink: Tabled, Codable {
  static let blank = WrittenLink(.trainer)
  static let members: Members<Self> = [
    .text("device", of: DeviceRole.init, { $0.device.rawValue }, { $0.device = $1 }).required,
    .integer("count", in: 1...1 << 53, { $0.count }, { $0.count = $1 }),
    .integer("shortestNanoseconds", in: 0...1 << 53, { $0.shortestNanoseconds }, { $0.shortestNanoseconds = $1 }),
    .integer("longestNanoseconds", in: 0...1 << 53, { $0.longestNanoseconds }, { $0.longestNanoseconds = $1 }),
    .number("meanSeconds", in: 0...1e9, { $0.meanSeconds }, { $0.meanSeconds = $1 }),
    .number("squares", in: 0...Double.greatestFiniteMagnitude, { $0.squares }, { $0.squares = $1 }),
  ]

  var fault: String? { statistics == nil ? "a link without its intervals" : nil }
}
