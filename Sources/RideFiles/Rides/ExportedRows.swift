internal import Rides

extension SampleMember {
  /// Returns whether the table of a ride has the column.
  func isOf(_ record: RideRecord) -> Bool {
    switch rides {
    case .all: true
    case .recorded: record.origin == nil
    case .metered: record.samples.contains { $0.trainerWatts != nil }
    case .imported: record.origin != nil
    case .placed: record.origin != nil || record.isOnRoute
    case .raised: record.origin != nil || record.samples.contains { $0.altitudeMeters != nil }
    case .pedalled: record.samples.contains { $0.pedalling != nil }
    }
  }
}

extension RideSample {
  /// Replaces the values by those of a later point of the same second, and appends its RR intervals.
  mutating func merge(_ later: RideSample) {
    powerWatts = later.powerWatts ?? powerWatts
    targetWatts = later.targetWatts ?? targetWatts
    cadenceRpm = later.cadenceRpm ?? cadenceRpm
    beatsPerMinute = later.beatsPerMinute ?? beatsPerMinute
    speedKmh = later.speedKmh ?? speedKmh
    distanceMeters = later.distanceMeters ?? distanceMeters
    rrIntervals += later.rrIntervals
    position = later.position ?? position
    altitudeMeters = later.altitudeMeters ?? altitudeMeters
    if let values = later.pedalling { pedalling = pedalling?.merged(with: values) ?? values }
    guard let values = later.imported else { return }
    imported = imported?.merged(with: values) ?? values
  }

  /// Whether a file has any value for this second; false for a carried row.
  var hasValue: Bool {
    guard !isCarried else { return false }
    return powerWatts != nil || targetWatts != nil || cadenceRpm != nil || beatsPerMinute != nil || speedKmh != nil
      || distanceMeters != nil || !rrIntervals.isEmpty || position != nil || altitudeMeters != nil || pedalling != nil
      || imported != nil
  }
}

extension Pedalling {
  fileprivate func merged(with later: Self) -> Self {
    var merged = later
    for value in Self.qualities + [\.leftPercent] {
      merged[keyPath: value] = later[keyPath: value] ?? self[keyPath: value]
    }
    return merged
  }
}

extension ImportedValues {
  fileprivate func merged(with later: Self) -> Self {
    Self(
      temperatureCelsius: later.temperatureCelsius ?? temperatureCelsius,
      speedMetersPerSecond: later.speedMetersPerSecond ?? speedMetersPerSecond)
  }
}

extension RideRecord {
  /// Whether the ride was recorded here, on the route of its plan.
  var isOnRoute: Bool { origin == nil && samples.contains { $0.position != nil } }

  /// Returns whether a row is written to a file.
  ///
  /// Rows of an imported ride are written only if the file had a value for them; the others lie between two points.
  func exports(_ row: RideSample) -> Bool { origin == nil || row.hasValue }

  /// Returns the time at which a row begins.
  ///
  /// The sum wraps instead of trapping; no ride is long enough for that.
  func time(ofSecond second: Int) -> UnixTime {
    UnixTime(milliseconds: start.milliseconds &+ Int64(second) &* 1000)
  }
}
