/// Indoor Bike Data (0x2AD2): what one notification says about the ride (FTMS 1.0.1, §4.9).
///
/// A field is nil when the flags say that it is absent; absent is not zero, and a later notification may bring it.
/// A notification is usable as it is. Records that a machine splits over several are put together again by
/// `IndoorBikeDataAssembler`.
public struct IndoorBikeData: Hashable, Sendable {
  /// The speed now; nil exactly when `isPartial`.
  public var instantaneousSpeed: Speed?
  /// The mean speed since the start of the session.
  public var averageSpeed: Speed?
  /// The cadence now.
  public var instantaneousCadence: Cadence?
  /// The mean cadence since the start of the session.
  public var averageCadence: Cadence?
  /// Metres since the start of the session; 24 bits are sent, a greater number as 16777215.
  public var totalDistanceMeters: UInt32?
  /// The resistance level now, unitless, as sent: FTMS gives it a resolution of 1, some vendors send tenths.
  public var resistanceLevel: Int16?
  /// The power now, in watts.
  ///
  /// It is negative while the machine drives the rider. There is no mark for "not available": 32767 is a power too.
  public var instantaneousPowerWatts: Int16?
  /// The mean power since the start of the session, in watts.
  public var averagePowerWatts: Int16?
  /// The energy used, with what the machine does not know marked inside.
  public var expendedEnergy: ExpendedEnergy?
  /// Beats per minute; some trainers send 0 while no strap is paired with them.
  public var heartRateBpm: UInt8?
  /// Metabolic equivalents in tenths: 80 is 8.0 MET.
  public var metabolicEquivalentTenths: UInt8?
  /// Seconds since the start of the session.
  public var elapsedTimeSeconds: UInt16?
  /// Seconds to the end of the session.
  public var remainingTimeSeconds: UInt16?

  /// A value with no field, to be filled in.
  public init() {}

  /// Whether the More Data bit is set: the rest of the record comes in another notification.
  ///
  /// One bit says two things: clear, the record ends here and Instantaneous Speed is present; set, it goes on and the
  /// speed is absent. So the speed alone decides what is sent.
  public var isPartial: Bool { instantaneousSpeed == nil }

  /// Whether no field is present.
  public var isEmpty: Bool { presence.isEmpty }
}

extension IndoorBikeData {
  /// This value with the fields that `later` brings put in, over those already there.
  public func merging(_ later: IndoorBikeData) -> IndoorBikeData {
    var merged = later
    merged.instantaneousSpeed = later.instantaneousSpeed ?? instantaneousSpeed
    merged.averageSpeed = later.averageSpeed ?? averageSpeed
    merged.instantaneousCadence = later.instantaneousCadence ?? instantaneousCadence
    merged.averageCadence = later.averageCadence ?? averageCadence
    merged.totalDistanceMeters = later.totalDistanceMeters ?? totalDistanceMeters
    merged.resistanceLevel = later.resistanceLevel ?? resistanceLevel
    merged.instantaneousPowerWatts = later.instantaneousPowerWatts ?? instantaneousPowerWatts
    merged.averagePowerWatts = later.averagePowerWatts ?? averagePowerWatts
    merged.expendedEnergy = later.expendedEnergy ?? expendedEnergy
    merged.heartRateBpm = later.heartRateBpm ?? heartRateBpm
    merged.metabolicEquivalentTenths = later.metabolicEquivalentTenths ?? metabolicEquivalentTenths
    merged.elapsedTimeSeconds = later.elapsedTimeSeconds ?? elapsedTimeSeconds
    merged.remainingTimeSeconds = later.remainingTimeSeconds ?? remainingTimeSeconds
    return merged
  }

  /// Whether some field is present in both.
  public func overlaps(_ other: IndoorBikeData) -> Bool {
    !presence.isDisjoint(with: other.presence)
  }
}
