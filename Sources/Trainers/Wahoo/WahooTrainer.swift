package import BluetoothLE
import FitnessGATT

extension CharacteristicID {
  /// Wahoo's own control point, A026E005, which older KICKRs have inside Cycling Power.
  package static let wahooControlPoint = CharacteristicID(
    service: .cyclingPower,
    characteristic: BluetoothUUID(high: 0xA026_E005_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B))
}

/// A KICKR from before FTMS, a SNAP, or another trainer with Wahoo's control point inside Cycling Power.
package struct WahooTrainer: TrainerProtocol {
  package static let name = TrainerProtocolName.wahoo
  package static let services: Set<BluetoothUUID> = []
  package static let names: [String] = ["kickr", "wahoo kickr", "hammer", "cycleops", "saris"]

  /// The widest range of these trainers, according to Wahoo.
  ///
  /// The protocol cannot report it.
  private static let range = SupportedPowerRange(minimumWatts: 25, maximumWatts: 2000, incrementWatts: 1)

  package private(set) var ability: TrainerAbility
  private let rider: TrainerRider
  private var reader = CyclingPowerReader()
  /// Whether the trainer simulates a road on this link, so that a grade alone changes it.
  private var isOnRoad = false

  package init(rider: TrainerRider) {
    self.rider = rider
    ability = TrainerAbility(range: .assumed(Self.range), proof: .echo)
    ability.takesPowerTargets = true
    (ability.simulatesRoad, ability.setsResistance) = (true, true)
    // Its op codes for a spin-down are known from ANT only.
    ability.spinsDown = false
    ability.returnsControl = false
    ability.hasSessions = false
    // The brake takes about two seconds to settle, and a target that arrives earlier is lost (SST).
    ability.targetPause = .seconds(2)
    ability.answerTime = .seconds(1)
    ability.isSparingWithAnswers = true
  }

  /// Not used together with Fitness Machine, because the two controls would interfere.
  package static func isSupported(on characteristics: Set<CharacteristicID>) -> Bool {
    characteristics.isSuperset(of: [.wahooControlPoint, .cyclingPowerMeasurement])
      && !characteristics.contains(.fitnessMachineControlPoint)
  }

  package var stream: CharacteristicID { .cyclingPowerMeasurement }
  package var answers: CharacteristicID { .wahooControlPoint }
  package var isLearnt: Bool { true }

  package mutating func linked(with characteristics: Set<CharacteristicID>) -> [TrainerRequest] {
    reader.linked()
    isOnRoad = false
    return [.subscribe(answers), .subscribe(stream)]
  }

  package mutating func learnt(_ value: [UInt8]?, from characteristic: CharacteristicID) {}

  package func writes(for procedure: ControlProcedure) -> [GATTWrite] {
    requests(for: procedure).map { GATTWrite($0.encoded(), to: answers) }
  }

  /// Returns the requests for a procedure.
  ///
  /// The answer to the last one ends it.
  private func requests(for procedure: ControlProcedure) -> [WahooRequest] {
    switch procedure {
    case .requestControl: [.unlock]
    case .setTargetPower(let watts): [.erg(watts: UInt16(clamping: watts))]
    // A SNAP never answers the first request.
    case .setSlope(let percent): isOnRoad ? [.grade(percent: percent)] : [simulation, .grade(percent: percent)]
    case .setResistance(let percent): [.resistance(share: percent / 100)]
    case .pause, .stop: [.resistance(share: 0)]
    // The protocol has no sessions, and no request that gives control back.
    case .startOrResume, .startSpinDown, .ignoreSpinDown, .reset: []
    }
  }

  private var simulation: WahooRequest {
    .simulation(weightHundredths: UInt16(saturating: rider.kilograms * 100), crrThousandths: 4, cwThousandths: 400)
  }

  package mutating func take(
    _ value: [UInt8], from characteristic: CharacteristicID, outstanding: ControlProcedure?, at now: MonotonicInstant
  ) -> [TrainerNews] {
    switch characteristic {
    case .wahooControlPoint: answered(value, outstanding)
    case .cyclingPowerMeasurement: powerArrived(value, at: now)
    default: []
    }
  }

  private mutating func answered(_ value: [UInt8], _ outstanding: ControlProcedure?) -> [TrainerNews] {
    guard let answer = try? WahooAnswer(decoding: value) else { return [] }
    guard let outstanding, answer.opCode == requests(for: outstanding).last?.opCode else { return [] }
    isOnRoad = outstanding.isSlope && answer.status == WahooAnswer.success
    guard answer.status == WahooAnswer.success else { return [.ended(.refused("status \(answer.status)"))] }
    guard case .setTargetPower(let watts) = outstanding, let echo = answer.echo else { return [.ended(.success)] }
    // A late answer to an earlier target.
    guard Int(echo) == watts else { return [.announced(watts: Int(echo))] }
    return [.announced(watts: watts), .ended(.success)]
  }

  private mutating func powerArrived(_ value: [UInt8], at now: MonotonicInstant) -> [TrainerNews] {
    let news = reader.take(value, at: now)
    ability.sendsCadence = reader.countsCrank
    return news
  }
}

extension ControlProcedure {
  fileprivate var isSlope: Bool { if case .setSlope = self { true } else { false } }
}
