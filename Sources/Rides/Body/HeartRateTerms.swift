/// The method that derives zones from a rider's settings: of heart rate, and by `PowerZones` of power.
public enum ZoneMethod: String, Codable, Hashable, Sendable, CaseIterable {
  /// From the Zone 2 range alone: below it, in it, above it.
  case zone2Range
  /// Shares of the maximum heart rate: 60, 70, 80, 90 %.
  case maximum
  /// Shares of the heart-rate reserve above resting (Karvonen 1957): 60, 70, 80, 90 %.
  case reserve
  /// Shares of the threshold heart rate by Friel: 81, 90, 94, 100 %.
  case friel
  /// Shares of the threshold heart rate by Coggan: 69, 84, 95, 106 %.
  case coggan
  /// Three zones: below the first lactate threshold (LT1), between the thresholds, above the second one (LT2).
  ///
  /// By heart rate, LT1 is the end of Zone 2, and LT2 the threshold heart rate.
  case lactate
}

extension ZoneMethod: OpenEnum {
  /// The zones are in the reply, whatever the method.
  package static var unrecognized: Self { .zone2Range }
}

/// A setting that a zone method needs; the raw value is the setting's name.
package enum ZoneSetting: String, Hashable, Sendable, CaseIterable {
  case maximumHeartRate, restingHeartRate, thresholdHeartRate
}

/// The confidence in an estimate of DFA alpha-1.
public enum Alpha1Confidence: String, Codable, Hashable, Sendable, CaseIterable {
  /// At most 3 % of the beats are artefacts.
  case good
  /// At most 5 % of the beats are artefacts.
  case low
  /// More than 5 % are artefacts, or the first two minutes are not over: there is no estimate.
  case none
}
