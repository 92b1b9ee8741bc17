/// A figure that a file gives for a whole ride or for a lap of it.
///
/// Other programs reckon some of them their own way, so what they gave is kept for as long as the ride is whole; once it is
/// cut, all are reckoned anew.
package enum RideFigure: String, Hashable, Sendable, CaseIterable {
  case timerSeconds
  case elapsedSeconds
  /// From its start to when the file was told that it was over: more than elapsed time where the rider took his time to save.
  case closedSeconds
  case distanceMeters
  case kilocalories
  case fatKilocalories
  case averageMetersPerSecond
  case maximumMetersPerSecond
  case averageBeatsPerMinute
  case maximumBeatsPerMinute
  case minimumBeatsPerMinute
  case averageCadenceRpm
  case maximumCadenceRpm
  case averageWatts
  case maximumWatts
  /// Normalized Power.
  case normalizedWatts
  /// Training Stress Score.
  case trainingStressScore
  /// Intensity Factor.
  case intensityFactor
  /// Functional threshold power.
  case thresholdWatts
  case workJoules
  /// Turns of the crank; `Steps` in TCX, total strokes in FIT.
  case strokes
  case ascentMeters
  case descentMeters
  case averageAltitudeMeters
  case minimumAltitudeMeters
  case maximumAltitudeMeters
  case averageTemperatureCelsius
  case maximumTemperatureCelsius
}
