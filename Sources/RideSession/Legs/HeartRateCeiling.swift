package import BluetoothLE

/// Eases a target while the heart beats faster than it may, and gives it back when the heart has calmed.
///
/// It moves with each heart rate that arrives: a strap that says nothing, or has no contact, moves nothing.
package struct HeartRateCeiling: Hashable, Sendable {
  /// One step, as a share of the target.
  private static let step = 0.05
  /// The smallest share that is left.
  private static let floor = 0.5
  /// How long the heart must have been too fast for the first step; then between steps, since it answers slowly.
  private static let firstAfter = Duration.seconds(5)
  private static let thenEach = Duration.seconds(15)
  /// How far below the ceiling, in beats a minute, and how long, until a step is taken back.
  private static let margin = 3
  private static let calmFor = Duration.seconds(60)
  /// Heart rates further apart say nothing about the time between.
  private static let gap = LiveReadings.heartRateAge

  /// In beats a minute.
  package let maximumBeatsPerMinute: Int
  /// The share of the target that is left, 0.5…1.
  package private(set) var share = 1.0
  private var highSince: MonotonicInstant?
  private var calmSince: MonotonicInstant?
  private var steppedAt: MonotonicInstant?
  private var heardAt: MonotonicInstant?

  package init(maximumBeatsPerMinute: Int) {
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
  }

  package var isEasing: Bool { share < 1 }

  /// A heart rate arrived; whether the share has changed.
  package mutating func heard(beatsPerMinute: Int, at now: MonotonicInstant) -> Bool {
    if let heardAt, now - heardAt > Self.gap { (highSince, calmSince) = (nil, nil) }
    heardAt = now
    highSince = beatsPerMinute > maximumBeatsPerMinute ? highSince ?? now : nil
    calmSince = beatsPerMinute <= maximumBeatsPerMinute - Self.margin ? calmSince ?? now : nil
    if let highSince, now - highSince >= Self.firstAfter {
      return move(by: -Self.step, notBefore: Self.thenEach, at: now)
    }
    if let calmSince, now - calmSince >= Self.calmFor { return move(by: Self.step, notBefore: Self.calmFor, at: now) }
    return false
  }

  private mutating func move(by step: Double, notBefore pause: Duration, at now: MonotonicInstant) -> Bool {
    if let steppedAt, now - steppedAt < pause { return false }
    let moved = min(1, max(Self.floor, share + step))
    guard moved != share else { return false }
    share = moved
    steppedAt = now
    return true
  }
}
