/// Turns a recorder's time stamps into a time that starts at zero and never goes back.
///
/// Recorders stamp with the wall clock, which may be set while they run.
struct CaptureClock {
  private(set) var elapsed: Duration = .zero
  private var previous: Int64?

  /// No step is taken longer than a century, so that nonsense cannot overflow.
  private static let longestStepSeconds: Int64 = 100 * 366 * 86_400

  /// Whether a stamp was taken yet.
  var hasStarted: Bool { previous != nil }

  /// The time of a record that is stamped `ticks`.
  mutating func advance(to ticks: Int64, ticksPerSecond: Int64) -> Duration {
    defer { previous = ticks }
    guard let previous, ticks > previous, ticksPerSecond > 0 else { return elapsed }
    let (step, overflow) = ticks.subtractingReportingOverflow(previous)
    guard !overflow else { return elapsed }
    let (seconds, rest) = step.quotientAndRemainder(dividingBy: ticksPerSecond)
    let product = UInt64(rest).multipliedFullWidth(by: 1_000_000_000)
    let nanoseconds = UInt64(ticksPerSecond).dividingFullWidth(product).quotient
    elapsed += .seconds(min(seconds, Self.longestStepSeconds)) + .nanoseconds(Int64(nanoseconds))
    return elapsed
  }
}
