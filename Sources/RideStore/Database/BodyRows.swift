internal import FoundationEssentials
internal import GRDB
internal import Rides

// The rows of the tables about the rider's body. A row that damage has made unreadable is skipped.

extension HRVMeasurement {
  static let columns = """
    id, day, at_ms, utc_offset_s, source, position, beats, artefacts, seconds, rmssd, ln_rmssd, sdnn, nn50, pairs,
    mean_heart_rate, resting_heart_rate, lost_seconds
    """
  static let columnCount = 17

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let id = row.int(0), let day = row.day(1), let source = row.text(4).flatMap(BodySource.init),
      let figures = HRVFigures(row, from: 6)
    else { return nil }
    self.init(
      id: id, day: day, at: row.moment(2), source: source, position: row.text(5).flatMap(MeasurementPosition.init),
      figures: figures, lostSeconds: row.positive(16))
    // The initialiser may have filled in a resting heart rate; only a stored one counts.
    restingHeartRate = row.positive(15)
  }

  /// The measurement in its stored form: with four decimals, whatever its source.
  var stored: Self {
    var stored = self
    stored.figures = figures.toFourDecimals
    stored.restingHeartRate = restingHeartRate?.toFourDecimals
    stored.lostSeconds = lostSeconds?.toFourDecimals
    stored.quality = figures.quality
    stored.unrest = nil
    return stored
  }

  /// Writes the measurement and its intervals, replacing the row of the same identity.
  ///
  /// - Returns: Its number, a new one for 0.
  func write(_ db: Database, _ intervals: BeatIntervals? = nil) throws -> Int {
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO measurement (\(Self.columns), intervals)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        id == 0 ? nil : id, day.description, at?.milliseconds, at?.utcOffsetSeconds, source.rawValue,
        position?.rawValue, figures.beats, figures.artefacts, figures.seconds, figures.rmssd, figures.lnRmssd,
        figures.sdnn, figures.nn50, figures.pairs, figures.meanHeartRate, restingHeartRate, lostSeconds,
        intervals.flatMap { $0.milliseconds.isEmpty ? nil : $0.data },
      ])
    return id == 0 ? Int(db.lastInsertedRowID) : id
  }
}

extension HRVFigures {
  /// - Parameters:
  ///   - row: Its nine columns in the order of the members; the result is nil for a negative count.
  ///   - first: The index of the first of them.
  fileprivate init?(_ row: Row, from first: Int) {
    let counts = [0, 1, 6, 7].map { row.int(first + $0) }
    guard counts.allSatisfy({ ($0 ?? 0) >= 0 }), (counts[1] ?? 0) <= (counts[0] ?? .max) else { return nil }
    self.init(
      beats: counts[0], artefacts: counts[1], seconds: row.positive(first + 2), rmssd: row.positive(first + 3),
      lnRmssd: row.real(first + 4), sdnn: row.positive(first + 5), nn50: counts[2], pairs: counts[3],
      meanHeartRate: row.positive(first + 8))
  }
}

/// Intervals as the doubles in `measurement.intervals`.
extension BeatIntervals {
  /// Nil if the bytes are not intervals.
  init?(_ data: Data) {
    guard data.count.isMultiple(of: 8) else { return nil }
    let signed = data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map { offset in
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
    guard signed.allSatisfy(\.isFinite) else { return nil }
    self.init(signed: signed)
  }

  var data: Data {
    var data = Data(capacity: milliseconds.count * 8)
    for value in signed {
      Swift.withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }
}

extension Night {
  static let columns = """
    day, source, from_ms, from_offset_s, to_ms, to_offset_s, asleep_minutes, awake_minutes, deep_minutes, rem_minutes,
    light_minutes
    """

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let date = row.day(0), let source = row.text(1).flatMap(NightSource.init) else { return nil }
    let (from, to) = (row.moment(2), row.moment(4))
    if let from, let to, to <= from { return nil }
    self.init(
      date: date, source: source, from: from, to: to, asleepMinutes: row.positive(6), awakeMinutes: row.positive(7),
      deepMinutes: row.positive(8), remMinutes: row.positive(9), lightMinutes: row.positive(10))
  }

  /// Writes the night, replacing one of the same day and source.
  func write(_ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO night (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(
      arguments: [
        date.description, source.rawValue, from?.milliseconds, from?.utcOffsetSeconds, to?.milliseconds,
        to?.utcOffsetSeconds, asleepMinutes, awakeMinutes, deepMinutes, remMinutes, lightMinutes,
      ])
  }
}

extension WellnessValue {
  static let columns = "day, kind, source, at_ms, utc_offset_s, value"

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let day = row.day(0), let kind = row.text(1).flatMap(Kind.init),
      let source = row.text(2).flatMap(BodySource.init), let value = row.positive(5), value > 0
    else { return nil }
    self.init(kind, value, on: day, at: row.moment(3), source: source)
  }

  /// Writes the value, replacing one of the same day, kind and source.
  func write(_ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO wellness (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)")
    try statement.execute(
      arguments: [
        day.description, kind.rawValue, source.rawValue, at?.milliseconds, at?.utcOffsetSeconds, value,
      ])
  }
}

/// Scores as the JSON in `score.document`.
extension DayScores {
  /// Nil if the text is missing or damaged.
  init?(json text: String?) {
    guard let text, let scores = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = scores
  }

  /// The JSON; the same for the same scores.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

extension Row {
  func day(_ index: Int) -> CalendarDay? { text(index).flatMap { CalendarDay($0) } }

  /// Returns a moment from two columns: milliseconds, and the offset in seconds; nil unless both are valid.
  fileprivate func moment(_ index: Int) -> LocalMoment? {
    guard let milliseconds = int(index), let offset = int(index + 1), LocalMoment.offsets.contains(offset) else {
      return nil
    }
    return LocalMoment(milliseconds: Int64(milliseconds), utcOffsetSeconds: offset)
  }

  /// Returns a number that is 0 or greater; nil for any other value.
  fileprivate func positive(_ index: Int) -> Double? { real(index).flatMap { $0 >= 0 ? $0 : nil } }
}
