internal import RideAnalysis
internal import Rides

/// The summary of a whole ride or of one lap, as `session` or `lap`.
struct FITSummary: Sendable {
  /// The number of the lap in the ride, from 0.
  let index: Int
  /// In FIT's seconds.
  let start: Double
  let figures: [SummaryField: Double]
  /// The mean pedalling of the rows; nil if none has a value.
  let pedalling: Pedalling?
  let lap: RideLap?
  let sport: Double
  let subSport: Double
  let utcOffsetSeconds: Double?
  /// The `intensity`; nil for the whole ride.
  let intensity: Double?
  /// The index of the lap's interval in the plan, from 0; nil if the lap was not an interval of the plan.
  let step: Double?
  /// The number of laps.
  let laps: Int

  /// The time at which the recording was closed, in FIT's seconds.
  var end: Double {
    start + (figures[.closedSeconds] ?? figures[.elapsedSeconds] ?? 0).rounded(.down)
  }

  /// Returns the summaries of the whole ride and of its laps; a ride without laps gets one lap.
  static func summaries(of record: RideRecord, _ details: RideDetails) -> (session: Self, laps: [Self]) {
    let intensities = details.plan?.intensities ?? []
    let sport = record.fitSport
    let laps = record.laps.isEmpty ? [RideLap(second: 0, trigger: .end, fileTotals: record.fileTotals)] : record.laps
    var (summaries, rest, distance): ([Self], ArraySlice<RideSample>, Double) = ([], record.samples[...], 0)
    for (index, lap) in laps.enumerated() {
      let end = index + 1 < laps.count ? laps[index + 1].second : Int.max
      let rows = rest.prefix { $0.second < end }
      rest = rest.dropFirst(rows.count)
      let stretch = FITStretch(rows.indices, of: record, from: lap.second, distanceBefore: distance)
      distance = stretch.distanceAtEnd
      let computed = details.lapFigures.indices.contains(index) ? details.lapFigures[index] : [:]
      let figures = stretch.figures(fileTotals: lap.fileTotals, of: record.origin, computed)
      summaries.append(
        Self(record, details, sport, rows, index: index, lap: lap, intensities: intensities, figures: figures))
    }
    let whole = FITStretch(record.samples.indices, of: record, from: 0, distanceBefore: 0)
    let figures = whole.figures(fileTotals: record.fileTotals, of: record.origin, details.figures)
    let session = Self(record, details, sport, record.samples[...], index: 0, figures: figures, laps: laps.count)
    return (session, summaries)
  }

  private init(
    _ record: RideRecord, _ details: RideDetails, _ sport: (number: Int, sub: Int), _ rows: ArraySlice<RideSample>,
    index: Int, lap: RideLap? = nil, intensities: [IntervalIntensity] = [], figures: [SummaryField: Double],
    laps: Int = 0
  ) {
    self.index = index
    self.lap = lap
    self.figures = figures
    self.laps = laps
    pedalling = Array(rows).meanPedalling
    start = record.start.fitSeconds + Double(lap?.second ?? 0)
    (self.sport, subSport) = (Double(sport.number), Double(sport.sub))
    let offset = record.origin == nil ? details.utcOffsetSeconds : record.origin?.utcOffsetSeconds
    utcOffsetSeconds = offset.map(Double.init)
    let step = lap?.interval.map { $0 - 1 }.flatMap { intensities.indices.contains($0) ? $0 : nil }
    self.step = step.map(Double.init)
    let usual = lap.map { $0.isResting ? FITProfile.Intensity.rest : FITProfile.Intensity.active }
    intensity = step.map { intensities[$0].fitNumber } ?? usual
  }
}

extension RideRecord {
  /// FIT's `sport` and `sub_sport`: those of the file, unless the rider has changed the sport.
  var fitSport: (number: Int, sub: Int) {
    if let origin, Sport(nil, of: origin) == sport, !origin.isOther { return (origin.sport, origin.subSport) }
    if sport == .other { return (sport.fitNumber, Self.exercise) }
    guard origin == nil, sport == .cycling else { return (sport.fitNumber, 0) }
    return (sport.fitNumber, isOnRoute ? Self.virtualActivity : Self.indoorCycling)
  }

