internal import RideSession

/// A row as a `record`.
struct FITRow: Sendable {
  let sample: RideSample
  /// In FIT's seconds.
  let time: Double

  init(_ sample: RideSample, start: Double) {
    self.sample = sample
    time = start + Double(sample.second)
  }

  /// What a row can have.
  ///
  /// - Parameter fractionalCadence: Whether cadence is written to 1/128 rpm and not to the nearest whole.
  static func columns(fractionalCadence: Bool) -> [FITColumn<Self>] {
    let fraction = fractionalCadence ? FITRecordField.fractionalCadence.field : nil
    return [
      FITColumn(FITField.timestamp) { $0.time },
      FITColumn(FITRecordField.positionLat.field) { $0.position?.latitude },
      FITColumn(FITRecordField.positionLong.field) { $0.position?.longitude },
      FITColumn(FITRecordField.distance.field) { $0.sample.distanceMeters },
      FITColumn(FITRecordField.power.field) { $0.sample.powerWatts },
      FITColumn(FITRecordField.heartRate.field) { $0.beatsPerMinute },
      FITColumn(FITRecordField.temperature.field) { $0.sample.imported?.temperatureCelsius },
    ]
      + FITColumn.columns(FITRecordField.cadence.field, fraction: fraction) { $0.sample.cadenceRpm }
      + FITColumn.columns(FITRecordField.speed.field, wide: FITRecordField.enhancedSpeed.field) { $0.metersPerSecond }
      + FITColumn.columns(FITRecordField.altitude.field, wide: FITRecordField.enhancedAltitude.field) {
        $0.sample.imported?.altitudeMeters
      }
  }

  private var beatsPerMinute: Double? { sample.beatsPerMinute.flatMap { $0 > 0 ? Double($0) : nil } }

  private var metersPerSecond: Double? { sample.imported?.speedMetersPerSecond ?? sample.speedKmh.map { $0 / 3.6 } }

  private var position: (latitude: Double, longitude: Double)? {
    guard let latitude = sample.imported?.latitudeDegrees, let longitude = sample.imported?.longitudeDegrees else {
      return nil
    }
    return (latitude, longitude)
  }
}
