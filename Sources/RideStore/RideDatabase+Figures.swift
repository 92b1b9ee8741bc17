internal import GRDB
package import Rides

/// A ride as a point in its rider's history.
package struct StoredTrend: Hashable, Sendable {
  /// The ride's number.
  package var id: Int
  /// When the ride began, after trimming.
  package var start: UnixTime
  package var timerSeconds: Int
  /// The seconds in Zone 2.
  package var zone2Seconds: Int
  /// Mean power in Zone 2, in watts; nil if it is not known.
  package var zone2Watts: Double?
  /// Rise of the heart rate relative to the power, in percent; nil if it cannot be derived.
  package var decouplingPercent: Double?
  /// The work, in joules.
  package var joules: Double
  /// The distance, in metres; nil if it is not known.
  package var distanceMeters: Double?
  /// The rider's FTP at the start, in watts; nil if it was not stored.
  package var thresholdWatts: Int?
  /// Normalized Power, in watts; nil without power, or if it is not stored.
  package var normalizedWatts: Double?
  /// Whether Normalized Power is stored, possibly as absent.
  package var isNormalizedKnown: Bool
  /// The seconds in each power zone; nil without power or FTP, or if they are not stored.
  package var powerZoneSeconds: [Int]?
  /// Whether they are stored, possibly as absent.
  package var arePowerZonesKnown = false

  package init(
    id: Int, start: UnixTime, timerSeconds: Int, zone2Seconds: Int, zone2Watts: Double?, decouplingPercent: Double?,
    joules: Double, distanceMeters: Double? = nil, thresholdWatts: Int? = nil, normalizedWatts: Double? = nil,
    isNormalizedKnown: Bool = false
  ) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.zone2Seconds = zone2Seconds
    self.zone2Watts = zone2Watts
    self.decouplingPercent = decouplingPercent
    self.joules = joules
    self.distanceMeters = distanceMeters
    self.thresholdWatts = thresholdWatts
    self.normalizedWatts = normalizedWatts
    self.isNormalizedKnown = isNormalizedKnown
  }
}

extension RideReading {
  /// Returns the finished rides of a period as points, in order of their starts, without deleted rides and without
  /// runs, walks and swims from files.
  ///
  /// - Parameters:
  ///   - since: The earliest start, after trimming.
  ///   - before: The first start that is too late; nil for no bound.
  ///   - leastSeconds: The least timer time.
  ///   - derivation: The required derivation of the figures of Zone 2 and the decoupling.
  ///   - normalized: The required derivation of Normalized Power.
  ///   - powerZones: The required derivation of the time in power zones; a ride's FTP, or `thresholdWatts`, is a part of
  ///     its basis.
  ///   - thresholdWatts: The FTP of rides without a stored one; nil if not known.
  /// - Returns: The rides whose figures are stored, and the numbers of the others.
  /// - Throws: The reason why they cannot be read.
  package func trends(
    since: UnixTime, before: UnixTime?, leastSeconds: Int = 0, by derivation: Derivation,
    normalized: Derivation = Derivation(method: "1", basis: ""),
    powerZones: Derivation = Derivation(method: "1", basis: ""), thresholdWatts: Int? = nil
  ) throws(StoreError) -> (known: [StoredTrend], missing: [Int]) {
    let figures: [DerivedFigure] = [.zone2Seconds, .zone2Watts, .decouplingPercent]
    let joins = figures.map { figure in
      """
      LEFT JOIN figure AS \(figure.rawValue) ON \(figure.rawValue).ride_id = ride.id
        AND \(figure.rawValue).name = '\(figure.rawValue)' AND \(figure.rawValue).method = ?1
        AND \(figure.rawValue).basis = ?2
      """
    }
    let sql = """
      SELECT id, cut_start_ms, timer_seconds, \(figures.map { "\($0.rawValue).value" }.joined(separator: ", ")),
        joules, distance_meters, threshold_watts, load.value, load.ride_id IS NOT NULL,
        COALESCE(NULLIF(threshold_watts, 0), ?10) IS NULL OR EXISTS (SELECT 1 FROM \(Self.powerZoneRows)),
        (SELECT group_concat(CAST(value AS INTEGER), ' ') FROM (SELECT value FROM \(Self.powerZoneRows) ORDER BY name))
      FROM ride
      \(joins.joined(separator: "\n"))
      LEFT JOIN figure AS load ON load.ride_id = ride.id AND load.name = '\(DerivedFigure.normalizedWatts.rawValue)'
        AND load.method = ?5 AND load.basis = ?6
      WHERE deleted_ms IS NULL AND state = 'finished' AND cut_start_ms >= ?3 AND cut_start_ms < ?4
        AND timer_seconds >= ?7 AND \(Sport.isCyclingSQL)
      ORDER BY cut_start_ms, id
      """
    return try read { db in
      let rows = try Row.fetchCursor(
        db, sql: sql,
        arguments: [
          derivation.method, derivation.basis, since.milliseconds, before?.milliseconds ?? Int64.max,
          normalized.method, normalized.basis, leastSeconds, powerZones.method, powerZones.basis, thresholdWatts,
        ])
      var (known, missing): ([StoredTrend], [Int]) = ([], [])
      while let row = try rows.next() {
        if let trend = StoredTrend(row) { known.append(trend) } else if let id = row.int(0) { missing.append(id) }
      }
      return (known, missing)
    }
  }

  private static var powerZoneRows: String {
    let names = DerivedFigure.powerZones.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return """
      figure WHERE figure.ride_id = ride.id AND figure.name IN (\(names)) AND figure.method = ?8
        AND figure.basis = ?9 || ' ' || COALESCE(NULLIF(threshold_watts, 0), ?10)
      """
  }
}

