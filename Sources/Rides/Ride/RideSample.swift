/// One second of a ride: the row of the 1 Hz grid that begins `second` seconds after the ride's start.
///
/// A value that did not arrive is absent, never zero and never the old one.
package struct RideSample: Hashable, Sendable {
  /// Whole seconds from the ride's start to the row's start; rows are consecutive.
  package var second: Int
  /// Whether the row is timer time: the timer ran when the row ended.
  package var timerRunning: Bool
  /// Mean of the Instantaneous Power that arrived, in watts: from the power meter if one is chosen and sends, otherwise
  /// from the trainer.
  package var powerWatts: Double?
  /// The trainer's own power in a ride with a power meter, in watts; nil without a meter.
  package var trainerWatts: Double?
  /// The ride's target that the trainer had acknowledged when the row ended, in watts; nil if it held no target.
  package var targetWatts: Int?
  /// Mean of the Instantaneous Cadence that arrived, in revolutions a minute.
  package var cadenceRpm: Double?
  /// The last heart rate that is still valid (`SendingPace`), in beats a minute; never 0.
  package var beatsPerMinute: Int?
  /// Mean of the Instantaneous Speed that arrived, in km/h; if `isVirtual`, the speed that results from the power on a
  /// flat road.
  package var speedKmh: Double?
  /// Distance in timer time up to the row's end, in metres; nil if unknown.
  package var distanceMeters: Double?
  /// RR intervals that arrived, oldest first, in 1/1024 s.
  package var rrIntervals: [UInt16]
  /// DFA alpha-1 of the RR intervals of the last two minutes; nil if they allow no estimate.
  package var alpha1: Double?
  /// Whether speed and distance are computed from power, because the trainer sends neither.
  package var isVirtual: Bool
  /// The rider's position: from the file of another program, or on the route of the plan; nil if unknown.
  package var position: Place?
  /// Height above sea level in metres: from the file of another program, or on the route of the plan; nil if unknown.
  package var altitudeMeters: Double?
  /// The balance and the quality of the pedalling; nil without a meter that sends them.
  package var pedalling: Pedalling?
  /// Values that only files of other programs have; nil in a row recorded here.
  package var imported: ImportedValues?
  /// Whether the values are copied from an earlier row, because the file of another program has no values for this
  /// second.
  package var isCarried: Bool

  package init(
    second: Int, timerRunning: Bool, powerWatts: Double? = nil, trainerWatts: Double? = nil,
    targetWatts: Int? = nil, cadenceRpm: Double? = nil, beatsPerMinute: Int? = nil, speedKmh: Double? = nil,
    distanceMeters: Double? = nil, rrIntervals: [UInt16] = [],
    alpha1: Double? = nil, isVirtual: Bool = false, position: Place? = nil, altitudeMeters: Double? = nil,
    pedalling: Pedalling? = nil, imported: ImportedValues? = nil, isCarried: Bool = false
  ) {
    self.second = second
    self.timerRunning = timerRunning
    self.powerWatts = powerWatts
    self.trainerWatts = trainerWatts
    self.targetWatts = targetWatts
    self.cadenceRpm = cadenceRpm
    self.beatsPerMinute = beatsPerMinute
    self.speedKmh = speedKmh
    self.distanceMeters = distanceMeters
    self.rrIntervals = rrIntervals
    self.alpha1 = alpha1
    self.isVirtual = isVirtual
    self.position = position
    self.altitudeMeters = altitudeMeters
    self.pedalling = pedalling
    self.imported = imported
    self.isCarried = isCarried
  }
}

