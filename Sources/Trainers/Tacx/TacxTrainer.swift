package import BluetoothLE
import FitnessGATT

extension CharacteristicID {
  /// Messages from the trainer: 6E40FEC2 of Tacx's service for FE-C over BLE.
  package static let fitnessEquipmentMessages = CharacteristicID(service: .tacx, characteristic: .tacx(0xFEC2))
  /// Messages to the trainer: 6E40FEC3.
  package static let fitnessEquipmentRequests = CharacteristicID(service: .tacx, characteristic: .tacx(0xFEC3))
}

extension BluetoothUUID {
  /// Tacx's service for FE-C over BLE.
  package static let tacx = tacx(0xFEC1)

  fileprivate static func tacx(_ number: UInt16) -> BluetoothUUID {
    BluetoothUUID(high: 0x6E40_0000_B5A3_F393 | UInt64(number) << 32, low: 0xE0A9_E50E_24DC_CA9E)
  }
}

/// A trainer with FE-C over BLE: Tacx NEO, Flux, Vortex, Bushido and others.
package struct TacxTrainer: TrainerProtocol {
  package static let name = TrainerProtocolName.tacx
  package static let services: Set<BluetoothUUID> = [.tacx]
  package static let names: [String] = ["tacx", "neo ", "flux", "vortex", "bushido", "genius"]

  package private(set) var ability: TrainerAbility
  private let rider: TrainerRider
  private var odometer = MetersCounter()
  /// The speed of page 16.
  ///
  /// Cadence and power arrive separately, in page 25.
  private var kmh: Double?
  private var hasSentConfiguration = false
  /// Whether a frame on this link had a correct checksum.
  private var isCheckProven = false
  package private(set) var damagedFrames = 0

  package init(rider: TrainerRider) {
    self.rider = rider
    ability = TrainerAbility(proof: .echo)
    (ability.simulatesRoad, ability.setsResistance) = (true, true)
    ability.sendsCadence = true
    ability.asksForControl = false
    ability.returnsControl = false
    ability.hasSessions = false
    ability.answerTime = .seconds(1)
    ability.isSparingWithAnswers = true
  }

  /// A trainer that also has Fitness Machine is controlled through Fitness Machine.
  package static func isSupported(on characteristics: Set<CharacteristicID>) -> Bool {
    characteristics.isSuperset(of: [.fitnessEquipmentMessages, .fitnessEquipmentRequests])
      && !characteristics.contains(.fitnessMachineControlPoint)
  }

  package var stream: CharacteristicID { .fitnessEquipmentMessages }
  package var answers: CharacteristicID { .fitnessEquipmentMessages }
  package var isLearnt: Bool { true }

  package mutating func linked(with characteristics: Set<CharacteristicID>) -> [TrainerRequest] {
    (kmh, hasSentConfiguration, isCheckProven) = (nil, false, false)
    odometer.linked()
    guard ability.takesPowerTargets == nil else { return [.subscribe(stream)] }
    return [.subscribe(stream), .write(write(.request(page: 0x36)))]
  }

  package mutating func learnt(_ value: [UInt8]?, from characteristic: CharacteristicID) {}

  /// Sends the command and requests its status, because only some trainers report the status unasked.
  package func writes(for procedure: ControlProcedure) -> [GATTWrite] {
    guard let command = command(for: procedure) else { return [] }
    // A calibration reports itself, in pages 1 and 2.
    guard procedure != .startSpinDown else { return [write(command)] }
    return [write(command), write(.request(page: 0x47))]
  }

  /// Returns the command for a procedure; nil if it needs no command.
  ///
  /// A Tacx has no sessions and no request for control.
  private func command(for procedure: ControlProcedure) -> FitnessEquipmentCommand? {
    switch procedure {
    case .setTargetPower(let watts): .targetPower(quarterWatts: Self.quarters(watts))
    case .setSlope(let percent): .track(gradeHundredths: Int(saturating: percent * 100))
    case .setResistance(let percent): .resistance(halfPercent: UInt8(saturating: percent * 2))
    case .pause, .stop: .resistance(halfPercent: 0)
    case .startSpinDown: .spinDown
    // No page is known to end a calibration.
    case .requestControl, .startOrResume, .ignoreSpinDown, .reset: nil
    }
  }

  private func write(_ command: FitnessEquipmentCommand) -> GATTWrite {
    GATTWrite(FitnessEquipmentFrame(page: command.page).encoded(), to: .fitnessEquipmentRequests)
  }

  private static func quarters(_ watts: Int) -> UInt16 { UInt16(clamping: max(0, min(watts, 4000)) * 4) }

  package mutating func take(
    _ value: [UInt8], from characteristic: CharacteristicID, outstanding: ControlProcedure?, at now: MonotonicInstant
  ) -> [TrainerNews] {
    guard characteristic == stream, let frame = try? FitnessEquipmentFrame(decoding: value) else { return [] }
    if frame.isChecked { isCheckProven = true } else { damagedFrames += 1 }
    // If no checksum is correct, the trainer calculates them in another way, and its values are as good as any.
    guard frame.isChecked || !isCheckProven, let page = try? FitnessEquipmentPage(decoding: frame.page) else {
      return []
    }
    switch page {
    case .general(let data): return generalArrived(data)
    case .trainer(let data): return trainerArrived(data)
    case .capabilities(let takesPowerTargets):
      ability.takesPowerTargets = takesPowerTargets
      return []
    case .commandStatus(let status): return statusArrived(status, outstanding)
    case .calibrationProgress(let progress):
      return progress.isSpinDownPending ? started(outstanding) + [.spinDown(SpinDownReport(progress))] : []
    case .calibrationResult(let result): return started(outstanding) + [.spinDown(SpinDownReport(result))]
    case .other: return []
    }
  }

  /// A report about a calibration also answers the request for it.
  private func started(_ outstanding: ControlProcedure?) -> [TrainerNews] {
    outstanding == .startSpinDown ? [.ended(.success)] : []
  }

  private mutating func generalArrived(_ data: FitnessEquipmentPage.GeneralData) -> [TrainerNews] {
    kmh = data.millimetersPerSecond.map { Double($0) * 3.6 / 1000 }
    return [
      .values(
        TrainerValues(
          kmh: kmh, totalMeters: data.meters.map { odometer.observe($0) },
          beatsPerMinute: data.beatsPerMinute.map(Int.init)
        ))
    ]
  }

  private mutating func trainerArrived(_ data: FitnessEquipmentPage.TrainerData) -> [TrainerNews] {
    let (rpm, watts) = (data.rpm.map(Double.init), data.watts.map(Int.init))
    let values: [TrainerNews] = [
      .record(TrainerValues(watts: watts, rpm: rpm, kmh: kmh)), .values(TrainerValues(watts: watts, rpm: rpm)),
      .calibration(isRequested: data.wantsCalibration),
    ]
    let hold: [TrainerNews] = TargetHold(page25: data.targetState).map { [.holds($0)] } ?? []
    guard data.wantsUserConfiguration, !hasSentConfiguration else { return values + hold }
    hasSentConfiguration = true
    return values + hold + [.wants([.write(write(configuration))])]
  }

  /// The rider's weight, and a bicycle of 9 kg with wheels of 70 cm.
  private var configuration: FitnessEquipmentCommand {
    .userConfiguration(
      riderHundredthsKilogram: UInt16(saturating: rider.kilograms * 100), bicycleTwentiethsKilogram: 180,
      wheelCentimeters: 70)
  }

  private func statusArrived(
    _ status: FitnessEquipmentPage.CommandStatus, _ outstanding: ControlProcedure?
  ) -> [TrainerNews] {
    let command = outstanding.flatMap(command)?.number
    let isTarget = status.command == FitnessEquipmentCommand.targetPower(quarterWatts: 0).number
    let isPassed = status.status == FitnessEquipmentPage.CommandStatus.passed
    let watts = isTarget && isPassed ? Int(status.quarterWatts) / 4 : nil
    let announced: [TrainerNews] = watts.map { [.announced(watts: $0)] } ?? []
    guard let outstanding, status.command == command else { return announced }
    switch status.status {
    case FitnessEquipmentPage.CommandStatus.passed:
      // The status may still be that of the previous target.
      if case .setTargetPower(let asked) = outstanding, watts != asked { return announced }
      return announced + [.ended(.success)]
    case FitnessEquipmentPage.CommandStatus.pending, FitnessEquipmentPage.CommandStatus.none: return announced
    case let refusal: return announced + [.ended(.refused(Self.refusals[refusal] ?? "status \(refusal)"))]
    }
  }

  /// ANT+ Common Pages, page 71.
  private static let refusals: [UInt8: String] = [1: "fail", 2: "not supported", 3: "rejected"]
}

/// Total metres from a count that wraps at 256.
private struct MetersCounter: Hashable, Sendable {
  private var meters = 0
  private var last: UInt8?

  /// Begins a link.
  ///
  /// The distance since the previous link is unknown.
  mutating func linked() { last = nil }

  /// Adds a count and returns the total in metres.
  mutating func observe(_ count: UInt8) -> Int {
    if let last { meters += Int(count &- last) }
    last = count
    return meters
  }
}

extension TargetHold {
  /// Decodes the two lowest bits of the last byte of page 25.
  fileprivate init?(page25 bits: UInt8) {
    switch bits {
    case 0: self = .atTarget
    case 1: self = .tooSlow
    case 2: self = .tooFast
    case 3: self = .limit
    default: return nil
    }
  }
}

extension SpinDownReport {
  fileprivate init(_ progress: FitnessEquipmentPage.CalibrationProgress) {
    switch progress.speed {
    case .right, .high: self = .stopPedalling
    case .unknown, .low: self = .speedUp(targetKmh: progress.targetKmh)
    }
  }

  fileprivate init(_ result: FitnessEquipmentPage.CalibrationResult) {
    self = result.isSpinDownDone ? .done(seconds: result.spinDownSeconds) : .failed(nil)
  }
}
