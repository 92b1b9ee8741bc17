package import Rides

/// The values of a bicycle ride that are compared with other rides.
package struct RideAchievements: Hashable, Sendable {
  /// The ride's number.
  package var ride: Int
  package var timerSeconds: Int
  /// In metres; nil if it is not known.
  package var distanceMeters: Double?
  /// In joules.
  package var joules: Double
  package var zone2Seconds: Int
  /// Mean power in Zone 2, in watts; nil without power in Zone 2.
  package var zone2Watts: Double?
  /// `PowerCurve.watts`.
  package var curve: [Double]

  package init(
    ride: Int, timerSeconds: Int, distanceMeters: Double? = nil, joules: Double, zone2Seconds: Int = 0,
    zone2Watts: Double? = nil, curve: [Double] = []
  ) {
    self.ride = ride
    self.timerSeconds = timerSeconds
    self.distanceMeters = distanceMeters
    self.joules = joules
    self.zone2Seconds = zone2Seconds
    self.zone2Watts = zone2Watts
    self.curve = curve
  }
}

/// A kind of record; for power, also the length of time of the mean.
package struct Discipline: Hashable, Sendable {
  package let kind: RecordKind
  /// Nil for all kinds except `power`.
  package let overSeconds: Int?

  /// The mean power over a length of time.
  package static func power(seconds: Int) -> Discipline { Discipline(kind: .power, overSeconds: seconds) }
  package static let time = Discipline(kind: .time, overSeconds: nil)
  package static let distance = Discipline(kind: .distance, overSeconds: nil)
  package static let work = Discipline(kind: .work, overSeconds: nil)
  package static let zone2Power = Discipline(kind: .zone2Power, overSeconds: nil)

  /// The disciplines that have records, in order.
  package static let ofRecords: [Discipline] =
    [5, 60, 300, 1200, 3600].map { .power(seconds: $0) } + [.time, .distance, .work, .zone2Power]

  /// The least time in Zone 2 for which its power is compared, in seconds.
  private static let leastZone2Seconds = 20 * 60

  /// Returns a ride's value: watts, seconds, metres or joules; nil without a positive value.
  package func value(of ride: RideAchievements) -> Double? {
    let value: Double? =
      switch kind {
      case .power:
        overSeconds.flatMap { PowerCurve.lengths.firstIndex(of: $0) }
          .flatMap { ride.curve.indices.contains($0) ? ride.curve[$0] : nil }
      case .time: Double(ride.timerSeconds)
      case .distance: ride.distanceMeters
      case .work: ride.joules
      case .zone2Power: ride.zone2Seconds >= Self.leastZone2Seconds ? ride.zone2Watts : nil
      }
    return value.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the best ride (the earlier one of two that are equal), and the best of the others.
  ///
  /// - Parameter rides: The rides, sorted by their starts.
  /// - Returns: Each ride with its value; nil if no ride has a value.
  package func best(
    of rides: [RideAchievements]
  ) -> (best: (ride: Int, value: Double), before: (ride: Int, value: Double)?)? {
    var found: (best: (ride: Int, value: Double), before: (ride: Int, value: Double)?)?
    for ride in rides {
      guard let value = value(of: ride) else { continue }
      let mark = (ride: ride.ride, value: value)
      guard let former = found else {
        found = (mark, nil)
        continue
      }
      if value > former.best.value {
        found = (mark, former.best)
      } else if value > former.before?.value ?? 0 {
        found = (former.best, mark)
      }
    }
    return found
  }
}