  /// The `sub_sport` that marks a generic sport as other than cycling.
  private static let exercise = 23
  /// `sub_sport`s of rides recorded here.
  private static let indoorCycling = 6
  private static let virtualActivity = 58
}

extension RideOrigin {
  /// Whether the file names a sport for which FIT has no number.
  fileprivate var isOther: Bool { sport == Self.otherSport || format == .tcx && sport == 0 }
}

/// The totals of a range of rows.
private struct FITStretch {
  private let totals: RideTotals
  /// Distance within the range, in metres.
  private let distanceMeters: Double?
  /// Distance from the ride's start to the end of the range, in metres.
  let distanceAtEnd: Double
  private let elapsedSeconds: Int
  /// The climb in a ride recorded here; nil for other rides, and without heights.
  private let climb: RideClimb?

  init(_ rows: Range<Int>, of record: RideRecord, from first: Int, distanceBefore: Double) {
    totals = RideTotals(rows, of: record)
    elapsedSeconds = (record.samples[rows].last?.second).map { $0 + 1 - first } ?? 0
    distanceAtEnd = totals.distanceMeters ?? distanceBefore
    distanceMeters = totals.distanceMeters.map { max(0, $0 - distanceBefore) }
    let climb = record.origin == nil ? RideClimb(rows, of: record) : nil
    self.climb = climb?.maximumMeters == nil ? nil : climb
  }

  /// Combines the figures: given ones take precedence, then those computed here, then `more`.
  func figures(
    fileTotals: [SummaryField: Double], of origin: RideOrigin?, _ more: [SummaryField: Double]
  ) -> [SummaryField: Double] {
    let times: [SummaryField: Double] = [
      .timerSeconds: Double(totals.timerSeconds), .elapsedSeconds: Double(elapsedSeconds),
    ]
    let computed = SummaryField.isComplete(fileTotals, of: origin) ? [:] : figures.merging(more) { own, _ in own }
    return fileTotals.merging(times) { given, _ in given }.merging(computed) { given, _ in given }
  }

  /// The figures computed from the rows.
  ///
  /// One kilocalorie per kilojoule at the crank: gross efficiency 0.24 gives 0.996.
  private var figures: [SummaryField: Double] {
    let values: [SummaryField: Double?] = [
      .distanceMeters: distanceMeters,
      .averageMetersPerSecond: averageMetersPerSecond,
      .maximumMetersPerSecond: totals.maximumSpeedKmh.map { $0 / 3.6 },
      .averageBeatsPerMinute: totals.averageBeatsPerMinute,
      .maximumBeatsPerMinute: totals.maximumBeatsPerMinute.map(Double.init),
      .averageCadenceRpm: totals.averageCadenceRpm?.rounded(),
      .maximumCadenceRpm: totals.maximumCadenceRpm?.rounded(),
      .averageWatts: totals.averageWatts,
      .maximumWatts: totals.maximumWatts,
      .workJoules: totals.averageWatts.map { _ in totals.joules },
      .kilocalories: totals.averageWatts.map { _ in totals.joules / 1000 },
      .ascentMeters: climb?.ascentMeters.rounded(),
      .descentMeters: climb?.descentMeters.rounded(),
      .averageAltitudeMeters: climb?.averageMeters,
      .minimumAltitudeMeters: climb?.minimumMeters,
      .maximumAltitudeMeters: climb?.maximumMeters,
    ]
    return values.compactMapValues { $0 }
  }

  private var averageMetersPerSecond: Double? {
    guard let distanceMeters, totals.timerSeconds > 0 else { return nil }
    return distanceMeters / Double(totals.timerSeconds)
  }
}

