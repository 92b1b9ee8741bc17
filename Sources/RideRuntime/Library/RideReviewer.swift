package import RideAnalysis
package import RideSession
package import RideStore
package import Rides

/// Evaluates rides, on the library's thread.
package actor RideReviewer {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: RideDatabase
  let library: RideLibrary

  package init(store: RideDatabase) {
    self.store = store
    library = store.library
    executor = store.library.executor
  }

  /// A ride as it is cut, with its evaluation.
  package struct Review: Sendable {
    package let ride: StoredRide
    package let record: RideRecord
    package let review: RideMetrics
    package let settings: RiderSettings
    package let laps: [Lap]
    package let events: [RideEvent]
    package let uploads: [RideUpload]
  }

  /// A lap with its totals.
  package struct Lap: Sendable {
    package let seconds: Range<Int>
    package let trigger: RideLap.Trigger
    package let label: String?
    package let totals: RideTotals
    /// Distance in the lap alone, in metres; `totals` has that of the ride up to its end.
    package let distanceMeters: Double?
    /// The place in the plan of the interval that it is, from 1; nil of other laps.
    package let interval: Int?
    /// The power of that interval, with the bias that held as it began; nil where none was planned.
    package let planned: PlannedPower?
  }

  /// The evaluation of a ride as it is cut, or whole as it was ridden; `ride` has the figures of the cut one in both.
  package func review(_ id: Int, whole: Bool = false) async throws(StoreError) -> Review {
    let record = try await library.record(id, whole: whole)
    let settings = try await library.settings()
    let ride = try await library.ride(id)
    let planned = PlannedLaps(
      plan: ride.order?.plan, events: try await library.events(of: id, whole: true),
      from: whole ? 0 : ride.cut?.lowerBound ?? 0)
    return Review(
      ride: ride, record: record, review: RideMetrics(record, settings: settings), settings: settings,
      laps: Self.laps(of: record, planned), events: record.events, uploads: try await library.uploads(of: id))
  }

  /// A suggestion for cutting a ride, in seconds of the whole ride.
  package func suggestion(for id: Int) async throws(StoreError) -> TrimAnalysis {
    let record = try await library.record(id, whole: true)
    return TrimAnalysis(record.samples, settings: try await library.settings())
  }

  /// The finished rides of a period as points, oldest first.
  ///
  /// Figures that were derived with the same settings are taken from the store, the others are derived and stored.
  package func history(since: UnixTime, before: UnixTime?) async throws(StoreError) -> [StoredTrend] {
    let settings = try await library.settings()
    let found = try await trends(since: since, before: before, settings)
    guard !found.missing.isEmpty else { return found.known }
    try await analyse(found.missing)
    return try await trends(since: since, before: before, settings).known
  }

  /// How many rides of a period have to be analysed before their points are known.
  func missingTrends(since: UnixTime, before: UnixTime?) async throws(StoreError) -> Int {
    try await trends(since: since, before: before, try await library.settings()).missing.count
  }

  /// The points that are stored, and the rides that lack a figure.
  func trends(
    since: UnixTime, before: UnixTime?, _ settings: RiderSettings
  ) async throws(StoreError) -> (known: [StoredTrend], missing: [Int]) {
    let found = try await library.trends(
      since: since, before: before, leastSeconds: Limits.leastComparedSeconds, by: Self.derivation(settings),
      normalized: Self.normalizedDerivation)
    return (found.known, found.missing + found.known.filter { !$0.isNormalizedKnown }.map(\.id))
  }

  /// The method is the version of the formulas.
  static func derivation(_ settings: RiderSettings) -> Derivation {
    Derivation(method: "2", basis: "zone2 \(settings.zone2.lowerBound)-\(settings.zone2.upperBound)")
  }

  /// Normalized Power needs no setting.
  static let normalizedDerivation = Derivation(method: "1", basis: "")

  private static func laps(of record: RideRecord, _ planned: PlannedLaps) -> [Lap] {
    let laps = record.laps.isEmpty ? [RideLap(second: 0, trigger: .end)] : record.laps
    let end = record.samples.last.map { $0.second + 1 } ?? 0
    var (rest, metersBefore) = (record.samples[...], 0.0)
    return laps.indices.map { index in
      let next = index + 1 < laps.endIndex ? laps[index + 1].second : end
      let rows = rest.prefix { $0.second < next }
      rest = rest.dropFirst(rows.count)
      let totals = RideTotals(rows.indices, of: record)
      defer { metersBefore = totals.distanceMeters ?? metersBefore }
      return Lap(
        seconds: laps[index].second..<max(laps[index].second, next), trigger: laps[index].trigger,
        label: laps[index].label,
        totals: totals,
        distanceMeters: totals.distanceMeters.map { max(0, $0 - metersBefore) },
        interval: laps[index].interval, planned: planned.power(of: laps[index]))
    }
  }
}

/// What the plan of a ride asked for in its laps.
private struct PlannedLaps {
  /// Nil of a ride from a file.
  let plan: RidePlan?
  /// All events of the whole ride, in order of time.
  let events: [RideEvent]
  /// Where the ride begins that the laps count from, in seconds of the whole ride.
  let from: Int

  /// Nil for a lap that is no interval, and where none was planned.
  func power(of lap: RideLap) -> PlannedPower? {
    // A ride of one interval is one lap.
    guard let plan, let number = lap.interval ?? (plan.intervals.count == 1 ? 1 : nil) else { return nil }
    return plan.power(ofInterval: number, biasPercent: bias(at: lap.second + from))
  }

  private func bias(at second: Int) -> Int {
    events.reduce(0) { bias, event in
      // Events of the second in which the lap begins were before it: its row is the one that it begins in.
      if event.at < .seconds(second + 1), case .biased(let percent) = event.kind { percent } else { bias }
    }
  }
}
