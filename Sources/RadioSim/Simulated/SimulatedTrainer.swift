package import FitnessGATT

/// A KICKR in ERG mode: power follows the target with a first-order lag, and refusals follow the specification.
///
/// It has no clock; its user says how much time has passed.
package struct SimulatedTrainer: Hashable, Sendable {
  /// The time constant with which power follows its target, in seconds.
  package static let lagSeconds = 1.5
  /// The brake's power without a target, in watts at the rider's cadence.
  package static let freeWatts = 90.0

  package var range = SupportedPowerRange(minimumWatts: 25, maximumWatts: 1500, incrementWatts: 1)
  package var feature = FitnessMachineFeature(
    machine: [.cadence, .totalDistance, .powerMeasurement], targetSetting: [.powerTarget, .indoorBikeSimulation])
  /// The number of next procedures that it answers with Operation Failed.
  package var refusals = 0
  /// Whether it sends speed and distance; some trainers send neither.
  package var sendsSpeed = true
  package private(set) var hasControl = false
  package private(set) var targetWatts: Int?
  /// Whether it simulates a flat road: it has no target, and its brake acts like that road at the rider's cadence.
  package private(set) var isOnFlatRoad = false

  private var powerWatts = 0.0
  private var meters = 0.0
  private var noise = SeededNoise(seed: 5021)

  /// How the trainer reacts to a procedure.
  package enum Mood: Hashable, Sendable {
    /// It follows the specification.
    case obliging
    /// It acknowledges a target and does not apply it.
    case deaf
    /// It carries a procedure out and does not answer.
    case mute
    /// It answers every procedure with Operation Failed.
    case denying
  }

  package init() {}

  /// Answers a procedure in a mood; without a response there is no status either.
  package mutating func answer(_ bytes: [UInt8], in mood: Mood) -> (response: [UInt8]?, status: [UInt8]?) {
    let opCode = FitnessMachineControlPoint.OpCode(rawValue: bytes.first ?? 0)
    switch mood {
    case .obliging: return answer(bytes)
    case .mute:
      _ = answer(bytes)
      return (nil, nil)
    case .denying: return (FitnessMachineControlPoint.Response(to: opCode, .operationFailed).encoded(), nil)
    case .deaf:
      let before = (targetWatts, isOnFlatRoad)
      let (response, status) = answer(bytes)
      guard case .set? = try? FitnessMachineControlPoint.Request(decoding: bytes) else { return (response, status) }
      (targetWatts, isOnFlatRoad) = before
      return (response, nil)
    }
  }

  /// Answers a procedure, and returns the Fitness Machine Status that reports it, if any.
  package mutating func answer(_ bytes: [UInt8]) -> (response: [UInt8], status: [UInt8]?) {
    let opCode = FitnessMachineControlPoint.OpCode(rawValue: bytes.first ?? 0)
    guard let request = try? FitnessMachineControlPoint.Request(decoding: bytes) else {
      return (FitnessMachineControlPoint.Response(to: opCode, .invalidParameter).encoded(), nil)
    }
    let result = carryOut(request)
    var status: FitnessMachineStatus?
    if result == .success, case .set(let target) = request { status = .targetChanged(target) }
    return (FitnessMachineControlPoint.Response(to: request.opCode, result).encoded(), status?.encoded())
  }

  private mutating func carryOut(_ request: FitnessMachineControlPoint.Request) -> FitnessMachineControlPoint.ResultCode
  {
    if refusals > 0 {
      refusals -= 1
      return .operationFailed
    }
    if request == .requestControl {
      hasControl = true
      return .success
    }
    guard hasControl else { return .controlNotPermitted }
    switch request {
    case .set(.power(let watts)):
      guard (range.minimumWatts...range.maximumWatts).contains(watts) else { return .invalidParameter }
      (targetWatts, isOnFlatRoad) = (Int(watts), false)
    case .set(.indoorBikeSimulation(let road)) where feature.targetSetting.contains(.indoorBikeSimulation):
      (targetWatts, isOnFlatRoad) = (nil, road.gradeHundredths == 0)
    case .stopOrPause: (targetWatts, isOnFlatRoad) = (nil, false)
    case .reset: linkLost()
    case .startOrResume: break
    case .requestControl, .set, .spinDown: return .opCodeNotSupported
    }
    return .success
  }

  /// Forgets control and target, which end with the link.
  package mutating func linkLost() {
    hasControl = false
    (targetWatts, isOnFlatRoad) = (nil, false)
  }

  /// The power that the brake demands from pedalling legs, in watts.
  package var askedWatts: Double { targetWatts.map(Double.init) ?? Self.freeWatts }

  /// Advances by `seconds` and returns the Indoor Bike Data at the end; `legWatts` is the most that the legs can give.
  package mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double? = nil) -> [UInt8] {
    let isPedalling = cadenceRpm > 0
    let goal = isPedalling ? min(askedWatts, legWatts ?? askedWatts) : 0
    // The trapezoidal rule: stable at every length of step.
    powerWatts += (goal - powerWatts) * min(1, seconds / (Self.lagSeconds + seconds / 2))
    let watts = isPedalling ? max(0, powerWatts + noise.next(deviation: 2)) : 0
    let speedKmh = isPedalling ? Self.speedKmh(watts: powerWatts) : 0
    meters += speedKmh / 3.6 * seconds
    var data = IndoorBikeData()
    if sendsSpeed {
      data.instantaneousSpeed = Speed(kmh: speedKmh)
      data.totalDistanceMeters = UInt32(meters)
    }
    data.instantaneousCadence = Cadence(rpm: isPedalling ? max(1, cadenceRpm + noise.next(deviation: 0.6)) : 0)
    data.instantaneousPowerWatts = Int16(watts.rounded())
    return data.encoded()
  }

  /// The speed on a flat road at which air and rolling resistance consume `watts`, by four Newton steps.
  ///
  /// CdA 0.32 m², 1.225 kg/m³, Crr 0.004, 83 kg, 97.6 % of the power reaching the road: 200 W are 34 km/h.
  private static func speedKmh(watts: Double) -> Double {
    let (rolling, air, road) = (83 * 9.81 * 0.004, 0.5 * 1.225 * 0.32, max(0, watts) * 0.976)
    var speed = 9.0
    for _ in 0..<4 {
      speed -= (air * speed * speed * speed + rolling * speed - road) / (3 * air * speed * speed + rolling)
    }
    return max(0, speed * 3.6)
  }
}
