/// What a rider said of themself, from which rides are judged.
package struct RiderSettings: Hashable, Sendable {
  /// How the heart-rate zones are made.
  package enum ZoneMethod: String, Hashable, Sendable, CaseIterable {
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
  }

  /// The heart rates that count as Zone 2, in beats a minute, both bounds within.
  package var zone2: ClosedRange<Int>
  /// In beats a minute.
  package var maximumHeartRate: Int?
  /// In beats a minute.
  package var restingHeartRate: Int?
  /// Lactate threshold heart rate (LTHR), in beats a minute.
  package var thresholdHeartRate: Int?
  /// Functional threshold power, in watts.
  package var thresholdWatts: Int?
  package var weightKilograms: Double?
  package var zoneMethod: ZoneMethod

  package init(
    zone2: ClosedRange<Int> = 120...140, maximumHeartRate: Int? = nil, restingHeartRate: Int? = nil,
    thresholdHeartRate: Int? = nil, thresholdWatts: Int? = nil, weightKilograms: Double? = nil,
    zoneMethod: ZoneMethod = .zone2Range
  ) {
    self.zone2 = zone2
    self.maximumHeartRate = maximumHeartRate
    self.restingHeartRate = restingHeartRate
    self.thresholdHeartRate = thresholdHeartRate
    self.thresholdWatts = thresholdWatts
    self.weightKilograms = weightKilograms
    self.zoneMethod = zoneMethod
  }
}