/// The balance of the legs, and the quality of their pedalling, in percent.
///
/// Torque effectiveness and pedal smoothness: FIT profile, message `record`; ANT+ Bicycle Power, page 0x13.
package struct Pedalling: Codable, Hashable, Sendable {
  /// The left leg's share of the power.
  package var leftPercent: Double?
  /// The share of the left leg's forward work that its backward work leaves.
  package var leftTorqueEffectivenessPercent: Double?
  /// The share of the right leg's forward work that its backward work leaves.
  package var rightTorqueEffectivenessPercent: Double?
  /// The left leg's mean power as a share of its greatest power in a revolution, or of both legs if the meter does not
  /// distinguish them.
  package var leftPedalSmoothnessPercent: Double?
  /// The right leg's mean power as a share of its greatest power in a revolution.
  package var rightPedalSmoothnessPercent: Double?

  package init() {}

  /// Torque effectiveness and pedal smoothness, in the order of the members.
  package static var qualities: [any WritableKeyPath<Pedalling, Double?> & Sendable] {
    [
      \.leftTorqueEffectivenessPercent, \.rightTorqueEffectivenessPercent, \.leftPedalSmoothnessPercent,
      \.rightPedalSmoothnessPercent,
    ]
  }
}

/// Values of a second that only files of other programs have.
package struct ImportedValues: Hashable, Sendable {
  /// Temperature, in degrees Celsius.
  package var temperatureCelsius: Double?
  /// The speed exactly as in the file, in metres a second; `speedKmh` is the same, rounded by the conversion.
  package var speedMetersPerSecond: Double?

  package init(temperatureCelsius: Double? = nil, speedMetersPerSecond: Double? = nil) {
    self.temperatureCelsius = temperatureCelsius
    self.speedMetersPerSecond = speedMetersPerSecond
  }
}

// MARK: - Members

/// A column in the table of a ride's rows, used to write and read CSV, JSON and messages.
///
/// A value that a file can have must also be in `RideSample.merge` and `RideSample.hasValue`.
package struct SampleMember: Sendable {
  /// The rides whose table has the column.
  package enum Rides: Sendable {
    case all
    /// Rides recorded here.
    case recorded
    /// Rides with a power meter.
    case metered
    /// Rides from another program's file.
    case imported
    /// Rides from another program's file, and rides on a route.
    case placed
    /// Rides from another program's file, and rides on a route with heights.
    case raised
    /// Rides with a meter that sends the balance or the quality of the pedalling.
    case pedalled
  }

  /// The heading in CSV, with the unit.
  package let heading: StaticString
  package let rides: Rides
  package let member: Member<RideSample>

  fileprivate init(_ heading: StaticString, of rides: Rides = .all, _ member: Member<RideSample>) {
    self.heading = heading
    self.rides = rides
    self.member = member
  }
}

extension RideSample: Tabled, Codable {
  package static let blank = RideSample(second: 0, timerRunning: false)
  package static let members = Members(columns.map(\.member))

  package var fault: String? {
    guard let position, position.latitudeDegrees.isNaN || position.longitudeDegrees.isNaN else { return nil }
    return "a row with half of a position"
  }

