package import RideAnalysis
package import RideStore
package import Rides

extension RideReviewer {
  /// A record, and the ride that held it before, or else would.
  package struct Best: Sendable {
    package let discipline: Discipline
    package let best: Mark
    package let before: Mark?
  }

  /// A ride and what it has: watts, seconds, metres or joules.
  package struct Mark: Sendable {
    package let ride: StoredBests
    package let value: Double
  }

  /// The records of all rides on a bicycle.
  ///
  /// What is compared is taken from the store where it is known, and else derived and stored.
  /// - Parameter limit: How many rides may have to be analysed for it.
  /// - Returns: The records; nil if more rides have to be analysed.
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

  /// The best power of each length of time among the rides of a period; each with its ride.
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

  /// The best power of one ride, of any sport.
  package func powerCurve(of id: Int) async throws(StoreError) -> [(seconds: Int, watts: Double)] {
    let record = try await library.record(id)
    return zip(PowerCurve.lengths, PowerCurve(record.samples).watts).map { ($0, $1) }
  }

  /// How many rides have to be analysed before all are compared.
  private func unanalysed(since start: UnixTime) async throws(StoreError) -> Int {
    max(try await storedBests().count { $0.curve == nil }, try await missingTrends(since: start, before: nil))
  }

  /// The rides of a period with their curves.
  private func bests(since: UnixTime?, before: UnixTime?) async throws(StoreError) -> [StoredBests] {
    let rides = try await storedBests(since: since, before: before)
    let missing = rides.filter { $0.curve == nil }
    guard !missing.isEmpty else { return rides }
    try await analyse(missing.map(\.id))
    return try await storedBests(since: since, before: before)
  }

  /// The rides of a period, with the curves that are stored.
  func storedBests(since: UnixTime? = nil, before: UnixTime? = nil) async throws(StoreError) -> [StoredBests] {
    try await library.bests(
      since: since, before: before, leastSeconds: Limits.leastComparedSeconds, method: PowerCurve.method)
  }
}
