package import Rides

/// A ride's part of the load of its day.
package struct RideEffort: Hashable, Sendable {
  /// The local day of its start.
  package var day: CalendarDay
  /// The ride's number.
  package var ride: Int
  /// The minutes in the zones of `Strain`; nil without a heart rate, and without a maximum heart rate.
  package var zoneMinutes: [Double]?
  /// Training Stress Score; nil without power, and without the FTP.
  package var trainingStressScore: Double?
  /// Training impulse; nil without a heart rate, and without the settings for it.
  package var trimp: Double?
  /// From the start to the end of the ride, in milliseconds since 1970; nil if that is not known.
  package var span: ClosedRange<Int64>?

  package init(
    day: CalendarDay, ride: Int = 0, zoneMinutes: [Double]? = nil, trainingStressScore: Double? = nil,
    trimp: Double? = nil, span: ClosedRange<Int64>? = nil
  ) {
    self.day = day
    self.ride = ride
    self.zoneMinutes = zoneMinutes
    self.trainingStressScore = trainingStressScore
    self.trimp = trimp
    self.span = span
  }

  /// Orders the rides of a day by their values alone.
  static func isLess(_ first: Self, _ second: Self) -> Bool {
    func key(_ ride: Self) -> [Double] {
      [ride.trainingStressScore ?? -1, ride.trimp ?? -1] + (ride.zoneMinutes ?? [])
    }
    return key(first).lexicographicallyPrecedes(key(second))
  }
}

/// Fitness and fatigue: exponential means of the daily Training Stress Score (Coggan's Performance Manager).
package enum TrainingLoad {
  /// Computes the load of some days; fitness and fatigue begin at 0 on the day of the first ride with a score.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - efforts: The rides of each day, including earlier days.
  ///   - isMaximumKnown: Whether the maximum heart rate is known; without it there is no strain.
  /// - Returns: One load for each of the days.
  static func loads(
    _ days: ClosedRange<CalendarDay>, of efforts: [CalendarDay: [RideEffort]], isMaximumKnown: Bool
  ) -> [DayLoad] {
    let first = efforts.filter { $0.value.contains { $0.trainingStressScore != nil } }.keys.min()
    var (fitness, fatigue) = (0.0, 0.0)
    var loads: [DayLoad] = []
    var day = min(first ?? days.lowerBound, days.lowerBound)
    while day <= days.upperBound {
      let rides = efforts[day] ?? []
      let score = sum(of: rides, \.trainingStressScore)
      let hasBegun = first.map { $0 <= day } ?? false
      if hasBegun {
        fitness += ((score ?? 0) - fitness) * (1 - (-1 / Double(ScoreModel.fitnessDays)).exponential)
        fatigue += ((score ?? 0) - fatigue) * (1 - (-1 / Double(ScoreModel.fatigueDays)).exponential)
      }
      if day >= days.lowerBound {
        loads.append(
          DayLoad(
            date: day, trainingStressScore: score?.toFourDecimals, trimp: sum(of: rides, \.trimp)?.toFourDecimals,
            fitness: hasBegun ? fitness.toFourDecimals : nil, fatigue: hasBegun ? fatigue.toFourDecimals : nil,
            strain: Strain.score(of: rides, isMaximumKnown: isMaximumKnown).score, rides: rides.count,
            ridesWithoutTSS: rides.count { $0.trainingStressScore == nil },
            ridesWithoutTRIMP: rides.count { $0.trimp == nil }))
      }
      day = day.advanced(by: 1)
    }
    return loads
  }

  /// Returns the sum of the known values of a day: 0 on a day of rest, nil if no ride has a value.
  private static func sum(of rides: [RideEffort], _ value: (RideEffort) -> Double?) -> Double? {
    let known = rides.compactMap(value)
    return known.isEmpty && !rides.isEmpty ? nil : known.reduce(0, +)
  }
}
