package import BluetoothLE
import FitnessGATT

/// A trainer with the Fitness Machine Service (FTMS 1.0.1).
package struct FitnessMachineTrainer: TrainerProtocol {
  package static let name = TrainerProtocolName.fitnessMachine
  package static let services: Set<BluetoothUUID> = [.fitnessMachine]
  package static let names: [String] = []

  package private(set) var ability = TrainerAbility(proof: .report)
  /// The reads in progress.
  private var awaited: Set<CharacteristicID> = []
  private var levels = LevelRequests()
  /// Assembles records, and keeps the incomplete one.
  private var records = IndoorBikeDataAssembler()
  private var power = PowerSource()
  /// Whether the trainer has requested a spin down, or an offset compensation, on this link.
  private var (wantsSpinDown, wantsOffset) = (false, false)

  package init(rider: TrainerRider) { ability.cancelsSpinDown = true }

  package static func isSupported(on characteristics: Set<CharacteristicID>) -> Bool {
    characteristics.isSuperset(of: [.fitnessMachineControlPoint, .indoorBikeData])
  }

  package var stream: CharacteristicID { .indoorBikeData }
  package var answers: CharacteristicID { .fitnessMachineControlPoint }
  package var isLearnt: Bool { awaited.isEmpty }

  /// Reads the features that are still unknown.
  ///
  /// After a drop, all are known.
  package mutating func linked(with characteristics: Set<CharacteristicID>) -> [TrainerRequest] {
    (records, wantsSpinDown, wantsOffset) = (IndoorBikeDataAssembler(), false, false)
    power = PowerSource(on: characteristics, after: power)
    var unknown: [CharacteristicID] = []
    if ability.takesPowerTargets == nil { unknown.append(.fitnessMachineFeature) }
    if ability.range == .unknown { unknown.append(.supportedPowerRange) }
    let reads = unknown.filter(characteristics.contains)
    awaited = Set(reads)
    var optional = [CharacteristicID.fitnessMachineStatus].filter(characteristics.contains)
    if power.isSubscribed { optional.append(.cyclingPowerMeasurement) }
    var requests: [TrainerRequest] = [.subscribe(answers)] + reads.map { .read($0) }
    requests += ([stream] + optional).map { .subscribe($0) }
    guard !levels.wasRead, characteristics.contains(.supportedResistanceLevelRange) else { return requests }
    levels.wasRead = true
    return requests + [.read(.supportedResistanceLevelRange)]
  }

  package mutating func learnt(_ value: [UInt8]?, from characteristic: CharacteristicID) {
    awaited.remove(characteristic)
    guard let value else {
      if characteristic == .supportedResistanceLevelRange { levels.learnt(nil) }
      return
    }
    switch characteristic {
    case .fitnessMachineFeature:
      guard let feature = try? FitnessMachineFeature(decoding: value) else { return }
      ability.takesPowerTargets = feature.targetSetting.contains(.powerTarget)
      ability.simulatesRoad = feature.targetSetting.contains(.indoorBikeSimulation)
      ability.spinsDown = feature.targetSetting.contains(.spinDownControl)
      ability.setsResistance = feature.targetSetting.contains(.resistanceTarget)
      // Its target power is held by levels, so the first target needs their range.
      if ability.takesPowerTargets == false, levels.isAwaited { awaited.insert(.supportedResistanceLevelRange) }
    case .supportedPowerRange:
      guard let range = try? SupportedPowerRange(decoding: value) else { return }
      ability.range = .reported(range)
    case .supportedResistanceLevelRange:
      levels.learnt(try? SupportedResistanceLevelRange(decoding: value))
      ability.resistanceRange = levels.range
    default: break
    }
  }

  package func writes(for procedure: ControlProcedure) -> [GATTWrite] {
    let bytes =
      if case .setResistance(let percent) = procedure { levels.request(percent) } else {
        request(for: procedure).encoded()
      }
    return [GATTWrite(bytes, to: answers)]
  }

  /// FTMS 1.0.1, §4.16.2.
  private func request(for procedure: ControlProcedure) -> FitnessMachineControlPoint.Request {
    switch procedure {
    case .requestControl: .requestControl
    case .startOrResume: .startOrResume
    case .setTargetPower(let watts): .set(.power(watts: Int16(clamping: watts)))
    case .setSlope(let percent): .set(.indoorBikeSimulation(.road(slopePercent: percent)))
    case .setResistance(let percent): .set(.resistanceLevel(tenths: levels.tenths(percent)))
    case .startSpinDown: .spinDown(.start)
    case .ignoreSpinDown: .spinDown(.ignore)
    case .pause: .stopOrPause(.pause)
    case .stop: .stopOrPause(.stop)
    case .reset: .reset
    }
  }

  package mutating func take(
    _ value: [UInt8], from characteristic: CharacteristicID, outstanding: ControlProcedure?, at now: MonotonicInstant
  ) -> [TrainerNews] {
    switch characteristic {
    case .indoorBikeData: bikeDataArrived(value, at: now)
    case .cyclingPowerMeasurement: powerArrived(value)
    case .fitnessMachineControlPoint: answered(value, outstanding)
    case .fitnessMachineStatus: statusArrived(value)
    default: []
    }
  }

  private mutating func bikeDataArrived(_ value: [UInt8], at now: MonotonicInstant) -> [TrainerNews] {
    guard let part = try? IndoorBikeData(decoding: value) else { return [] }
    var news: [TrainerNews] = []
    for record in records.add(part) {
      if power.observe(record, at: now) { news.append(.wants([.subscribe(.cyclingPowerMeasurement)])) }
      news.append(.record(values(of: record)))
    }
    return news + [.values(values(of: part))]
  }

  private func values(of data: IndoorBikeData) -> TrainerValues {
    TrainerValues(
      watts: power.isCyclingPower ? nil : data.instantaneousPowerWatts.map(Int.init),
      rpm: data.instantaneousCadence?.rpm, kmh: data.instantaneousSpeed?.kmh,
      totalMeters: data.totalDistanceMeters.map(Int.init), beatsPerMinute: data.heartRateBpm.map(Int.init))
  }

  private mutating func powerArrived(_ value: [UInt8]) -> [TrainerNews] {
    guard let measurement = try? CyclingPowerMeasurement(decoding: value) else { return [] }
    wantsOffset = measurement.wantsOffsetCompensation
    guard let watts = power.observe(measurement) else { return [calibration] }
    var values = TrainerValues(watts: watts)
    values.leftPercent = measurement.leftPercent
    return [.record(values), .values(values), calibration]
  }

  private var calibration: TrainerNews { .calibration(isRequested: wantsSpinDown || wantsOffset) }

  private mutating func answered(_ value: [UInt8], _ outstanding: ControlProcedure?) -> [TrainerNews] {
    guard let response = try? FitnessMachineControlPoint.Response(decoding: value) else { return [] }
    guard let outstanding, response.answers(request(for: outstanding)) else { return [] }
    if case .setResistance = outstanding, response.resultCode == .invalidParameter { levels.wasInvalid() }
    switch response.resultCode {
    case .success where outstanding == .startSpinDown:
      return [.ended(.success), .spinDown(.speedUp(targetKmh: response.spinDownTargetSpeeds?.higherKmh))]
    case .success: return [.ended(.success)]
    case .controlNotPermitted: return [.ended(.notPermitted)]
    case .invalidParameter: return [.ended(.invalidParameter)]
    default: return [.ended(.refused(response.resultCode.description))]
    }
  }

  private mutating func statusArrived(_ value: [UInt8]) -> [TrainerNews] {
    guard let status = try? FitnessMachineStatus(decoding: value) else { return [] }
    switch status {
    case .controlPermissionLost: return [.controlLost(.taken)]
    case .reset: return [.controlLost(.reset)]
    case .targetChanged(.power(let watts)): return [.announced(watts: Int(watts))]
    case .stoppedOrPausedByUser: return [.stopped]
    case .stoppedBySafetyKey: return [.safetyKeyPulled]
    case .spinDown(let status):
      if status == .requested { wantsSpinDown = true }
      if status == .success { wantsSpinDown = false }
      return [calibration] + (SpinDownReport(status).map { [.spinDown($0)] } ?? [])
    case .startedOrResumedByUser, .targetChanged: return []
    }
  }
}

