import BluetoothLE
import Rides

/// The cadence derived from the wheel, for a trainer that sends no cadence.
///
/// In one gear, the wheel turns in proportion to the pedals. The gear is unknown, but legs that hold the target turn at
/// their usual cadence. So the speed at those times corresponds to a usual cadence, and a share of that speed to the
/// same share of it.
struct WheelCadence: Hashable, Sendable {
  /// The assumed cadence of legs that hold the target, in revolutions a minute.
  private static let usualRpm = 85.0
  /// Power above this share of the target shows that the legs hold it.
  private static let shareHeld = 0.95
  /// A slower wheel, in km/h, shows no cadence.
  private static let leastKmh = 5.0
  /// The time constant with which the mean speed forgets, so that a new gear soon counts.
  private static let memory = Duration.seconds(10)

  private var heldKmh: Double?
  private var heldFor = Duration.zero
  private var lastAt: MonotonicInstant?

  init() {}

  /// Handles a speed and the power at that time.
  ///
  /// Returns the corresponding cadence, in revolutions a minute; nil until the legs have held the target for a while.
  mutating func observe(kmh: Double, watts: Double, targetWatts: Int, at now: MonotonicInstant) -> Double? {
    let step = lastAt.map { now - $0 } ?? .zero
    lastAt = now
    if watts >= Double(targetWatts) * Self.shareHeld, kmh >= Self.leastKmh, step < Self.memory {
      let share = step.seconds / (Self.memory.seconds + step.seconds)
      heldKmh = heldKmh.map { $0 + (kmh - $0) * share } ?? kmh
      heldFor += step
    }
    guard let heldKmh, heldFor >= Self.memory else { return nil }
    return Self.usualRpm * kmh / heldKmh
  }
}
