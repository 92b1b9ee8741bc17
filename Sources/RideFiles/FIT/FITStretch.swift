internal import RideSession

/// Rows of a ride and what they add up to.
struct FITStretch {
  private let totals: RideTotals
  /// Distance in it alone, in metres.
  private let distanceMeters: Double?
  /// Distance of the ride up to its end, in metres.
  let distanceAtEnd: Double
  private let elapsedSeconds: Int

  /// - Parameters:
  ///   - rows: Its rows, by their places.
  ///   - record: The ride.
  ///   - first: The second that it begins with.
  ///   - distanceBefore: Distance up to its beginning, in metres.
  init(_ rows: Range<Int>, of record: RideRecord, from first: Int, distanceBefore: Double) {
    totals = RideTotals(rows, of: record)
    elapsedSeconds = (record.samples[rows].last?.second).map { $0 + 1 - first } ?? 0
    distanceAtEnd = totals.distanceMeters ?? distanceBefore
    distanceMeters = totals.distanceMeters.map { max(0, $0 - distanceBefore) }
  }

  /// Its figures: what is given, and what can be reckoned, `more` being what others have reckoned.
  func figures(
    given: [RideFigure: Double], of origin: RideOrigin?, _ more: [RideFigure: Double]
  ) -> [RideFigure: Double] {
    let times: [RideFigure: Double] = [
      .timerSeconds: Double(totals.timerSeconds), .elapsedSeconds: Double(elapsedSeconds),
    ]
    let reckoned = RideFigure.isComplete(given, of: origin) ? [:] : figures.merging(more) { own, _ in own }
    return given.merging(times) { given, _ in given }.merging(reckoned) { given, _ in given }
  }

  /// One kilocalorie for each kilojoule at the crank: a gross efficiency of 0.24 makes that 0.996.
  private var figures: [RideFigure: Double] {
    let values: [RideFigure: Double?] = [
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
    ]
    return values.compactMapValues { $0 }
  }

  private var averageMetersPerSecond: Double? {
    guard let distanceMeters, totals.timerSeconds > 0 else { return nil }
    return distanceMeters / Double(totals.timerSeconds)
  }
}

extension RideFigure {
  /// Whether a FIT file has said all that there is to say: what it left out is not added.
  static func isComplete(_ given: [RideFigure: Double], of origin: RideOrigin?) -> Bool {
    origin?.format == .fit && !given.isEmpty
  }
}