  /// In the order of the table.
  package static let columns: [SampleMember] = [
    SampleMember("elapsed_seconds", .integer("elapsedSeconds", { $0.second }, { $0.second = $1 }).required),
    SampleMember("timer_running", .flag("timerRunning", { $0.timerRunning }, { $0.timerRunning = $1 }).required),
    SampleMember("power_watts", .number("powerWatts", { $0.powerWatts }, { $0.powerWatts = $1 })),
    SampleMember("trainer_watts", of: .metered, .number("trainerWatts", { $0.trainerWatts }, { $0.trainerWatts = $1 })),
    SampleMember(
      "target_watts", .integer("targetWatts", in: MemberRange.signed, { $0.targetWatts }, { $0.targetWatts = $1 })),
    SampleMember("cadence_rpm", .number("cadenceRpm", { $0.cadenceRpm }, { $0.cadenceRpm = $1 })),
    SampleMember(
      "heart_rate_bpm",
      .integer("beatsPerMinute", in: MemberRange.signed, { $0.beatsPerMinute }, { $0.beatsPerMinute = $1 })),
    SampleMember("speed_kmh", .number("speedKmh", { $0.speedKmh }, { $0.speedKmh = $1 })),
    SampleMember("distance_meters", .number("distanceMeters", { $0.distanceMeters }, { $0.distanceMeters = $1 })),
    SampleMember(
      "rr_ms",
      .numbers(
        "rrMilliseconds", in: 0...64_000, { $0.rrIntervals.isEmpty ? nil : $0.rrMilliseconds },
        { $0.setRRIntervals(milliseconds: $1) })),
    SampleMember("alpha1", of: .recorded, .number("alpha1", { $0.alpha1 }, { $0.alpha1 = $1 })),
    SampleMember("virtual", of: .recorded, .mark("virtual", { $0.isVirtual }, { $0.isVirtual = $1 })),
    SampleMember(
      "latitude_degrees", of: .placed,
      .number("latitudeDegrees", { $0.position?.latitudeDegrees }, { $0.position.latitudeDegrees = $1 })),
    SampleMember(
      "longitude_degrees", of: .placed,
      .number("longitudeDegrees", { $0.position?.longitudeDegrees }, { $0.position.longitudeDegrees = $1 })),
    SampleMember(
      "left_percent", of: .pedalled,
      .number("leftPercent", in: 0...100, { $0.pedalling?.leftPercent }, { $0.pedalling.values.leftPercent = $1 })),
    SampleMember(
      "left_torque_effectiveness_percent", of: .pedalled,
      .number(
        "leftTorqueEffectivenessPercent", in: 0...100, { $0.pedalling?.leftTorqueEffectivenessPercent },
        { $0.pedalling.values.leftTorqueEffectivenessPercent = $1 })),
    SampleMember(
      "right_torque_effectiveness_percent", of: .pedalled,
      .number(
        "rightTorqueEffectivenessPercent", in: 0...100, { $0.pedalling?.rightTorqueEffectivenessPercent },
        { $0.pedalling.values.rightTorqueEffectivenessPercent = $1 })),
    SampleMember(
      "left_pedal_smoothness_percent", of: .pedalled,
      .number(
        "leftPedalSmoothnessPercent", in: 0...100, { $0.pedalling?.leftPedalSmoothnessPercent },
        { $0.pedalling.values.leftPedalSmoothnessPercent = $1 })),
    SampleMember(
      "right_pedal_smoothness_percent", of: .pedalled,
      .number(
        "rightPedalSmoothnessPercent", in: 0...100, { $0.pedalling?.rightPedalSmoothnessPercent },
        { $0.pedalling.values.rightPedalSmoothnessPercent = $1 })),
    SampleMember(
      "altitude_meters", of: .raised,
      .number("altitudeMeters", { $0.altitudeMeters }, { $0.altitudeMeters = $1 })),
    SampleMember(
      "temperature_celsius", of: .imported,
      .number(
        "temperatureCelsius", { $0.imported?.temperatureCelsius }, { $0.imported.values.temperatureCelsius = $1 })),
  ]

  /// The members of a row in a complete ride: also the value that only files have, and the mark of carried rows.
  package static let wholeMembers =
    members
    + [
      .number(
        "speedMetersPerSecond", { $0.imported?.speedMetersPerSecond }, { $0.imported.values.speedMetersPerSecond = $1 }),
      .mark("carried", { $0.isCarried }, { $0.isCarried = $1 }),
    ]

  /// The RR intervals in milliseconds, exactly.
  package var rrMilliseconds: [Double] { rrIntervals.map { Double($0) * 1000 / 1024 } }

  /// False if an interval is longer than a strap can send.
  private mutating func setRRIntervals(milliseconds: [Double]) -> Bool {
    let intervals = milliseconds.compactMap { UInt16(exactly: ($0 * 1024 / 1000).rounded()) }
    rrIntervals = intervals
    return intervals.count == milliseconds.count
  }
}

extension Place? {
  /// A place with only one coordinate read; the other one is not a number until it is read.
  private var begun: Place {
    get { self ?? Place(latitudeDegrees: .nan, longitudeDegrees: .nan) }
    set { self = newValue }
  }
  fileprivate var latitudeDegrees: Double {
    get { begun.latitudeDegrees }
    set { begun.latitudeDegrees = newValue }
  }
  fileprivate var longitudeDegrees: Double {
    get { begun.longitudeDegrees }
    set { begun.longitudeDegrees = newValue }
  }
}

extension Pedalling? {
  fileprivate var values: Pedalling {
    get { self ?? Pedalling() }
    set { self = newValue }
  }
}

extension ImportedValues? {
  fileprivate var values: ImportedValues {
    get { self ?? ImportedValues() }
    set { self = newValue }
  }
}
