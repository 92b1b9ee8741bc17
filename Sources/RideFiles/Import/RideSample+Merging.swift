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
