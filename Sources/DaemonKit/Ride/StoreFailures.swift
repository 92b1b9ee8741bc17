import RideStore

/// What the store fails at now, and when the journal was told: as it begins, then once a minute.
struct StoreFailures {
  /// What fails on its own: one ride and not another, and the disk may take rows and no file.
  struct Part: Hashable, Sendable, Comparable {
    var ride: Int
    var isFile = false

    /// Rows stand before files, older rides before newer.
    static func < (left: Self, right: Self) -> Bool {
      left.isFile == right.isFile ? left.ride < right.ride : right.isFile
    }
  }

  private static let reminder = Duration.seconds(60)

  private var failing: [Part: (error: StoreError, toldAt: ContinuousClock.Instant)] = [:]

  /// Why, the rows first; nil while all is well.
  var error: StoreError? { failing.min { $0.key < $1.key }?.value.error }

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
