/// Puts records of Indoor Bike Data together that a machine splits over notifications (FTMS 1.0.1, §4.9).
///
/// By the specification a record longer than ATT_MTU − 3 comes as parts with More Data set and ends with one where it
/// is clear, which brings the speed. There are also machines that set More Data in every notification, as they know no
/// speed; for them the bit only means "no speed here". Both are served by three rules:
/// - a part with the speed ends the record;
/// - a part that repeats a field already held begins the next record, and what was held is handed out without a speed;
/// - what a caller needs at once, such as the power, it takes from the notification itself and does not wait.
///
/// So a machine that never clears More Data has each record handed out when the next begins, and nothing is held for
/// ever. One assembler serves one link: after a drop begin with a new one, lest halves of two records are joined.
public struct IndoorBikeDataAssembler: Hashable, Sendable {
  /// The parts of the record that has not ended yet, merged; nil between records.
  public private(set) var pending: IndoorBikeData?

  /// An assembler that holds nothing.
  public init() {}

  /// Takes the next notification and returns the records that it completes, in order: none, one or two.
  ///
  /// A record with `isPartial` set never got its speed. Two come when a part ends a record of its own and shows that
  /// the one before it lost its end.
  public mutating func add(_ part: IndoorBikeData) -> [IndoorBikeData] {
    var records: [IndoorBikeData] = []
    if let pending, pending.overlaps(part) {
      records.append(pending)
      self.pending = nil
    }
    let merged = pending?.merging(part) ?? part
    if merged.isPartial {
      pending = merged.isEmpty ? nil : merged
    } else {
      pending = nil
      records.append(merged)
    }
    return records
  }
}
