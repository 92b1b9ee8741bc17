internal import RideSession

extension RideSample {
  /// Takes over what another point of the same second has; its RR intervals are appended.
  mutating func merge(_ later: RideSample) {
    powerWatts = later.powerWatts ?? powerWatts
    targetWatts = later.targetWatts ?? targetWatts
    cadenceRpm = later.cadenceRpm ?? cadenceRpm
    beatsPerMinute = later.beatsPerMinute ?? beatsPerMinute
    speedKmh = later.speedKmh ?? speedKmh
    distanceMeters = later.distanceMeters ?? distanceMeters
    rrIntervals += later.rrIntervals
    guard let values = later.imported else { return }
    imported = imported?.merged(with: values) ?? values
  }

  /// Whether a file says anything of the second: in a carried row it does not.
  var hasValue: Bool {
    guard !isCarried else { return false }
    return powerWatts != nil || targetWatts != nil || cadenceRpm != nil || beatsPerMinute != nil || speedKmh != nil
      || distanceMeters != nil || !rrIntervals.isEmpty || imported != nil
  }
}

extension ImportedValues {
  fileprivate func merged(with later: Self) -> Self {
    Self(
      latitudeDegrees: later.latitudeDegrees ?? latitudeDegrees,
      longitudeDegrees: later.longitudeDegrees ?? longitudeDegrees,
      altitudeMeters: later.altitudeMeters ?? altitudeMeters,
      temperatureCelsius: later.temperatureCelsius ?? temperatureCelsius,
      speedMetersPerSecond: later.speedMetersPerSecond ?? speedMetersPerSecond)
  }
}

extension RideRecord {
  /// Whether a row is more than a second between two points of the file that the ride came from.
  func tells(_ row: RideSample) -> Bool { origin == nil || row.hasValue }
}

extension [RideSample] {
  /// Gives the rows between two points of a file the values of the first, where they are so many seconds apart at most.
  ///
  /// A program that writes a point every few seconds, or only when something changes, means that what it wrote holds on:
  /// without that an hour would count as minutes of work. Longer distances are gaps, and stay without values, as does
  /// what lies about a pause.
  mutating func carryValues(over longestInterval: Int) {
    var point: Int?
    for index in indices where self[index].hasValue {
      if let point, index - point <= longestInterval { carry(from: point, into: point + 1..<index) }
      point = index
    }
  }

  private mutating func carry(from point: Int, into seconds: Range<Int>) {
    guard self[seconds].allSatisfy(\.timerRunning) else { return }
    var carried = self[point]
    (carried.rrIntervals, carried.imported, carried.isCarried) = ([], nil, true)
    for index in seconds {
      carried.second = self[index].second
      self[index] = carried
    }
  }
}

extension RideRecord {
  /// When a row begins; the sum wraps instead of trapping, and no ride is long enough to tell.
  func time(ofSecond second: Int) -> UnixTime {
    UnixTime(milliseconds: start.milliseconds &+ Int64(second) &* 1000)
  }
}

extension RideSample {
  /// The RR intervals in milliseconds, exactly.
  var rrMilliseconds: [Double] { rrIntervals.map { Double($0) * 1000 / 1024 } }
}
