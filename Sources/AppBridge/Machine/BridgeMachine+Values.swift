package import BluetoothLE
import FitnessGATT

/// The values of characteristics.
extension BridgeMachine {
  /// The characteristics that are sent with every new value, and every second without one.
  static let measured: [CharacteristicID] = [
    .indoorBikeData, .cyclingPowerMeasurement, .cscMeasurement, .heartRateMeasurement,
  ]

  /// Returns the value that a read returns; nil if the characteristic cannot be read, or has no value yet.
  package func value(of characteristic: CharacteristicID) -> [UInt8]? {
    guard let offered = offered(characteristic), offered.properties.contains(.read) else { return nil }
    return current(characteristic, at: sent.at)
  }

  /// Whether an app has subscribed to values that are sent every second.
  var hasListeners: Bool { apps.values.contains { !$0.subscriptions.isDisjoint(with: Self.measured) } }

  /// The charge of the battery, in percent; nil if it is not known.
  ///
  /// A trainer without a battery, and jz2 itself, are on mains power.
  var batteryPercent: UInt8? {
    let percent =
      switch offers {
      case .trainer: live.trainerCharge ?? 100
      case .strap: live.strapCharge
      }
    return percent.map { UInt8(clamping: min(max($0, 0), 100)) }
  }

  /// Sends the current values to their subscribers.
  mutating func measurements(at now: MonotonicInstant) -> [Effect] {
    let values = live.values(at: now)
    guard hasListeners, values != sent.values || now - sent.at >= Self.repetition else { return [] }
    sent = (values, now)
    return Self.measured.compactMap { id in current(id, at: now).flatMap { notification(id, $0) } }
  }

  /// Returns the present value of a characteristic of the table; nil without one.
  func current(_ id: CharacteristicID, at now: MonotonicInstant) -> [UInt8]? {
    let values = live.values(at: now)
    return switch id {
    case .indoorBikeData: values.indoorBikeData.encoded()
    case .cyclingPowerMeasurement:
      CyclingPowerMeasurement(powerWatts: values.powerWatts, crank: counts.crankRevolutions).encoded()
    case .cscMeasurement:
      CSCMeasurement(wheel: counts.wheelRevolutions, crank: counts.crankRevolutions).encoded()
    case .heartRateMeasurement:
      values.beatsPerMinute.map { HeartRateMeasurement(heartRateBpm: UInt16($0)).encoded() }
    case .trainingStatus: reports.training.encoded()
    case .batteryLevel: batteryPercent.map { [$0] }
    default: OfferedValues.value(of: id, identity)
    }
  }
}

extension LiveValues.Instantaneous {
  /// The values as Indoor Bike Data: 9 to 14 bytes.
  fileprivate var indoorBikeData: IndoorBikeData {
    var data = IndoorBikeData()
    data.instantaneousSpeed = Speed(kmh: speedKmh)
    data.instantaneousCadence = Cadence(rpm: cadenceRpm)
    data.instantaneousPowerWatts = powerWatts
    data.heartRateBpm = beatsPerMinute
    data.totalDistanceMeters = distanceMeters
    data.elapsedTimeSeconds = timerSeconds
    return data
  }
}
