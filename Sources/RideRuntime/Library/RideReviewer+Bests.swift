package import RideAnalysis
package import RideStore
package import Rides

extension RideReviewer {
  /// A record, and the best of the other rides; nil if no other ride has a value.
  package struct Best: Sendable {
    package let discipline: Discipline
    package let best: Mark
    package let before: Mark?
  }

  /// A ride and its value in watts, seconds, metres or joules.
  package struct Mark: Sendable {
    package let ride: StoredBests
    package let value: Double
  }

  /// Returns the records of all rides on a bicycle.
  ///
  /// Figures are read from the store if they are there; the others are derived and stored.
  /// - Parameter limit: The maximum number of rides to analyse.
  /// - Returns: The records; nil if more rides must be analysed.
  /// - Throws: The reason why the library cannot be read, or a figure not be stored.
  package func records(analysingAtMost limit: Int = .max) async throws(StoreError) -> [Best]? {
    let start = UnixTime(milliseconds: .min)
    if limit < .max, try await unanalysed(since: start) > limit { return nil }
    let rides = try await bests(since: nil, before: nil)
    let trends = try await history(since: start, before: nil)
    let zone2 = Dictionary(trends.map { ($0.id, $0) }) { first, _ in first }
    let achievements = rides.map { ride in
      RideAchievements(
        ride: ride.id, timerSeconds: ride.timerSeconds, distanceMeters: ride.distanceMeters, joules: ride.joules,
        zone2Seconds: zone2[ride.id]?.zone2Seconds ?? 0, zone2Watts: zone2[ride.id]?.zone2Watts,
        curve: ride.curve ?? [])
    }
    let known = Dictionary(rides.map { ($0.id, $0) }) { first, _ in first }
    func mark(_ mark: (ride: Int, value: Double)) -> Mark? {
      known[mark.ride].map { Mark(ride: $0, value: mark.value) }
    }
    return Discipline.ofRecords.compactMap { discipline in
      guard let found = discipline.best(of: achievements), let best = mark(found.best) else { return nil }
      return Best(discipline: discipline, best: best, before: found.before.flatMap(mark))
    }
  }

  /// Returns the best power for each duration among the rides of a period, with its ride.
  package func powerCurve(
    since: UnixTime?, before: UnixTime?
  ) async throws(StoreError) -> [(seconds: Int, mark: Mark)] {
    let rides = try await bests(since: since, before: before)
    return PowerCurve.lengths.enumerated().compactMap { index, seconds in
      let marks = rides.compactMap { ride in
        ride.curve.flatMap { $0.indices.contains(index) ? Mark(ride: ride, value: $0[index]) : nil }
      }
      return marks.max { $0.value < $1.value }.map { (seconds, $0) }
    }
  }

  /// Returns the best power for each duration in one ride of any sport.
  package func powerCurve(of id: Int) async throws(StoreError) -> [(seconds: Int, watts: Double)] {
    let record = try await library.record(id)
    return zip(PowerCurve.lengths, PowerCurve(record.samples).watts).map { ($0, $1) }
  }

  /// Returns the number of rides that must be analysed before all can be compared.
  private func unanalysed(since start: UnixTime) async throws(StoreError) -> Int {
    max(try await storedBests().count { $0.curve == nil }, try await missingTrends(since: start, before: nil))
  }

  /// Returns the rides of a period with their curves.
  private func bests(since: UnixTime?, before: UnixTime?) async throws(StoreError) -> [StoredBests] {
    let rides = try await storedBests(since: since, before: before)
    let missing = rides.filter { $0.curve == nil }
    guard !missing.isEmpty else { return rides }
    try await analyse(missing.map(\.id))
    return try await storedBests(since: since, before: before)
  }

  /// Returns the rides of a period, with the stored curves.
  func storedBests(since: UnixTime? = nil, before: UnixTime? = nil) async throws(StoreError) -> [StoredBests] {
    try await library.bests(
      since: since, before: before, leastSeconds: Limits.leastComparedSeconds, method: PowerCurve.method)
  }
}
