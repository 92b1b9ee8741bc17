internal import RideSession

/// A stretch of a ride as a `session` or a `lap`.
struct FITSummary: Sendable {
  /// Its number among those of its kind, from 0.
  let index: Int
  /// In FIT's seconds.
  let start: Double
  let figures: [RideFigure: Double]
  let lap: RideLap?
  let sport: Double
  let subSport: Double
  let utcOffsetSeconds: Double?
  /// `intensity`; nil for the whole ride.
  let intensity: Double?
  /// The place of its interval in the plan, from 0; nil where it was none's.
  let step: Double?
  /// How many laps it has.
  let laps: Int

  /// When the file was told that it was over, in FIT's seconds.
  var end: Double {
    start + (figures[.closedSeconds] ?? figures[.elapsedSeconds] ?? 0).rounded(.down)
  }

  /// The whole ride and its laps; one where it has none.
  static func summaries(of record: RideRecord, _ details: RideDetails) -> (session: Self, laps: [Self]) {
    let intensities = details.plan?.intensities ?? []
    let laps = record.laps.isEmpty ? [RideLap(second: 0, trigger: .end, given: record.given)] : record.laps
    var (summaries, rest, distance): ([Self], ArraySlice<RideSample>, Double) = ([], record.samples[...], 0)
    for (index, lap) in laps.enumerated() {
      let end = index + 1 < laps.count ? laps[index + 1].second : Int.max
      let rows = rest.prefix { $0.second < end }
      rest = rest.dropFirst(rows.count)
      let stretch = FITStretch(rows.indices, of: record, from: lap.second, distanceBefore: distance)
      distance = stretch.distanceAtEnd
      let reckoned = details.lapFigures.indices.contains(index) ? details.lapFigures[index] : [:]
      let figures = stretch.figures(given: lap.given, of: record.origin, reckoned)
      summaries.append(Self(record, details, index: index, lap: lap, intensities: intensities, figures: figures))
    }
    let whole = FITStretch(record.samples.indices, of: record, from: 0, distanceBefore: 0)
    let figures = whole.figures(given: record.given, of: record.origin, details.figures)
    return (Self(record, details, index: 0, figures: figures, laps: laps.count), summaries)
  }

  private init(
    _ record: RideRecord, _ details: RideDetails, index: Int, lap: RideLap? = nil,
    intensities: [IntervalIntensity] = [], figures: [RideFigure: Double], laps: Int = 0
  ) {
    self.index = index
    self.lap = lap
    self.figures = figures
    self.laps = laps
    start = record.start.fitSeconds + Double(lap?.second ?? 0)
    sport = Double(record.origin?.sport ?? Self.cycling)
    let offset = record.origin == nil ? details.utcOffsetSeconds : record.origin?.utcOffsetSeconds
    utcOffsetSeconds = offset.map(Double.init)
    let step = lap?.interval.map { $0 - 1 }.flatMap { intensities.indices.contains($0) ? $0 : nil }
    self.step = step.map(Double.init)
    let usual = lap.map { $0.isResting ? FITProfile.Intensity.rest : FITProfile.Intensity.active }
    intensity = step.map { intensities[$0].fitNumber } ?? usual
    subSport = Double(record.origin?.subSport ?? Self.indoorCycling)
  }

  /// `sport` and `sub_sport` of a ride recorded here.
  private static let cycling = 2
  private static let indoorCycling = 6
}
