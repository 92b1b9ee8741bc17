internal import GRDB
internal import Rides

/// A ride's rows in order, read one at a time.
///
/// A ride from a file is stored without the rows inside its gaps (`GapRows`); the cursor restores them.
struct SampleCursor {
  private let rows: RowCursor
  private let columns: StatementColumns
  private let cut: Cut
  /// Whether rows inside gaps are restored.
  private let hasGaps: Bool
  /// The end of the rows, in seconds of the whole ride.
  private let end: Int
  /// The second of the next row, of the whole ride.
  private var due: Int
  /// Whether the timer runs in a gap at `due`.
  private var timerRunning = false
  /// The row after the present gap.
  private var following: RideSample?
  /// The most rows that may follow.
  private var left: Int

  /// The rows of a part of a ride from `first` on, in seconds of the part: at most `limit`, or all if it is negative.
  ///
  /// Reads the columns up to `extent`; nil reads all columns that the ride has.
  init(
    _ db: Database, ride: Int, cut: Cut, extent: SampleColumn.Extent? = nil, from first: Int = 0, limit: Int = -1
  ) throws {
    let first = cut.seconds.lowerBound + min(max(0, first), cut.seconds.count)
    let sql = "SELECT origin IS NOT NULL, is_on_route FROM ride WHERE id = ?"
    let kind = try Row.fetchOne(db, sql: sql, arguments: [ride])
    hasGaps = kind?.int(0) == 1
    let all: SampleColumn.Extent = hasGaps ? .imported : kind?.int(1) == 1 ? .placed : .recorded
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(SampleColumn.names(upTo: extent ?? all)) FROM sample WHERE ride_id = ? AND second >= ? AND second < ?
        ORDER BY second LIMIT ?
        """)
    rows = try Row.fetchCursor(statement, arguments: [ride, first, cut.seconds.upperBound, limit])
    columns = StatementColumns(statement)
    self.cut = cut
    end = min(cut.seconds.upperBound, try Self.wholeSeconds(db, ride: ride))
    (due, left) = (first, min(max(0, end - first), limit < 0 ? .max : limit))
    guard hasGaps, first > 0 else { return }
    let before = "SELECT timer_running FROM sample WHERE ride_id = ? AND second < ? ORDER BY second DESC LIMIT 1"
    timerRunning = try Row.fetchOne(db, sql: before, arguments: [ride, first])?.int(0) == 1
  }

  /// Returns the next row, counted from the start of the part; unusable rows are skipped.
  mutating func next() throws -> RideSample? {
    guard let sample = try hasGaps ? filled() : stored() else { return nil }
    return cut.isWhole ? sample : sample.rebased(to: cut.seconds.lowerBound, afterMeters: cut.metersBefore)
  }

  private func stored() throws -> RideSample? {
    while try rows.next() != nil {
      if let sample = RideSample(columns) { return sample }
    }
    return nil
  }

  /// Returns the next row, which may be one inside a gap.
  private mutating func filled() throws -> RideSample? {
    guard left > 0 else { return nil }
    left -= 1
    let sample = try following ?? stored()
    // Damage may have moved a row by centuries.
    let missing = (sample?.second ?? end) - due
    if (1...GapRows.longestGap).contains(missing) {
      following = sample
      due += 1
      return RideSample(second: due - 1, timerRunning: timerRunning)
    }
    following = nil
    if let sample { (due, timerRunning) = (sample.second + 1, sample.timerRunning) }
    return sample
  }

  /// Returns the remaining rows.
  mutating func rest() throws -> [RideSample] {
    var samples: [RideSample] = []
    // Not more: damage may have moved the last row by centuries.
    samples.reserveCapacity(min(left, 400_000))
    while let sample = try next() { samples.append(sample) }
    return samples
  }
}

/// The rows of a ride from a file that need not be stored: one time that is days off would cost hundreds of thousands.
enum GapRows {
  /// The longest ride from a file, in seconds; a longer gap is damage.
  static let longestGap = 4 * 86_400

  /// Returns the rows without those that have no value and the timer state of the previous row; the last row is kept.
  static func dropped(from rows: [RideSample]) -> [RideSample] {
    rows.indices.filter { index in
      index == 0 || index == rows.count - 1 || !rows[index].isEmpty
        || rows[index].timerRunning != rows[index - 1].timerRunning
    }.map { rows[$0] }
  }
}

extension RideSample {
  /// Whether the row has no value except the timer's state.
  fileprivate var isEmpty: Bool { self == RideSample(second: second, timerRunning: timerRunning) }
}

extension SampleCursor {
  /// Returns the seconds from the first row's start to the last one's end; 0 without rows.
  static func wholeSeconds(_ db: Database, ride: Int) throws -> Int {
    let sql = "SELECT second FROM sample WHERE ride_id = ? AND second < ? ORDER BY second DESC LIMIT 1"
    let row = try Row.fetchOne(db, sql: sql, arguments: [ride, RideSample.seconds.upperBound])
    return max(0, (row?.int(0) ?? -1) + 1)
  }
}

extension RideTotals {
  /// The totals of a ride's rows, read one at a time; `origin` is the file of an imported ride.
  init(_ db: Database, ride: Int, of origin: RideOrigin?, cut: Cut) throws {
    self.init(holdsPower: origin == nil)
    var rows = try SampleCursor(db, ride: ride, cut: cut, extent: .totals)
    while let sample = try rows.next() { add(sample) }
  }
}

/// The part of a ride that trimming keeps, and the distance before it.
struct Cut {
  /// In seconds of the whole ride.
  let seconds: Range<Int>
  /// The distance at its start, in metres.
  let metersBefore: Double

  static let whole = Cut(seconds: RideSample.seconds, metersBefore: 0)

  var isWhole: Bool { seconds == RideSample.seconds }
}

extension Cut {
  /// The part with these seconds; nil means the whole ride.
  init(_ db: Database, ride: Int, seconds: Range<Int>?) throws {
    guard let seconds else {
      self = .whole
      return
    }
    let sql = """
      SELECT distance_meters FROM sample WHERE ride_id = ? AND second < ? AND distance_meters IS NOT NULL
      ORDER BY second DESC LIMIT 1
      """
    let row = try Row.fetchOne(db, sql: sql, arguments: [ride, seconds.lowerBound])
    self.init(seconds: seconds, metersBefore: row?.real(0) ?? 0)
  }

  /// The part according to the ride's row; the whole ride if the row does not exist.
  init(_ db: Database, of ride: Int) throws {
    let row = try Row.fetchOne(db, sql: "SELECT cut_from, cut_to FROM ride WHERE id = ?", arguments: [ride])
    try self.init(db, ride: ride, seconds: row.flatMap { Self.seconds($0.int(0), $0.int(1)) })
  }

  /// Returns the range in two columns; nil if no ride can have it.
  static func seconds(_ first: Int?, _ end: Int?) -> Range<Int>? {
    guard let first, let end, first >= 0, first < end, end <= RideSample.seconds.upperBound else { return nil }
    return first..<end
  }
}
