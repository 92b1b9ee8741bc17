/// Which fields of Indoor Bike Data are present, a bit each where the Flags field has it (FTMS 1.0.1, §4.9.1.1).
///
/// Bit 0 is turned round: on the air it is More Data, and the speed is present when it is clear.
struct IndoorBikeDataPresence: OptionSet {
  let rawValue: UInt16

  static let instantaneousSpeed = IndoorBikeDataPresence(rawValue: 1 << 0)
  static let averageSpeed = IndoorBikeDataPresence(rawValue: 1 << 1)
  static let instantaneousCadence = IndoorBikeDataPresence(rawValue: 1 << 2)
  static let averageCadence = IndoorBikeDataPresence(rawValue: 1 << 3)
  static let totalDistance = IndoorBikeDataPresence(rawValue: 1 << 4)
  static let resistanceLevel = IndoorBikeDataPresence(rawValue: 1 << 5)
  static let instantaneousPower = IndoorBikeDataPresence(rawValue: 1 << 6)
  static let averagePower = IndoorBikeDataPresence(rawValue: 1 << 7)
  static let expendedEnergy = IndoorBikeDataPresence(rawValue: 1 << 8)
  static let heartRate = IndoorBikeDataPresence(rawValue: 1 << 9)
  static let metabolicEquivalent = IndoorBikeDataPresence(rawValue: 1 << 10)
  static let elapsedTime = IndoorBikeDataPresence(rawValue: 1 << 11)
  static let remainingTime = IndoorBikeDataPresence(rawValue: 1 << 12)

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  init(flags: UInt16) {
    rawValue = flags ^ Self.instantaneousSpeed.rawValue
  }

  /// The Flags field on the air.
  var flags: UInt16 { rawValue ^ Self.instantaneousSpeed.rawValue }
}

extension IndoorBikeData {
  var presence: IndoorBikeDataPresence {
    var present: IndoorBikeDataPresence = []
    if instantaneousSpeed != nil { present.insert(.instantaneousSpeed) }
    if averageSpeed != nil { present.insert(.averageSpeed) }
    if instantaneousCadence != nil { present.insert(.instantaneousCadence) }
    if averageCadence != nil { present.insert(.averageCadence) }
    if totalDistanceMeters != nil { present.insert(.totalDistance) }
    if resistanceLevel != nil { present.insert(.resistanceLevel) }
    if instantaneousPowerWatts != nil { present.insert(.instantaneousPower) }
    if averagePowerWatts != nil { present.insert(.averagePower) }
    if expendedEnergy != nil { present.insert(.expendedEnergy) }
    if heartRateBpm != nil { present.insert(.heartRate) }
    if metabolicEquivalentTenths != nil { present.insert(.metabolicEquivalent) }
    if elapsedTimeSeconds != nil { present.insert(.elapsedTime) }
    if remainingTimeSeconds != nil { present.insert(.remainingTime) }
    return present
  }
}