/// The resistance levels of a machine, and the form of its requests.
private struct LevelRequests: Hashable, Sendable {
  /// The levels that the machine reports; nil until then.
  private(set) var range: SupportedResistanceLevelRange?
  /// Whether the range was requested; one request is enough for a ride.
  var wasRead = false
  private var isRead = false
  /// Whether a level is sent in one byte, as in FTMS 1.0.1.
  ///
  /// Many machines require the two bytes of Supported Resistance Level Range, and others refuse them (Auuki#71,
  /// QZ#5075). Two are tried first, because one byte cannot express a level above 25.5.
  private var isShort = false

  /// Whether the range was requested and has not arrived.
  var isAwaited: Bool { wasRead && !isRead }

  /// Call when the read of the range has ended; nil if it failed.
  mutating func learnt(_ range: SupportedResistanceLevelRange?) { (self.range, isRead) = (range, true) }

  /// Returns the level for a share of the range in percent, in tenths; 100 % is level 100 if no range is known.
  func tenths(_ percent: Double) -> Int16 {
    let share = percent.isFinite ? min(max(percent, 0), 100) / 100 : 0
    guard let range else { return Int16(share * 1000) }
    let (least, most) = (Double(range.minimumTenths), Double(range.maximumTenths))
    return range.clamp(tenths: Int((least + (most - least) * share).rounded())).tenths
  }

