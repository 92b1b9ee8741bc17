internal import RideAnalysis
internal import Rides

/// The seconds of a ride or a lap in each zone, as `time_in_zone`: Garmin's profile, message 216.
///
/// The first element of a time is for values below zone 1, which does not exist here; the element `n` is zone `n`. The
/// boundary with the same index is the upper end: the highest heart rate of the zone, or, as in Garmin's files, the
/// power at which the next zone begins.
struct FITTimeInZone: Sendable {
  private let summary: FITSummary
  private let times: RideZones.Times

  private init(_ summary: FITSummary, _ times: RideZones.Times) { (self.summary, self.times) = (summary, times) }

  /// Returns the times of the whole ride and of its laps.
  static func all(_ zones: RideZones, session: FITSummary, laps: [FITSummary]) -> [Self] {
    [Self(session, zones.whole)] + zip(laps, zones.laps).map(Self.init)
  }

  static func columns(_ zones: RideZones) -> [FITColumn<Self>] {
    typealias Field = FITField.TimeInZone
    let (beats, watts) = (zones.heartRate?.fitBoundaries ?? [], zones.power?.fitBoundaries ?? [])
    let settings = zones.fitSettings
    return [
      FITColumn(.timestamp) { $0.summary.end },
      FITColumn(Field.referenceMessage) {
        Double(($0.summary.lap == nil ? FITMessageNumber.session : .lap).rawValue)
      },
      FITColumn(Field.referenceIndex) { Double($0.summary.index) },
      FITColumn(Field.heartRateTimes, count: beats.count) { elements($0.times.heartRate) },
      FITColumn(Field.powerTimes, count: watts.count) { elements($0.times.power) },
      FITColumn(Field.heartRateBoundaries, count: beats.count) { _ in beats },
      FITColumn(Field.powerBoundaries, count: watts.count) { _ in watts },
      FITColumn(Field.heartRateCalculation) { _ in settings.heartRateCalculation },
      FITColumn(Field.maximumHeartRate) { _ in settings.maximumHeartRate },
      FITColumn(Field.restingHeartRate) { _ in settings.restingHeartRate },
      FITColumn(Field.thresholdHeartRate) { _ in settings.thresholdHeartRate },
      FITColumn(Field.powerCalculation) { _ in settings.powerCalculation },
      FITColumn(Field.thresholdPower) { _ in settings.thresholdWatts },
    ]
  }

  private static func elements(_ seconds: [Int]) -> [Double] { seconds.isEmpty ? [] : [0] + seconds.map(Double.init) }
}

/// The settings from which the zones follow, as `zones_target`: Garmin's profile, message 7.
///
/// Those of the heart rate are absent without zones of heart rate, those of the power without zones of power.
struct FITZoneSettings: Sendable {
  /// An `hr_zone_calc`.
  fileprivate(set) var heartRateCalculation: Double?
  /// In beats a minute.
  fileprivate(set) var maximumHeartRate: Double?
  /// In beats a minute.
  fileprivate(set) var restingHeartRate: Double?
  /// In beats a minute.
  fileprivate(set) var thresholdHeartRate: Double?
  /// A `pwr_zone_calc`.
  fileprivate(set) var powerCalculation: Double?
  fileprivate(set) var thresholdWatts: Double?

  fileprivate static let columns: [FITColumn<Self>] = [
    FITColumn(FITField.ZonesTarget.maximumHeartRate) { $0.maximumHeartRate },
    FITColumn(FITField.ZonesTarget.thresholdHeartRate) { $0.thresholdHeartRate },
    FITColumn(FITField.ZonesTarget.thresholdPower) { $0.thresholdWatts },
    FITColumn(FITField.ZonesTarget.heartRateCalculation) { $0.heartRateCalculation },
    FITColumn(FITField.ZonesTarget.powerCalculation) { $0.powerCalculation },
  ]
}

extension RideZones {
  fileprivate var fitSettings: FITZoneSettings {
    var fit = FITZoneSettings()
    if let heartRate {
      fit.heartRateCalculation = heartRate.method.fitCalculation
      fit.maximumHeartRate = settings.maximumHeartRate.map(Double.init)
      fit.restingHeartRate = settings.restingHeartRate.map(Double.init)
      fit.thresholdHeartRate = settings.thresholdHeartRate.map(Double.init)
    }
    if power != nil {
      fit.powerCalculation = FITProfile.ZoneCalculation.percentOfThresholdPower
      fit.thresholdWatts = thresholdWatts.map(Double.init)
    }
    return fit
  }
}

extension ZoneMethod {
  /// The `hr_zone_calc`.
  fileprivate var fitCalculation: Double {
    switch self {
    case .zone2Range, .lactate: FITProfile.ZoneCalculation.custom
    case .maximum: FITProfile.ZoneCalculation.percentOfMaximum
    case .reserve: FITProfile.ZoneCalculation.percentOfReserve
    case .friel, .coggan: FITProfile.ZoneCalculation.percentOfThreshold
    }
  }
}

extension HeartRateZones {
  /// The upper ends, in beats a minute, from below zone 1; the highest zone ends with the field's range, as in Wahoo's
  /// files.
  fileprivate var fitBoundaries: [Double] { [0] + zones.map { zone in zone.below.map { $0.rounded(.up) - 1 } ?? 254 } }
}

extension PowerZones {
  /// The upper ends, in watts, from below zone 1; the highest zone ends with the power that Garmin's files have.
  fileprivate var fitBoundaries: [Double] { [0] + starts.map(Double.init) + [4000] }
}

extension FITWriter {
  /// Writes the settings of the zones.
  mutating func write(settingsOf zones: RideZones) {
    let settings = zones.fitSettings
    let table = define(.zonesTarget, as: FITLocalType.zonesTarget, FITZoneSettings.columns, for: [settings])
    write(settings, in: table)
  }

  /// Writes the times of the whole ride and of its laps.
  mutating func write(_ zones: RideZones, session: FITSummary, laps: [FITSummary]) {
    let times = FITTimeInZone.all(zones, session: session, laps: laps)
    let table = define(.timeInZone, as: FITLocalType.timeInZone, FITTimeInZone.columns(zones), for: times)
    for time in times { write(time, in: table) }
  }
}