/// A ride as a part of its day, with its derived figures.
package struct StoredEffort: Hashable, Sendable {
  /// The ride's number.
  package var id: Int
  /// When the ride began, after trimming.
  package var start: UnixTime
  /// Local time minus UTC at the start; nil if it was not stored.
  package var utcOffsetSeconds: Int?
  package var timerSeconds: Int
  /// The elapsed time, including pauses.
  package var elapsedSeconds: Int
  /// The rider's FTP at the start, in watts; nil if it was not stored.
  package var thresholdWatts: Int?
  /// Whether it was ridden on a bicycle.
  package var isCycling: Bool
  /// The stored figures with the required derivation; a nil value means that the ride has no such figure.
  package var figures: [DerivedFigure: Double?]

  /// From its start to its end, in milliseconds since 1970.
  package var span: ClosedRange<Int64> {
    start.milliseconds...(start.milliseconds + 1000 * Int64(max(0, elapsedSeconds)))
  }
}

extension RideReading {
  /// Returns the finished rides, including runs and walks, in order of their starts, without deleted ones.
  ///
  /// - Parameter derivations: The required derivation of each figure.
  /// - Returns: The rides, each with its stored figures.
  /// - Throws: The reason why they cannot be read.
  package func efforts(by derivations: [DerivedFigure: Derivation]) throws(StoreError) -> [StoredEffort] {
    let rides = """
      SELECT id, cut_start_ms, utc_offset_s, timer_seconds, threshold_watts, \(Sport.isCyclingSQL), elapsed_seconds
      FROM ride
      WHERE deleted_ms IS NULL AND state = 'finished' ORDER BY cut_start_ms, id
      """
    return try read { db in
      var figures: [Int: [DerivedFigure: Double?]] = [:]
      let rows = try Row.fetchCursor(db, sql: "SELECT ride_id, name, method, basis, value FROM figure")
      while let row = try rows.next() {
        guard let id = row.int(0), let figure = row.text(1).flatMap(DerivedFigure.init),
          let derivation = derivations[figure], row.text(2) == derivation.method, row.text(3) == derivation.basis
        else { continue }
        figures[id, default: [:]][figure] = .some(row.real(4))
      }
      return try Row.fetchAll(db, sql: rides).compactMap { row in
        guard let id = row.int(0), let start = row.time(1), let timerSeconds = row.int(3) else { return nil }
        return StoredEffort(
          id: id, start: start, utcOffsetSeconds: row.int(2).flatMap { LocalMoment.offsets.contains($0) ? $0 : nil },
          timerSeconds: timerSeconds, elapsedSeconds: row.int(6) ?? timerSeconds,
          thresholdWatts: row.int(4).flatMap { $0 > 0 ? $0 : nil },
          isCycling: row.int(5) == 1, figures: figures[id] ?? [:])
      }
    }
  }
}

/// The figures of a ride, to be stored.
package struct DerivedFigures: Sendable {
  package var ride: Int
  /// The activity ID of the ride when its rows were read.
  package var activityID: UnixTime
  /// The figures; a nil value means that the ride has no such figure.
  package var figures: [DerivedFigure: Double?]
  /// The derivation of each figure; a figure without one is not stored.
  package var derivations: [DerivedFigure: Derivation]
  /// The best power for each length of time, in watts, and its method; nil stores no curve.
  package var curve: (watts: [Double], method: String)?

  package init(
    ride: Int, activityID: UnixTime, figures: [DerivedFigure: Double?] = [:],
    by derivations: [DerivedFigure: Derivation] = [:], curve: (watts: [Double], method: String)? = nil
  ) {
    self.ride = ride
    self.activityID = activityID
    self.figures = figures
    self.derivations = derivations
    self.curve = curve
  }
}

extension RideDatabase {
  /// Stores figures of rides in one transaction; figures of other methods are kept.
  ///
  /// A ride that has been removed, or trimmed since its rows were read, is skipped.
  package func setFigures(_ rides: [DerivedFigures]) throws(StoreError) {
    try write { db in
      for derived in rides {
        let present = try Self.rides(db, "WHERE id = ? AND is_purged = 0", [derived.ride], live: RideTotals()).first
        if present?.activityID == derived.activityID { try derived.write(db) }
      }
    }
  }
}

extension DerivedFigures {
  fileprivate func write(_ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO figure (ride_id, name, method, basis, value) VALUES (?, ?, ?, ?, ?)")
    for (figure, value) in figures {
      guard let derivation = derivations[figure] else { continue }
      try statement.execute(arguments: [ride, figure.rawValue, derivation.method, derivation.basis, value])
    }
    guard let curve else { return }
    try db.execute(
      sql: "INSERT OR REPLACE INTO power_curve (ride_id, method, watts) VALUES (?, ?, ?)",
      arguments: [ride, curve.method, StoredBests.data(curve.watts)])
  }
}

extension StoredTrend {
  fileprivate init?(_ row: Row) {
    guard let id = row.int(0), let start = row.time(1), let timerSeconds = row.int(2),
      let zone2Seconds = row.real(3).flatMap(Int.init(exactly:)), let joules = row.real(6)
    else { return nil }
    self.init(
      id: id, start: start, timerSeconds: timerSeconds, zone2Seconds: zone2Seconds, zone2Watts: row.real(4),
      decouplingPercent: row.real(5), joules: joules, distanceMeters: row.real(7),
      thresholdWatts: row.int(8).flatMap { $0 > 0 ? $0 : nil }, normalizedWatts: row.real(9),
      isNormalizedKnown: row.int(10) == 1)
    arePowerZonesKnown = row.int(11) == 1
    powerZoneSeconds = row.text(12)?.split(separator: " ").compactMap { Int($0) }
  }
}