extension SummaryField {
  /// Returns whether a FIT file gave its own figures; then no others are added.
  static func isComplete(_ fileTotals: [SummaryField: Double], of origin: RideOrigin?) -> Bool {
    origin?.format == .fit && !fileTotals.isEmpty
  }
}

extension FITWriter {
  /// Writes the laps, the session, the times in zones and the `activity` at the end of the file.
  mutating func write(session: FITSummary, laps: [FITSummary], _ zones: RideZones?) {
    let lapTable = define(.lap, as: FITLocalType.lap, FITSummary.lapColumns(for: laps), for: laps)
    for lap in laps { write(lap, in: lapTable) }
    let sessionTable = define(
      .session, as: FITLocalType.session, FITSummary.sessionColumns(for: session), for: [session])
    write(session, in: sessionTable)
    if let zones { write(zones, session: session, laps: laps) }
    let activityTable = define(.activity, as: FITLocalType.activity, FITSummary.activityColumns, for: [session])
    write(session, in: activityTable)
  }
}

extension FITSummary {
  fileprivate static func lapColumns(for laps: [Self]) -> [FITColumn<Self>] {
    [
      FITColumn(.timestamp) { $0.end },
      FITColumn(.messageIndex) { Double($0.index) },
      FITColumn(FITField.Lap.event) { _ in FITProfile.Event.lap },
      FITColumn(FITField.Lap.eventType) { _ in FITProfile.EventType.stop },
      FITColumn(FITField.Lap.startTime) { $0.start },
      FITColumn(FITField.Lap.sport) { $0.sport },
      FITColumn(FITField.Lap.trigger) { $0.lap?.trigger.fitNumber },
      FITColumn(FITField.Lap.intensity) { $0.intensity },
      FITColumn(FITField.Lap.stepIndex) { $0.step },
    ] + columns(FITFigure.lap, for: laps) + FITPedalling.lap.columns(\.pedalling)
  }

  fileprivate static func sessionColumns(for session: Self) -> [FITColumn<Self>] {
    [
      FITColumn(.timestamp) { $0.end },
      FITColumn(.messageIndex) { Double($0.index) },
      FITColumn(FITField.Session.event) { _ in FITProfile.Event.session },
      FITColumn(FITField.Session.eventType) { _ in FITProfile.EventType.stop },
      FITColumn(FITField.Session.startTime) { $0.start },
      FITColumn(FITField.Session.sport) { $0.sport },
      FITColumn(FITField.Session.subSport) { $0.subSport },
      FITColumn(FITField.Session.firstLapIndex) { _ in 0 },
      FITColumn(FITField.Session.laps) { Double($0.laps) },
      FITColumn(FITField.Session.trigger) { _ in FITProfile.activityEnd },
    ] + columns(FITFigure.session, for: [session]) + FITPedalling.session.columns(\.pedalling)
  }

  fileprivate static let activityColumns: [FITColumn<Self>] = [
    FITColumn(.timestamp) { $0.end },
    FITColumn(FITField.Activity.totalTimerTime) { $0.figures[.timerSeconds] },
    FITColumn(FITField.Activity.sessions) { _ in 1 },
    FITColumn(FITField.Activity.type) { _ in FITProfile.manualActivity },
    FITColumn(FITField.Activity.event) { _ in FITProfile.Event.activity },
    FITColumn(FITField.Activity.eventType) { _ in FITProfile.EventType.stop },
    FITColumn(FITField.Activity.localTimestamp) { summary in
      summary.utcOffsetSeconds.map { summary.end + $0 }
    },
  ]

  /// Returns the columns of the figures that the summaries have.
  ///
  /// The field of a fraction is written only if one of the values has a fraction.
  private static func columns(_ figures: [FITFigure], for summaries: [Self]) -> [FITColumn<Self>] {
    figures.flatMap { entry -> [FITColumn<Self>] in
      let figure = entry.figure
      let isFractional = summaries.contains { $0.figures[figure].map { $0 != $0.rounded() } ?? false }
      return entry.fields.columns(withFraction: isFractional) { $0.figures[figure] }
    }
  }
}
