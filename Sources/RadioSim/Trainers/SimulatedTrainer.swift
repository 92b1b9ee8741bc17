package import BluetoothLE
package import FitnessGATT

/// A KICKR with Fitness Machine; its refusals follow the specification.
package struct SimulatedTrainer: Hashable, Sendable {
  package var range = SupportedPowerRange(minimumWatts: 25, maximumWatts: 1500, incrementWatts: 1)
  package var feature = FitnessMachineFeature(
    machine: [.cadence, .totalDistance, .powerMeasurement],
    targetSetting: [.powerTarget, .indoorBikeSimulation, .spinDownControl])
  /// The number of further procedures that the trainer answers with Operation Failed.
  package var refusals = 0
  /// Whether the trainer sends speed and distance; some trainers send neither.
  package var sendsSpeed = true
  /// The number of further spin-downs that end in an error.
  package var spinDownErrors = 0
  /// The spin-down in progress; nil without one.
  package private(set) var spinDown: SimulatedSpinDown?
  private var statuses: [FitnessMachineStatus] = []
  private var kmh = 0.0
  package private(set) var hasControl = false
  package private(set) var brake = SimulatedBrake()

  package init() {}

  package var targetWatts: Int? { brake.targetWatts }
  /// Whether the trainer simulates a flat road.
  package var isOnFlatRoad: Bool { brake.mode == .flatRoad }

  /// Answers a procedure in a mood.
  ///
  /// Without a response there is no status either.
  package mutating func answer(_ bytes: [UInt8], in mood: TrainerMood) -> (response: [UInt8]?, status: [UInt8]?) {
    let opCode = FitnessMachineControlPoint.OpCode(rawValue: bytes.first ?? 0)
    switch mood {
    case .obliging: return answer(bytes)
    case .mute:
      _ = answer(bytes)
      return (nil, nil)
    case .denying: return (FitnessMachineControlPoint.Response(to: opCode, .operationFailed).encoded(), nil)
    case .deaf:
      let before = brake.mode
      let (response, status) = answer(bytes)
      guard case .set? = try? FitnessMachineControlPoint.Request(decoding: bytes) else { return (response, status) }
      brake.mode = before
      return (response, nil)
    }
  }

  /// Answers a procedure.
  ///
  /// Returns the Fitness Machine Status that reports it, if there is one.
  package mutating func answer(_ bytes: [UInt8]) -> (response: [UInt8], status: [UInt8]?) {
    let opCode = FitnessMachineControlPoint.OpCode(rawValue: bytes.first ?? 0)
    guard let request = try? FitnessMachineControlPoint.Request(decoding: bytes) else {
      return (FitnessMachineControlPoint.Response(to: opCode, .invalidParameter).encoded(), nil)
    }
    let result = carryOut(request)
    var status: FitnessMachineStatus?
    if result == .success, case .set(let target) = request { status = .targetChanged(target) }
    let isStart = result == .success && request == .spinDown(.start)
    let response =
      isStart
      ? FitnessMachineControlPoint.Response(
        spinDown: SpinDownTargetSpeeds(
          low: Speed(kmh: SimulatedSpinDown.lowKmh), high: Speed(kmh: SimulatedSpinDown.highKmh)))
      : FitnessMachineControlPoint.Response(to: request.opCode, result)
    return (response.encoded(), status?.encoded())
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
    if request != .startOrResume { spinDown = nil }
    switch request {
    case .set(.power(let watts)):
      guard (range.minimumWatts...range.maximumWatts).contains(watts) else { return .invalidParameter }
      brake.mode = .target(watts: Int(watts))
    case .set(.indoorBikeSimulation(let road)) where feature.targetSetting.contains(.indoorBikeSimulation):
      brake.mode = road.gradeHundredths == 0 ? .flatRoad : .free
    case .set(.resistanceLevel) where feature.targetSetting.contains(.resistanceTarget): brake.mode = .free
    case .stopOrPause: brake.mode = .free
    case .reset: linkLost()
    case .startOrResume: break
    case .spinDown(let control) where feature.targetSetting.contains(.spinDownControl):
      guard control == .start else { break }
      spinDown = SimulatedSpinDown(kmh: kmh)
      brake.mode = .free
    case .requestControl, .set, .spinDown: return .opCodeNotSupported
    }
    return .success
  }

  /// Forgets control and target, which end with the link.
  package mutating func linkLost() {
    hasControl = false
    spinDown = nil
    brake.mode = .free
  }

  /// Advances by `seconds` and returns the Indoor Bike Data at the end.
  ///
  /// `legWatts` is the maximum power of the legs; nil if there is no limit.
  package mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double? = nil) -> [UInt8] {
    var values = brake.advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts)
    advanceSpinDown(seconds: seconds, isPedalling: values.rpm > 0)
    values.kmh = spinDown?.kmh ?? values.kmh
    kmh = values.kmh
    var data = IndoorBikeData()
    if sendsSpeed {
      data.instantaneousSpeed = Speed(kmh: values.kmh)
      data.totalDistanceMeters = UInt32(saturating: brake.meters)
    }
    data.instantaneousCadence = Cadence(rpm: values.rpm)
    data.instantaneousPowerWatts = Int16(saturating: values.watts)
    return data.encoded()
  }
}

extension SimulatedTrainer {
  private mutating func advanceSpinDown(seconds: Double, isPedalling: Bool) {
    switch spinDown?.advance(seconds: seconds, isPedalling: isPedalling) {
    case .fastEnough: statuses.append(.spinDown(.stopPedaling))
    case .ranDown:
      spinDown = nil
      statuses.append(.spinDown(spinDownErrors > 0 ? .error : .success))
      spinDownErrors = max(0, spinDownErrors - 1)
    case nil: break
    }
  }

  /// Returns the notifications of Fitness Machine Status that the last step brought.
  package mutating func takeStatuses() -> [Notification] {
    defer { statuses = [] }
    return statuses.map { (.fitnessMachineStatus, $0.encoded()) }
  }

  package var isRunningDown: Bool { spinDown?.isRunningDown == true }
}

extension SimulatedTrainer: SimulatedControl {
  package var name: String { "KICKR SIM" }
  package var services: Set<BluetoothUUID> { [.fitnessMachine] }
  package var stream: CharacteristicID { .indoorBikeData }

  package var characteristics: Set<CharacteristicID> {
    [
      .indoorBikeData, .fitnessMachineControlPoint, .fitnessMachineStatus, .fitnessMachineFeature,
      .supportedPowerRange, .manufacturerName,
    ]
  }

  package func value(of characteristic: CharacteristicID) -> [UInt8]? {
    switch characteristic {
    case .fitnessMachineFeature: feature.encoded()
    case .supportedPowerRange: range.encoded()
    default: nil
    }
  }

  package mutating func take(
    _ value: [UInt8], on characteristic: CharacteristicID, in mood: TrainerMood
  ) -> [Notification] {
    guard characteristic == .fitnessMachineControlPoint else { return [] }
    let (response, status) = answer(value, in: mood)
    return [response.map { (.fitnessMachineControlPoint, $0) }, status.map { (.fitnessMachineStatus, $0) }]
      .compactMap(\.self)
  }

  package mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double?) -> [[UInt8]] {
    let value: [UInt8] = advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts)
    return [value]
  }
}
