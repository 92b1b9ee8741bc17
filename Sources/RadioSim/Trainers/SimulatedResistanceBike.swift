package import BluetoothLE
package import FitnessGATT

/// An indoor bike with resistance levels and without ERG mode, behind Fitness Machine.
///
/// It accepts levels (FTMS 1.0.1, §4.16.2.5), reports their range, and refuses target powers and roads. Its power
/// depends on level and cadence.
package struct SimulatedResistanceBike: Hashable, Sendable {
  /// A bike's levels and brake.
  package struct Model: Hashable, Sendable {
    package var range: SupportedResistanceLevelRange
    package var curve: ResistanceBrakeCurve
    /// The speed of the motor that moves the magnet, in percent of the range a second.
    package var motorPercent = 12.0
    /// Whether the bike computes its power from level and cadence instead of measuring it.
    ///
    /// A computed power has no lag and no noise.
    package var computesPower = false
    /// The standard deviation of the measured power, as a share.
    package var noise = 0.015

    package init(_ range: SupportedResistanceLevelRange, _ curve: ResistanceBrakeCurve) {
      self.range = range
      self.curve = curve
    }

    /// A bike with 24 levels, like a WLT-BK: 1.0 to 24.0 in steps of 1.0.
    package static let levels24 = Model(
      SupportedResistanceLevelRange(minimumTenths: 10, maximumTenths: 240, incrementTenths: 10),
      ResistanceBrakeCurve(leastWatts: 28, mostWatts: 420, bend: 0.5, exponentQuarters: 6, unevenness: 0.02))
    /// A bike with levels from 0.0 to 100.0 in steps of 0.1, and a Peloton's curve by cadence.
    package static let fine = Model(
      SupportedResistanceLevelRange(minimumTenths: 0, maximumTenths: 1000, incrementTenths: 1),
      ResistanceBrakeCurve(leastWatts: 20, mostWatts: 700, bend: 0.9, exponentQuarters: 5, offsetRpm: 22.5))
    /// A bike with levels from 1 to 16, a brake that is heavy already at the first, and a computed power.
    package static let levels16 = {
      var model = Model(
        SupportedResistanceLevelRange(minimumTenths: 10, maximumTenths: 160, incrementTenths: 10),
        ResistanceBrakeCurve(leastWatts: 45, mostWatts: 360, bend: 0.1, exponentQuarters: 4, unevenness: 0.03))
      model.computesPower = true
      return model
    }()
    /// A bike with 32 levels and a slow motor, on whose brake the power rises with the square of the cadence.
    package static let levels32 = {
      var model = Model(
        SupportedResistanceLevelRange(minimumTenths: 10, maximumTenths: 320, incrementTenths: 10),
        ResistanceBrakeCurve(leastWatts: 15, mostWatts: 520, bend: 1, exponentQuarters: 8, unevenness: 0.02))
      (model.motorPercent, model.noise) = (8, 0.025)
      return model
    }()
  }

  package var model: Model
  package private(set) var hasControl = false
  package private(set) var brake: SimulatedBrake
  /// The requested level, in tenths.
  package private(set) var levelTenths: Int16
  /// The place of the magnet in the range, 0…1, on its way to the level.
  private var place = 0.0
  private var noise: SeededNoise

  /// Creates a bike at its lowest level.
  ///
  /// `seed` determines the noise of its values.
  package init(_ model: Model = .levels24, seed: UInt64 = 3127) {
    self.model = model
    levelTenths = model.range.minimumTenths
    brake = SimulatedBrake(seed: seed)
    noise = SeededNoise(seed: seed &+ 1)
  }

  /// The place of the requested level in the range, 0…1.
  private var levelPlace: Double { place(of: levelTenths) }

  private func place(of tenths: Int16) -> Double {
    let (least, most) = (Double(model.range.minimumTenths), Double(model.range.maximumTenths))
    return most > least ? (Double(tenths) - least) / (most - least) : 0
  }

  /// Returns the steady power at a level and a cadence, in watts.
  package func watts(tenths: Int16, rpm: Double) -> Double { model.curve.watts(place: place(of: tenths), rpm: rpm) }

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
    return (FitnessMachineControlPoint.Response(to: request.opCode, result).encoded(), status?.encoded())
  }

  private mutating func carryOut(_ request: FitnessMachineControlPoint.Request) -> FitnessMachineControlPoint.ResultCode
  {
    if request == .requestControl { hasControl = true }
    guard hasControl else { return .controlNotPermitted }
    switch request {
    case .set(.resistanceLevel(let tenths)):
      guard !model.range.clamp(tenths: Int(tenths)).isChanged else { return .invalidParameter }
      levelTenths = tenths
    case .reset: (hasControl, levelTenths) = (false, model.range.minimumTenths)
    case .requestControl, .startOrResume, .stopOrPause: break
    case .set, .spinDown: return .opCodeNotSupported
    }
    return .success
  }
}

