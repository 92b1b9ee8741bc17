/// The power zones of a rider by the functional threshold power (FTP).
///
/// Coggan's seven (Allen, Coggan, McGregor: Training and Racing with a Power Meter, 3rd edition), or three around the
/// lactate thresholds if the zone method is `lactate`.
package struct PowerZones: Hashable, Sendable {
  /// A band of power.
  package struct Zone: Codable, Hashable, Sendable {
    /// From 1.
    package var number: Int
    /// Where it begins, in watts; absent for the lowest.
    package var fromWatts: Int?
    /// Where the next zone begins, in watts; absent for the highest.
    package var belowWatts: Int?
    /// Seconds of a ride in it; absent without a ride.
    package var seconds: Int?

    package init(number: Int, fromWatts: Int?, belowWatts: Int?, seconds: Int? = nil) {
      self.number = number
      self.fromWatts = fromWatts
      self.belowWatts = belowWatts
      self.seconds = seconds
    }
  }

  /// Where the zones above the first begin, in percent of FTP.
  package static func startPercents(_ method: ZoneMethod) -> [Double] {
    // The second lactate threshold is near FTP. The first one is not known without a test of lactate or gas exchange.
    method == .lactate ? [85, 100] : TrainingZones.usualPower
  }

  /// Where the zones above the first begin, in whole watts, ascending.
  package let starts: [Int]

  package init(_ method: ZoneMethod, thresholdWatts: Int) {
    let watts = min(max(0, Double(thresholdWatts)), Limits.storedWatts.upperBound)
    starts = Self.startPercents(method).map { Int(($0 * watts / 100).rounded()) }
  }

  /// The zones of the rider's threshold power; nil without one.
  package init?(_ settings: RiderSettings, thresholdWatts: Int? = nil) {
    guard let watts = thresholdWatts ?? settings.thresholdWatts else { return nil }
    self.init(settings.zoneMethod, thresholdWatts: watts)
  }

  package var count: Int { starts.count + 1 }

  /// Returns the number of the zone that contains a power, from 1.
  package func number(ofWatts watts: Double) -> Int { 1 + starts.count { Double($0) <= watts } }

  /// In order, each beginning where the one below ends.
  ///
  /// - Parameter seconds: The seconds in each zone; nil without a ride.
  /// - Returns: The zones.
  package func zones(seconds: [Int]? = nil) -> [Zone] {
    (0...starts.count).map { index in
      Zone(
        number: index + 1, fromWatts: index > 0 ? starts[index - 1] : nil,
        belowWatts: index < starts.count ? starts[index] : nil,
        seconds: seconds.flatMap { $0.indices.contains(index) ? $0[index] : nil })
    }
  }
}
