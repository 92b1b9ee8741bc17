/// How long to wait before the next try of what failed, with jitter over the whole range, so that many that failed
/// together do not come back together.
package enum Backoff {
  /// The upper end of the wait after the first failure; it doubles with each.
  package static let first = Duration.seconds(5)
  /// The most that the upper end becomes.
  package static let most = Duration.seconds(300)
  /// After so many failures in a row the slow lane begins.
  package static let quickTries = 8
  /// The wait in the slow lane: what failed for so long is no matter of minutes.
  package static let slow = Duration.seconds(1800)

  /// The wait after so many failures in a row, 1 or more.
  package static func delay(afterFailures failures: Int, using random: inout some RandomNumberGenerator) -> Duration {
    if failures > quickTries { return slow }
    let end = min(first * (1 << max(failures - 1, 0)), most)
    return .milliseconds(Int64.random(in: 0...end.milliseconds, using: &random))
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
