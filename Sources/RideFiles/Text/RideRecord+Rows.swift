internal import RideSession

extension RideRecord {
  /// When a row begins; the sum wraps instead of trapping, and no ride is long enough to tell.
  func time(ofSecond second: Int) -> UnixTime {
    UnixTime(milliseconds: start.milliseconds &+ Int64(second) &* 1000)
  }
}

extension RideSample {
  /// The RR intervals in milliseconds, exactly.
  var rrMilliseconds: [Double] { rrIntervals.map { Double($0) * 1000 / 1024 } }
}
