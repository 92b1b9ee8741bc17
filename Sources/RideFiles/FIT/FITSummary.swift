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
  /// How many laps it has.
  let laps: Int

  /// When the file was told that it was over, in FIT's seconds.
  var end: Double {
    start + (figures[.closedSeconds] ?? figures[.elapsedSeconds] ?? 0).rounded(.down)
  }

  /// The whole ride and its laps; one where it has none.
  static func summaries(of record: RideRecord, normalizedWatts: Double?) -> (session: Self, laps: [Self]) {
    let laps = record.laps.isEmpty ? [RideLap(second: 0, trigger: .end, given: record.given)] : record.laps
    var (summaries, rest, distance): ([Self], ArraySlice<RideSample>, Double) = ([], record.samples[...], 0)
    for (index, lap) in laps.enumerated() {
      let end = index + 1 < laps.count ? laps[index + 1].second : Int.max
      let rows = rest.prefix { $0.second < end }
      rest = rest.dropFirst(rows.count)
      let stretch = FITStretch(rows.indices, of: record, from: lap.second, distanceBefore: distance)
      distance = stretch.distanceAtEnd
      summaries.append(
        Self(record, index: index, lap: lap, figures: stretch.figures(given: lap.given, of: record.origin), laps: 0))
    }
    let whole = FITStretch(record.samples.indices, of: record, from: 0, distanceBefore: 0)
    var figures = whole.figures(given: record.given, of: record.origin)
    if !RideFigure.isComplete(record.given, of: record.origin) {
      figures[.normalizedWatts] = figures[.normalizedWatts] ?? normalizedWatts
    }
    return (Self(record, index: 0, lap: nil, figures: figures, laps: laps.count), summaries)
  }

  private init(_ record: RideRecord, index: Int, lap: RideLap?, figures: [RideFigure: Double], laps: Int) {
    self.index = index
    self.lap = lap
    self.figures = figures
    self.laps = laps
    start = record.start.fitSeconds + Double(lap?.second ?? 0)
    sport = Double(record.origin?.sport ?? Self.cycling)
    utcOffsetSeconds = record.origin?.utcOffsetSeconds.map(Double.init)
    subSport = Double(record.origin?.subSport ?? Self.indoorCycling)
  }

  /// `sport` and `sub_sport` of a ride recorded here.
  private static let cycling = 2
  private static let indoorCycling = 6
}
