import RideStore

/// What the store fails at now, and when the journal was told: as it begins, then once a minute.
struct StoreFailures {
  /// What fails on its own: the disk may take rows and no file.
  enum Part: Hashable, Sendable {
    case rows
    case files
  }

  private static let reminder = Duration.seconds(60)

  private var failing: [Part: (error: StoreError, toldAt: ContinuousClock.Instant)] = [:]

  /// Why, the rows first; nil while all is well.
  var error: StoreError? { (failing[.rows] ?? failing[.files])?.error }

  /// Notes a failure and says whether to tell the journal.
  mutating func failed(_ part: Part, _ error: StoreError, at now: ContinuousClock.Instant) -> Bool {
    let known = failing[part].flatMap { $0.error.code == error.code ? $0.toldAt : nil }
    let isToBeTold = known.map { now - $0 >= Self.reminder } ?? true
    failing[part] = (error, isToBeTold ? now : known ?? now)
    return isToBeTold
  }

  /// Notes a success and says whether it ends a failure.
  mutating func succeeded(_ part: Part) -> Bool { failing.removeValue(forKey: part) != nil }
}
