/// The rider's settings, by which rides are judged.
package struct RiderSettings: Hashable, Sendable {
  /// The heart rates of Zone 2, in beats a minute, both bounds included.
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
