/// The delay before the next attempt after failures.
///
/// Jitter covers the whole range, so that requests that failed together are not repeated together.
package enum Backoff {
  /// The upper end of the delay after the first failure.
  ///
  /// It doubles with each further failure.
  package static let first = Duration.seconds(5)
  /// The maximum of the upper end.
  package static let most = Duration.seconds(300)
  /// The number of consecutive failures after which the delay is `slow`.
  package static let quickTries = 8
  /// The delay after `quickTries` failures: such a fault lasts longer than minutes.
  package static let slow = Duration.seconds(1800)

  /// Returns the delay after a number of consecutive failures, 1 or more.
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
