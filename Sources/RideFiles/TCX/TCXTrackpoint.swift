internal import RideSession

/// A Trackpoint under way.
struct TCXTrackpoint: Sendable {
  var time: UnixTime?
  /// Whether a time is written, be it one or not.
  var hasTime = false
  /// Its values, but for those below.
  var sample = RideSample(second: 0, timerRunning: true)
  /// In degrees.
  var latitude: Double?
  var longitude: Double?
  /// In metres.
  var altitude: Double?
  /// In metres a second.
  var speed: Double?

  /// Whether it has both coordinates or neither.
  var hasWholePosition: Bool { (latitude == nil) == (longitude == nil) }

  /// Half a position is none.
  mutating func dropPosition() { (latitude, longitude) = (nil, nil) }

  /// All its values.
  var whole: RideSample {
    guard latitude != nil || altitude != nil || speed != nil else { return sample }
    var whole = sample
    whole.imported = ImportedValues(
      latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: altitude, speedMetersPerSecond: speed)
    return whole
  }
}
