/// How often the same message is told: a few times in a row, then once a minute, with the number of those left out.
///
/// Whatever goes round in circles, a radio, a caller or a disk, writes no more than that to an SD card.
struct RepeatLimit {
  private static let burst = 5
  private static let interval = Duration.seconds(60)
  /// How many messages are told apart; beyond that those that came up first begin anew.
  private static let capacity = 256

  private struct Account {
    /// How many may be told at once.
    var credit: Int
    /// From when on the next one is earned.
    var since: SuspendingClock.Instant
    var withheld = 0
  }

  private var accounts: [String: Account] = [:]

  /// Asks for a message to be told.
  ///
  /// - Returns: How many were left out since it was told last; nil where this one is to be left out, too.
  mutating func tell(_ message: String, at now: SuspendingClock.Instant) -> Int? {
    if accounts.count >= Self.capacity, accounts[message] == nil { forget(at: now) }
    var account = accounts[message] ?? Account(credit: Self.burst, since: now)
    let earned = min(Self.burst, Int((now - account.since) / Self.interval))
    if account.credit + earned >= Self.burst {
      (account.credit, account.since) = (Self.burst, now)
    } else {
      account.credit += earned
      account.since += Self.interval * earned
    }
    defer { accounts[message] = account }
    guard account.credit > 0 else {
      account.withheld += 1
      return nil
    }
    account.credit -= 1
    defer { account.withheld = 0 }
    return account.withheld
  }

  private mutating func forget(at now: SuspendingClock.Instant) {
    let quiet = Self.interval * Self.burst
    accounts = accounts.filter { now - $0.value.since < quiet }
    if accounts.count >= Self.capacity { accounts = [:] }
  }
}
