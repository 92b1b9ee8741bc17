internal import BluetoothLE
internal import FoundationEssentials
internal import GRDB

/// Columns by position that are nil where they hold NULL or, in a damaged file, another type; GRDB's own subscripts trap
/// on the latter.
extension Row {
  func int(_ index: Int) -> Int? { Int.fromDatabaseValue(self[index]) }
  /// Nil also for an infinity, which only damage leaves.
  func real(_ index: Int) -> Double? {
    guard let value = Double.fromDatabaseValue(self[index]), value.isFinite else { return nil }
    return value
  }
  func text(_ index: Int) -> String? { String.fromDatabaseValue(self[index]) }
  func data(_ index: Int) -> Data? { Data.fromDatabaseValue(self[index]) }
  func address(_ index: Int) -> DeviceAddress? { text(index).flatMap { DeviceAddress($0) } }
}
