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

  /// A ride, cut or whole, with its evaluation.
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
    /// The distance in the lap alone, in metres.
    ///
    /// `totals` has the ride's distance up to the end of the lap.
    package let distanceMeters: Double?
    /// The number of the lap's interval in the plan, from 1; nil if the lap is not an interval.
    package let interval: Int?
    /// The planned power of that interval, with the bias at its start; nil if no power was planned.
    package let planned: PlannedPower?
    /// Seconds in each power zone; nil without power or threshold power, and for other sports.
    package let powerZoneSeconds: [Int]?
  }

  /// Returns the evaluation of a ride, cut or whole.
  ///
  /// In both cases, `ride` has the figures of the cut ride.
  package func review(_ id: Int, whole: Bool = false) async throws(StoreError) -> Review {
    let record = try await library.record(id, whole: whole)
    let settings = try await library.settings()
    let ride = try await library.ride(id)
    let powerZones = PowerZones(settings, thresholdWatts: record.thresholdWatts)
    let planned = PlannedLaps(
      plan: ride.order?.plan, events: try await library.events(of: id, whole: true),
      from: whole ? 0 : ride.cut?.lowerBound ?? 0)
    return Review(
      ride: ride, record: record, review: RideMetrics(record, plan: ride.order?.plan, settings: settings),
      settings: settings, laps: Self.laps(of: record, planned, powerZones), events: record.events,
      uploads: try await library.uploads(of: id))
  }

  /// Returns a suggestion for cutting a ride, in seconds of the whole ride.
  package func suggestion(for id: Int) async throws(StoreError) -> TrimAnalysis {
    let record = try await library.record(id, whole: true)
    return TrimAnalysis(record.samples, settings: try await library.settings())
  }

  /// Returns the finished rides of a period as points, oldest first.
  ///
  /// Figures that were derived with the same settings are read from the store. The others are derived and stored.
  package func history(since: UnixTime, before: UnixTime?) async throws(StoreError) -> [StoredTrend] {
    let settings = try await library.settings()
    let found = try await trends(since: since, before: before, settings)
    guard !found.missing.isEmpty else { return found.known }
    try await analyse(found.missing)
    return try await trends(since: since, before: before, settings).known
  }

  /// Returns the number of rides in a period that must be analysed before their points are known.
  func missingTrends(since: UnixTime, before: UnixTime?) async throws(StoreError) -> Int {
    try await trends(since: since, before: before, try await library.settings()).missing.count
  }

  /// Returns the stored points, and the rides that lack a figure.
  func trends(
    since: UnixTime, before: UnixTime?, _ settings: RiderSettings
  ) async throws(StoreError) -> (known: [StoredTrend], missing: [Int]) {
    let found = try await library.trends(
      since: since, before: before, leastSeconds: Limits.leastComparedSeconds, by: Self.derivation(settings),
      normalized: Self.normalizedDerivation, powerZones: Self.powerZoneDerivation(settings),
      thresholdWatts: settings.thresholdWatts)
    let incomplete = found.known.filter { !$0.isNormalizedKnown || !$0.arePowerZonesKnown }
    return (found.known, found.missing + incomplete.map(\.id))
  }

  /// The method is the version of the formulas.
  static func derivation(_ settings: RiderSettings) -> Derivation {
    Derivation(method: "3", basis: "zone2 \(settings.zone2.lowerBound)-\(settings.zone2.upperBound)")
  }

  /// Normalized Power needs no setting.
  static let normalizedDerivation = Derivation(method: "1", basis: "")

  /// The threshold power is added to the basis.
  static func powerZoneDerivation(_ settings: RiderSettings) -> Derivation {
    Derivation(method: "1", basis: settings.zoneMethod == .lactate ? "lactate" : "coggan")
  }

  private static func laps(of record: RideRecord, _ planned: PlannedLaps, _ zones: PowerZones?) -> [Lap] {
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
        interval: laps[index].interval, planned: planned.power(of: laps[index]),
        powerZoneSeconds: totals.averageWatts == nil || !record.sport.isCycling ? nil : zones?.seconds(in: rows))
    }
  }
}

/// The planned power of a ride's laps.
private struct PlannedLaps {
  /// The plan; nil for a ride from a file.
  let plan: RidePlan?
  /// All events of the whole ride, in order of time.
  let events: [RideEvent]
  /// The first second of the record, from which the laps count, in seconds of the whole ride.
  let from: Int

  /// Returns the planned power of a lap; nil if the lap is not an interval, or no power was planned.
  func power(of lap: RideLap) -> PlannedPower? {
    // A ride of one interval is one lap.
    guard let plan, let number = lap.interval ?? (plan.intervals.count == 1 ? 1 : nil) else { return nil }
    return plan.power(ofInterval: number, biasPercent: bias(at: lap.second + from))
  }

  private func bias(at second: Int) -> Int {
    events.reduce(0) { bias, event in
      // An event in the second in which the lap begins counts as earlier. The row of that second is the lap's first.
      if event.at < .seconds(second + 1), case .biased(let percent) = event.kind { percent } else { bias }
    }
  }
}
