import BluetoothLE
import FitnessGATT

/// Chooses between the two powers of a Fitness Machine: Indoor Bike Data and Cycling Power Measurement.
///
/// Some trainers leave the power out of Indoor Bike Data, or always send 0 there, and send it in Cycling Power Measurement
/// alone. That one is subscribed to only if it is needed: two streams cost air time.
struct PowerSource: Hashable, Sendable {
  /// How long Indoor Bike Data may lack a power above 0.
  private static let patience = Duration.seconds(3)

  /// Whether the link has Cycling Power Measurement.
  private let isPresent: Bool
  /// Whether Cycling Power Measurement is subscribed to.
  private(set) var isSubscribed: Bool
  /// Whether Indoor Bike Data has had a power above 0 on this link.
  private var isProven = false
  /// Whether Cycling Power Measurement has had a power above 0 on this link, and Indoor Bike Data had none.
  private(set) var isCyclingPower = false
  private var lackingSince: MonotonicInstant?

  /// Begins a link.
  ///
  /// - Parameters:
  ///   - characteristics: The characteristics of the link.
  ///   - former: The choice on the link before; what it showed is asked for at once.
  init(on characteristics: Set<CharacteristicID> = [], after former: PowerSource? = nil) {
    isPresent = characteristics.contains(.cyclingPowerMeasurement)
    isSubscribed = isPresent && former?.isCyclingPower == true
  }

  /// Takes a record of Indoor Bike Data; returns whether Cycling Power Measurement has to be subscribed to now.
  mutating func saw(_ record: IndoorBikeData, at now: MonotonicInstant) -> Bool {
    let watts = record.instantaneousPowerWatts
    if watts ?? 0 > 0 { (isProven, isCyclingPower) = (true, false) }
    guard isPresent, !isProven, !isSubscribed else { return false }
    let turns = record.instantaneousCadence?.rpm ?? 0 > 0 || record.instantaneousSpeed?.kmh ?? 0 > 0
    guard turns || watts == nil else {
      lackingSince = nil
      return false
    }
    let since = lackingSince ?? now
    lackingSince = since
    isSubscribed = now - since >= Self.patience
    return isSubscribed
  }

  /// Takes a Cycling Power Measurement; returns its power, and nil while the power of Indoor Bike Data counts.
  mutating func saw(_ measurement: CyclingPowerMeasurement) -> Int? {
    guard !isProven else { return nil }
    if measurement.powerWatts > 0 { isCyclingPower = true }
    return Int(measurement.powerWatts)
  }
}
