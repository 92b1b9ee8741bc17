/// The climb of a ride on a road with heights, computed row by row in timer time.
package struct RideClimb: Hashable, Sendable {
  /// The sum of all rises, in metres.
  package private(set) var ascentMeters = 0.0
  /// The sum of all falls, in metres, positive.
  package private(set) var descentMeters = 0.0
  /// The least height above sea level, in metres; nil without heights.
  package private(set) var minimumMeters: Double?
  /// The greatest height above sea level, in metres; nil without heights.
  package private(set) var maximumMeters: Double?
  private var mean = Mean()
  private var last: Double?

  package init() {}

  /// Computes the climb of some rows of a ride, by their indices; the first rise is that from the row before them.
  package init(_ rows: Range<Int>, of record: RideRecord) {
    last = record.samples[..<rows.lowerBound].last { $0.altitudeMeters != nil }?.altitudeMeters
    for sample in record.samples[rows] { add(sample) }
  }

  /// The mean height above sea level, in metres; nil without heights.
  package var averageMeters: Double? { mean.value }

  package mutating func add(_ sample: RideSample) {
    guard sample.timerRunning, let altitude = sample.altitudeMeters, altitude.isFinite else { return }
    if let last {
      ascentMeters += max(0, altitude - last)
      descentMeters += max(0, last - altitude)
    }
    last = altitude
    mean.add(altitude)
    minimumMeters = min(minimumMeters ?? altitude, altitude)
    maximumMeters = max(maximumMeters ?? altitude, altitude)
  }

  /// The shortest way over which a grade is measured, in metres.
  private static let shortestMeters = 0.5

  /// Returns the grade of the road under each row of timer time, in percent, by the row's second.
  ///
  /// Rows of a bike that stands, or after a gap, have no grade.
  package static func gradePercents(of samples: [RideSample]) -> [Int: Double] {
    var grades: [Int: Double] = [:]
    for (before, row) in zip(samples, samples.dropFirst()) {
      guard row.timerRunning, row.second == before.second + 1,
        let (from, to) = both(before.altitudeMeters, row.altitudeMeters),
        let (start, end) = both(before.distanceMeters, row.distanceMeters), end - start >= shortestMeters
      else { continue }
      let grade = 100 * (to - from) / (end - start)
      if grade.isFinite { grades[row.second] = grade }
    }
    return grades
  }

  private static func both(_ one: Double?, _ other: Double?) -> (Double, Double)? {
    if let one, let other { (one, other) } else { nil }
  }
}
