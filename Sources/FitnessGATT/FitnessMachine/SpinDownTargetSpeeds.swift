/// Between which speeds a rider must come for a spin-down: the answer to a start of it (FTMS 1.0.1, §4.16.2.20).
public struct SpinDownTargetSpeeds: Hashable, Sendable {
  /// The lower bound.
  public var low: Speed
  /// The upper bound.
  public var high: Speed

  /// The speeds from `low` to `high`.
  public init(low: Speed, high: Speed) {
    self.low = low
    self.high = high
  }
}
