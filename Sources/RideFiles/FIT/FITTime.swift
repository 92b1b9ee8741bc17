internal import RideSession

extension UnixTime {
  /// 1989-12-31T00:00:00Z in Unix time, from which FIT counts.
  private static let fitEpoch: Int64 = 631_065_600

  /// A `date_time` of FIT.
  init(fitSeconds: Double) {
    self.init(seconds: Int64(fitSeconds) + Self.fitEpoch)
  }

  /// As a `date_time` of FIT, in whole seconds, rounded down; before FIT's epoch it is negative.
  var fitSeconds: Double {
    Double(seconds(since: UnixTime(seconds: Self.fitEpoch)))
  }
}
