import BluetoothLE
import FitnessGATT
import Rides

/// The devices other than trainer and strap that the rider chose: power meter, cadence sensor, fan.
///
/// All of them are optional. Without them, the trainer's own values count.
extension RideMachine {
  mutating func sensorLinked(_ role: DeviceRole, _ characteristics: Set<CharacteristicID>) {
    guard let stream = SensorReadings.stream(of: role, among: characteristics) else {
      return abandon(role, because: LinkError(.characteristicMissing, operation: "link"))
    }
    effects.append(.subscribe(role, stream))
    if role == .power { meterLinked(characteristics) }
    if role == .cadence, characteristics.contains(.cscFeature) { effects.append(.read(role, .cscFeature)) }
  }

  mutating func sensorSubscribed(_ role: DeviceRole, _ characteristic: CharacteristicID, _ error: LinkError?) {
    guard characteristic != .batteryLevel, self[role].isLinked else { return }
    guard characteristic != .cyclingPowerControlPoint else { return meterControlSubscribed(error) }
    if let error {
      noteRefusal(role, error)
      return abandon(role, because: fault(ofSubscription: error))
    }
    if role == .fan {
      spoke(.fan)
      fan.subscribed()
    }
  }

  mutating func sensorArrived(_ role: DeviceRole, _ characteristic: CharacteristicID, _ value: [UInt8]) {
    if role == .power, characteristic == .cyclingPowerControlPoint { return meterControlArrived(value) }
    spoke(role)
    let legWatts = evidence.isPedalling == true ? evidence.watts(at: now) : nil
    guard let power = sensors.receive(value, from: role, characteristic, legWatts: legWatts, at: now) else { return }
    ride?.sampler?.received(meteredWatts: power.watts, leftPercent: power.leftPercent)
    if isMatching { match.sawMeter(watts: power.watts, at: now) }
  }
}

// MARK: - Power match

extension RideMachine {
  /// Returns the sensors' values for a row.
  func sensorValues(at instant: MonotonicInstant) -> SensorReadings.Values {
    var values = sensors.values(at: instant)
    values.trainerFactor = match.factor
    return values
  }

  /// Whether the powers of trainer and meter are compared now.
  var isMatching: Bool { phase == .riding && ride?.order.sensors[.power] != nil && control.acknowledgedWatts != nil }

  /// Returns the target for the trainer at which the rider's power meter shows these watts.
  func matched(_ watts: Int) -> Int {
    guard let ride, ride.order.sensors[.power] != nil else { return watts }
    return ride.power.clamp(match.watts(for: watts))
  }

  /// Returns the state of the power match, for people.
  func matchSnapshot(at instant: MonotonicInstant) -> MatchStatus? {
    guard let ride, ride.order.sensors[.power] != nil, ride.power.targetWatts != nil else { return nil }
    return MatchStatus(state: match.state(at: instant), percent: match.percent)
  }
}

// MARK: - The fan

extension RideMachine {
  mutating func fanArrived(_ characteristic: CharacteristicID, _ value: [UInt8]) {
    guard characteristic == .headwindControlPoint, let news = try? HeadwindNews(decoding: value) else { return }
    fan.apply(news)
  }

  /// Sets the fan's speed by the values of a second.
  mutating func setFanSpeed(for sample: RideSample) {
    guard self[.fan].isLinked else { return }
    let watts = sample.powerWatts.map { Int($0.rounded()) }
    send(fan.due(watts: watts, beatsPerMinute: sample.beatsPerMinute, at: now))
  }

  /// Stops the fan at the end of the ride.
  mutating func stopFan() { send(fan.ending) }

  private mutating func send(_ request: HeadwindRequest?) {
    guard let request else { return }
    effects.append(.write(.fan, GATTWrite(request.encoded(), to: .headwindControlPoint)))
  }
}

// MARK: - For people

extension RideMachine {
  func sensorSnapshots(_ order: RideOrder, at instant: MonotonicInstant) -> [DeviceRole: RideSnapshot.Device] {
    let values = sensors.values(at: instant)
    return Dictionary(
      uniqueKeysWithValues: order.sensors.map { role, device in
        var snapshot = RideSnapshot.Device(
          device: device, link: linkState(of: role), batteryPercent: batteryPercent[role])
        switch role {
        case .power: (snapshot.powerWatts, snapshot.cadenceRpm) = (values.watts, values.meterRpm)
        case .cadence: snapshot.cadenceRpm = values.rpm
        case .fan: snapshot.fanPercent = fan.percent
        case .trainer, .heartRate: break
        }
        return (role, snapshot)
      })
  }

  /// The chosen sensors that are away, and the faults of the others.
  ///
  /// A fan has no problems.
  var sensorProblems: [RideSnapshot.Problem] {
    var problems: [RideSnapshot.Problem] =
      [.power, .cadence].filter { ride?.order.sensors[$0] != nil && self[$0].isAway }
      .map { .sensorAway($0, self[$0].trouble) }
    if sensors.isMeterPowerless { problems.append(.meterPowerless) }
    if sensors.meterWantsCalibration { problems.append(.calibrationRequested(.power)) }
    if sensors.measuresSpeed {
      problems.append(.cadenceSensorMeasuresSpeed)
    } else if sensors.isCadenceStuck {
      problems.append(.cadenceSensorStuck)
    }
    return problems
  }
}