extension SimulatedResistanceBike: SimulatedControl {
  package var name: String { "BIKE SIM" }
  package var services: Set<BluetoothUUID> { [.fitnessMachine] }
  package var stream: CharacteristicID { .indoorBikeData }

  package var characteristics: Set<CharacteristicID> {
    [
      .indoorBikeData, .fitnessMachineControlPoint, .fitnessMachineStatus, .fitnessMachineFeature,
      .supportedResistanceLevelRange, .manufacturerName,
    ]
  }

  private static let feature = FitnessMachineFeature(
    machine: [.cadence, .totalDistance, .resistanceLevel, .powerMeasurement], targetSetting: [.resistanceTarget])

  package func value(of characteristic: CharacteristicID) -> [UInt8]? {
    switch characteristic {
    case .fitnessMachineFeature: Self.feature.encoded()
    case .supportedResistanceLevelRange: model.range.encoded()
    default: nil
    }
  }

  package mutating func take(
    _ value: [UInt8], on characteristic: CharacteristicID, in mood: TrainerMood
  ) -> [Notification] {
    guard characteristic == .fitnessMachineControlPoint else { return [] }
    let opCode = FitnessMachineControlPoint.OpCode(rawValue: value.first ?? 0)
    if mood == .denying {
      return [(characteristic, FitnessMachineControlPoint.Response(to: opCode, .operationFailed).encoded())]
    }
    let before = levelTenths
    let (response, status) = answer(value)
    switch mood {
    case .mute, .denying: return []
    case .deaf:
      levelTenths = before
      return [(characteristic, response)]
    case .obliging: return [(characteristic, response)] + (status.map { [(.fitnessMachineStatus, $0)] } ?? [])
    }
  }

  /// Moves the magnet, and returns the Indoor Bike Data at the end.
  package mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double?) -> [[UInt8]] {
    let most = model.motorPercent / 100 * seconds
    place += min(max(levelPlace - place, -most), most)
    let demanded = model.curve.watts(place: place, rpm: cadenceRpm)
    if cadenceRpm > 0 { brake.mode = .target(watts: Int(min(demanded, 5000).rounded())) }
    let values = brake.advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts)
    let computed = model.curve.watts(place: levelPlace, rpm: values.rpm)
    let measured = max(0, values.watts * (1 + noise.next(deviation: model.noise)))
    var data = IndoorBikeData()
    data.instantaneousSpeed = Speed(kmh: values.kmh)
    data.totalDistanceMeters = UInt32(saturating: brake.meters)
    data.instantaneousCadence = Cadence(rpm: values.rpm)
    data.resistanceLevel = levelTenths / 10
    data.instantaneousPowerWatts = Int16(saturating: model.computesPower ? computed : measured)
    return [data.encoded()]
  }

  /// Forgets control; the magnet stays where it is.
  package mutating func linkLost() { hasControl = false }
}

/// The steady power of a brake by its magnet's place and the cadence.
package struct ResistanceBrakeCurve: Hashable, Sendable {
  /// The power at 80 rpm at the lowest and at the highest level, in watts.
  package var leastWatts: Double
  package var mostWatts: Double
  /// The share of the rise between them that grows with the square of the place, 0…1.
  package var bend: Double
  /// The exponent of the cadence above `offsetRpm`, in quarters.
  package var exponentQuarters: Int
  package var offsetRpm = 0.0
  /// The share by which single levels are too heavy or too light.
  package var unevenness = 0.0

  package init(
    leastWatts: Double, mostWatts: Double, bend: Double, exponentQuarters: Int, offsetRpm: Double = 0,
    unevenness: Double = 0
  ) {
    (self.leastWatts, self.mostWatts, self.bend) = (leastWatts, mostWatts, bend)
    (self.exponentQuarters, self.offsetRpm, self.unevenness) = (exponentQuarters, offsetRpm, unevenness)
  }

  /// Returns the power at a place in the range, 0…1, and a cadence, in watts.
  package func watts(place: Double, rpm: Double) -> Double {
    let rise = place * (1 - bend + bend * place)
    let quarter = (max(0, rpm - offsetRpm) / (80 - offsetRpm)).squareRoot().squareRoot()
    let turning = (0..<exponentQuarters).reduce(1.0) { product, _ in product * quarter }
    // Five waves over the range are out of step with the levels of all models.
    let phase = (place * 5).truncatingRemainder(dividingBy: 1)
    let wave = 1 + unevenness * (4 * abs(phase - 0.5) - 1)
    return (leastWatts + (mostWatts - leastWatts) * rise) * turning * wave
  }
}
