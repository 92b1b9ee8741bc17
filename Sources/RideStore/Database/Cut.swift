internal import GRDB
internal import RideSession

/// The part of a ride that the rider kept, and what was ridden before it.
struct Cut {
  /// In seconds of the whole ride.
  let seconds: Range<Int>
  /// The distance at its beginning, in metres.
  let metersBefore: Double

  static let whole = Cut(seconds: RideSample.seconds, metersBefore: 0)

  var isWhole: Bool { seconds == RideSample.seconds }
}

extension Cut {
  /// The part of a ride that these seconds are; nil stands for the whole.
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

  /// The part of a ride that its row says; the whole where there is no such ride.
  init(_ db: Database, of ride: Int) throws {
    let row = try Row.fetchOne(db, sql: "SELECT cut_from, cut_to FROM ride WHERE id = ?", arguments: [ride])
    try self.init(db, ride: ride, seconds: row.flatMap { Self.seconds($0.int(0), $0.int(1)) })
  }

  /// The range of two columns; nil where they hold none that a ride can have.
  static func seconds(_ first: Int?, _ end: Int?) -> Range<Int>? {
    guard let first, let end, first >= 0, first < end, end <= RideSample.seconds.upperBound else { return nil }
    return first..<end
  }
}
