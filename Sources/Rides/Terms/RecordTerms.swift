/// The quantity of a record.
package enum RecordKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// The mean power over a length of time.
  case power
  /// The time on the timer.
  case time
  case distance
  case work
  /// The mean power in Zone 2, for rides with 20 minutes in it.
  case zone2Power
}

extension RecordKind: OpenEnum {
  package static var unrecognized: Self { .work }
}
