package import Rides

/// The rider's zones, and the seconds of a ride in each of them, for the file formats that have fields for them.
package struct RideZones: Hashable, Sendable {
  /// Seconds of timer time in each zone, in the order of the zones.
  package struct Times: Hashable, Sendable {
    /// Empty without zones of heart rate.
    package let heartRate: [Int]
    /// Empty without zones of power.
    package let power: [Int]
  }

  /// Nil for a ride without a heart rate.
  package let heartRate: HeartRateZones?
  /// Nil for a ride without power, and without a threshold power.
  package let power: PowerZones?
  /// The threshold power of the power zones, in watts; nil without them.
  package let thresholdWatts: Int?
  /// The settings from which the zones follow.
  package let settings: RiderSettings
  /// The seconds of the whole ride.
  package let whole: Times
  /// The seconds of each lap, in order; those of the whole ride if it has no laps.
  package let laps: [Times]

  /// Counts the seconds in the zones; nil without heart rate and without power zones.
  ///
  /// - Parameters:
  ///   - record: The ride.
  ///   - settings: The rider's settings.
  ///   - thresholdWatts: The functional threshold power for the ride; nil if not known.
  package init?(_ record: RideRecord, _ settings: RiderSettings, thresholdWatts: Int?) {
    let rows = record.samples.compactMap(TimerRow.init)
    let (hasPower, hasHeartRate) = (rows.contains { $0.watts != nil }, rows.contains { $0.beatsPerMinute != nil })
    let heartRate = hasHeartRate ? HeartRateZones(preferredBy: settings) : nil
    let power = hasPower ? thresholdWatts.map { PowerZones(settings.zoneMethod, thresholdWatts: $0) } : nil
    guard heartRate != nil || power != nil else { return nil }
    func times(_ rows: [TimerRow]) -> Times {
      Times(heartRate: heartRate?.seconds(of: rows) ?? [], power: power?.seconds(of: rows) ?? [])
    }
    self.settings = settings
    (self.heartRate, self.power, self.thresholdWatts) = (heartRate, power, power == nil ? nil : thresholdWatts)
    whole = times(rows)
    var rest = rows[...]
    let laps = record.laps.indices.map { index in
      let end = index + 1 < record.laps.endIndex ? record.laps[index + 1].second : Int.max
      let stretch = rest.prefix { $0.second < end }
      rest = rest.dropFirst(stretch.count)
      return times(Array(stretch))
    }
    self.laps = laps.isEmpty ? [whole] : laps
  }
}