  /// Returns the bytes of Set Target Resistance Level for a share of the range in percent.
  func request(_ percent: Double) -> [UInt8] {
    let level = tenths(percent)
    let bytes = FitnessMachineControlPoint.Request.set(.resistanceLevel(tenths: level)).encoded()
    return isShort && (0...255).contains(level) ? Array(bytes.prefix(2)) : bytes
  }

  /// Call when the machine refused a level as an invalid parameter.
  ///
  /// The next request has the other form.
  mutating func wasInvalid() { isShort.toggle() }
}

/// Chooses between the two powers of a Fitness Machine: Indoor Bike Data and Cycling Power Measurement.
///
/// Some trainers leave the power out of Indoor Bike Data, or always send 0 there, and send it only in Cycling Power
/// Measurement. That characteristic is subscribed to only if it is needed, because two streams cost air time.
private struct PowerSource: Hashable, Sendable {
  /// The time that the power of Indoor Bike Data may be 0 while the rider pedals.
  private static let patience = Duration.seconds(3)
  /// The number of records in a row that prove a power in Indoor Bike Data.
  ///
  /// A malformed value may look like one.
  private static let proof = 3

  /// Whether the link has Cycling Power Measurement.
  private let isPresent: Bool
  /// Whether Cycling Power Measurement is subscribed to.
  private(set) var isSubscribed: Bool
  /// Records of Indoor Bike Data in a row with a power above 0.
  ///
  /// Stays at `proof` for the rest of the link.
  private var powered = 0
  /// Whether Cycling Power Measurement has had a power above 0, on this link or an earlier one, while Indoor Bike Data
  /// has not proved one since.
  private var isNeeded: Bool
  private var zeroSince: MonotonicInstant?

  /// Whether the power comes from Cycling Power Measurement instead of Indoor Bike Data.
  var isCyclingPower: Bool { isNeeded && isSubscribed }
  /// Whether Indoor Bike Data has power on this link.
  private var isProven: Bool { powered == Self.proof }

  /// Begins a link.
  ///
  /// - Parameters:
  ///   - characteristics: The characteristics of the link.
  ///   - former: The choice on the previous link, used from the start. A link too short to prove anything changes no
  ///     choice.
  init(on characteristics: Set<CharacteristicID> = [], after former: PowerSource? = nil) {
    isPresent = characteristics.contains(.cyclingPowerMeasurement)
    isNeeded = former?.isNeeded ?? false
    isSubscribed = isPresent && isNeeded
  }

  /// Adds a record of Indoor Bike Data.
  ///
  /// Returns whether to subscribe to Cycling Power Measurement now.
  mutating func observe(_ record: IndoorBikeData, at now: MonotonicInstant) -> Bool {
    let watts = record.instantaneousPowerWatts
    if !isProven { powered = watts ?? 0 > 0 ? powered + 1 : 0 }
    if isProven { isNeeded = false }
    guard isPresent, powered == 0, !isSubscribed else { return false }
    let turns = record.instantaneousCadence?.rpm ?? 0 > 0 || record.instantaneousSpeed?.kmh ?? 0 > 0
    guard turns || watts == nil else {
      zeroSince = nil
      return false
    }
    let since = zeroSince ?? now
    zeroSince = since
    isSubscribed = watts == nil || now - since >= Self.patience
    return isSubscribed
  }

  /// Adds a Cycling Power Measurement.
  ///
  /// Returns its power, or nil while the power of Indoor Bike Data counts.
  mutating func observe(_ measurement: CyclingPowerMeasurement) -> Int? {
    guard !isProven else { return nil }
    if measurement.powerWatts > 0 { isNeeded = true }
    return Int(measurement.powerWatts)
  }
}

extension SpinDownReport {
  /// Creates a report from Fitness Machine Status; nil for a request of the trainer, and for a reserved value.
  fileprivate init?(_ status: SpinDownStatus) {
    switch status {
    case .success: self = .done(seconds: nil)
    case .error: self = .failed(nil)
    case .stopPedaling: self = .stopPedalling
    default: return nil
    }
  }
}

extension SpinDownTargetSpeeds {
  /// The speed to exceed, in km/h; nil if both speeds are 0.
  ///
  /// FTMS 1.0.1 names the speeds in both orders (table 4.22, chart A.3.1).
  fileprivate var higherKmh: Double? {
    let kmh = max(low.kmh, high.kmh)
    return kmh > 0 ? kmh : nil
  }
}
