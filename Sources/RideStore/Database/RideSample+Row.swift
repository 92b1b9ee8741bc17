internal import RideSession

extension RideSample {
  /// The columns of `sample`, those that fewer ask for behind the others: a long ride is read in half the time without.
  static let columns = [
    "second", "timer_running", "power_watts", "cadence_rpm", "beats_per_minute", "speed_kmh", "distance_meters",
    "target_watts", "rr", "alpha1", "is_virtual",
    "latitude_degrees", "longitude_degrees", "altitude_meters", "temperature_celsius", "speed_mps", "is_carried",
  ]

  /// How many of the columns are read.
  enum Extent: Int {
    /// What totals are made of.
    case totals = 7
    /// All of a ride that was recorded here.
    case recorded = 11
    /// All of a ride from another program's file.
    case imported = 17
  }

  /// The seconds that the schema allows; a row that was damaged in its place may claim another, of which no sum is made.
  static let seconds = 0..<31_622_401

  /// - Parameter row: The values of `columns`, or of the first of them.
  init?(_ row: StatementColumns) {
    guard let second = row.int(0), Self.seconds.contains(second), let timerRunning = row.int(1) else { return nil }
    self.init(
      second: second, timerRunning: timerRunning != 0, powerWatts: row.real(2), targetWatts: row.int(7),
      cadenceRpm: row.real(3), beatsPerMinute: row.int(4), speedKmh: row.real(5), distanceMeters: row.real(6),
      rrIntervals: row.numbers(8), alpha1: row.real(9), isVirtual: row.int(10) == 1, imported: ImportedValues(row),
      isCarried: row.int(16) == 1)
  }
}

extension ImportedValues {
  /// - Parameter row: The values of `RideSample.columns`; nil where it has none of these.
  fileprivate init?(_ row: StatementColumns) {
    self.init(
      latitudeDegrees: row.real(11), longitudeDegrees: row.real(12), altitudeMeters: row.real(13),
      temperatureCelsius: row.real(14), speedMetersPerSecond: row.real(15))
    guard self != ImportedValues() else { return nil }
  }
}
