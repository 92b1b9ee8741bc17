internal import RideSession

extension RideSample {
  /// What a row can have as a `record`.
  ///
  /// - Parameters:
  ///   - start: The ride's start in FIT's seconds.
  ///   - fractionalCadence: Whether cadence is written to 1/128 rpm and not to the nearest whole.
  /// - Returns: The fields that Garmin's profile has for it.
  static func fitColumns(start: Double, fractionalCadence: Bool) -> [FITColumn<Self>] {
    let fraction = fractionalCadence ? FITRecordField.fractionalCadence.field : nil
    var columns: [FITColumn<Self>] = [
      FITColumn(.timestamp) { start + Double($0.second) },
      FITColumn(FITRecordField.positionLat.field) { $0.position?.latitude },
      FITColumn(FITRecordField.positionLong.field) { $0.position?.longitude },
      FITColumn(FITRecordField.distance.field) { $0.distanceMeters },
      FITColumn(FITRecordField.power.field) { $0.powerWatts },
      FITColumn(FITRecordField.heartRate.field) { $0.knownBeatsPerMinute },
      FITColumn(FITRecordField.temperature.field) { $0.imported?.temperatureCelsius },
    ]
    columns += FITColumn.columns(FITRecordField.cadence.field, fraction: fraction) { $0.cadenceRpm }
    columns += FITColumn.columns(FITRecordField.speed.field, wide: FITRecordField.enhancedSpeed.field) {
      $0.metersPerSecond
    }
    columns += FITColumn.columns(FITRecordField.altitude.field, wide: FITRecordField.enhancedAltitude.field) {
      $0.imported?.altitudeMeters
    }
    return columns
  }

  /// 0 stands for no reading.
  private var knownBeatsPerMinute: Double? { beatsPerMinute.flatMap { $0 > 0 ? Double($0) : nil } }

  private var metersPerSecond: Double? { imported?.speedMetersPerSecond ?? speedKmh.map { $0 / 3.6 } }

  private var position: (latitude: Double, longitude: Double)? {
    guard let latitude = imported?.latitudeDegrees, let longitude = imported?.longitudeDegrees else { return nil }
    return (latitude, longitude)
  }
}
