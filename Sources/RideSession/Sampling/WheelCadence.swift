import BluetoothLE
import Rides

/// What the wheel tells of the legs, for a trainer that sends no cadence.
///
/// In one gear the wheel turns in proportion to the pedals. The gear is not known; but legs that hold the target turn as they
/// like to, so the speed of those times stands for a usual cadence, and a share of that speed for the same share of it.
struct WheelCadence: Hashable, Sendable {
  /// The cadence that stands for legs that hold the target, in revolutions a minute.
  private static let usualRpm = 85.0
  /// Power above this share of the target shows that the legs hold it.
  private static let shareHeld = 0.95
  /// A wheel this slow, in km/h, shows nothing.
  private static let leastKmh = 5.0
  /// The speed is a mean that forgets with this time constant, so that another gear counts soon.
  private static let memory = Duration.seconds(10)

  private var heldKmh: Double?
  private var heldFor = Duration.zero
  private var lastAt: MonotonicInstant?

  init() {}

  /// Takes a speed and the power beside it; returns the cadence that they stand for, in revolutions a minute, and nil until
  /// the legs have held the target for a while.
  mutating func saw(kmh: Double, watts: Double, targetWatts: Int, at now: MonotonicInstant) -> Double? {
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
