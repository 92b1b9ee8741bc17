internal import RideSession

/// A Trackpoint under way.
struct TCXTrackpoint: Sendable {
  var time: UnixTime?
  var sample = RideSample(second: 0, timerRunning: true)

  /// Whether it has both coordinates or neither.
  var hasWholePosition: Bool {
    (sample.imported?.latitudeDegrees == nil) == (sample.imported?.longitudeDegrees == nil)
  }

  mutating func set(_ value: Double, as part: WritableKeyPath<ImportedValues, Double?>) {
    var imported = sample.imported ?? ImportedValues()
    imported[keyPath: part] = value
    sample.imported = imported
  }
}
