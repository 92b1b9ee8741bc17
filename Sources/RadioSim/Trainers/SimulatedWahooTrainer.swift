package import BluetoothLE
import FitnessGATT
import Trainers

/// A KICKR or SNAP without Fitness Machine, controlled through A026E005.
package struct SimulatedWahooTrainer: SimulatedControl {
  /// The models and the features that they lack.
  package enum Model: Hashable, Sendable {
    /// A KICKR of 2016, which also counts crank revolutions.
    case kickr2016
    /// A SNAP, without a crank count, and without an answer to the simulation of a road.
    case snap
  }

  /// The revolutions of the wheel for each crank revolution: a fixed gear of 50 to 18.
  private static let gear = 2.8

  package let model: Model
  package private(set) var brake = SimulatedBrake()
  private var isUnlocked = false

  package init(_ model: Model) {
    self.model = model
  }

  package var name: String { model == .snap ? "KICKR SNAP SIM" : "KICKR 2016 SIM" }
  package var services: Set<BluetoothUUID> { [.cyclingPower] }
  package var stream: CharacteristicID { .cyclingPowerMeasurement }
  package var characteristics: Set<CharacteristicID> {
    [.cyclingPowerMeasurement, .wahooControlPoint, .manufacturerName]
  }

  package func value(of characteristic: CharacteristicID) -> [UInt8]? { nil }

  package mutating func take(
    _ value: [UInt8], on characteristic: CharacteristicID, in mood: TrainerMood
  ) -> [Notification] {
    guard characteristic == .wahooControlPoint, let request = try? WahooRequest(decoding: value) else { return [] }
    if request == .unlock { isUnlocked = true }
    guard isUnlocked else { return [] }
    guard mood != .denying else { return [(characteristic, WahooAnswer(status: 0, opCode: request.opCode).encoded())] }
    if mood != .deaf { carryOut(request) }
    guard mood != .mute, let answer = answer(to: request) else { return [] }
    return [(characteristic, answer.encoded())]
  }

  private mutating func carryOut(_ request: WahooRequest) {
    switch request {
    case .erg(let watts): brake.mode = .target(watts: Int(watts))
    case .simulation, .grade: brake.mode = .flatRoad
    case .resistance, .level: brake.mode = .free
    case .unlock, .headwind, .wheel: break
    }
  }

  private func answer(to request: WahooRequest) -> WahooAnswer? {
    switch request {
    case .simulation where model == .snap: nil
    case .erg(let watts): WahooAnswer(opCode: request.opCode, echo: watts)
    case .grade: WahooAnswer(opCode: request.opCode, echo: 0x8000)
    case .unlock, .resistance, .level, .simulation, .headwind, .wheel: WahooAnswer(opCode: request.opCode)
    }
  }

  package mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double?) -> [[UInt8]] {
    let values = brake.advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts)
    let wheel = Turning(brake.turns * Self.gear, perSecond: values.rpm / 60 * Self.gear)
    let crank = Turning(brake.turns, perSecond: values.rpm / 60)
    time += seconds
    let measurement = CyclingPowerMeasurement(
      powerWatts: Int16(saturating: values.watts),
      wheel: WheelRevolutions(
        count: UInt32(truncatingIfNeeded: wheel.whole),
        eventTicks: wheel.ticks(at: time, perSecond: CyclingPowerMeasurement.wheelTicksPerSecond)),
      crank: model == .snap
        ? nil
        : CrankRevolutions(
          count: UInt16(truncatingIfNeeded: crank.whole),
          eventTicks: crank.ticks(at: time, perSecond: CrankRevolutions.ticksPerSecond)),
      accumulatedTorque: 0)
    return [measurement.encoded()]
  }

  /// Time since the trainer was switched on, in seconds.
  private var time = 0.0

  package mutating func linkLost() {
    isUnlocked = false
    brake.mode = .free
  }
}

/// Revolutions as a sensor sends them: the number of whole ones and the time when the last of them ended.
struct Turning {
  let whole: Int
  /// The time since the last whole revolution ended, in seconds.
  private let ago: Double

  init(_ turns: Double, perSecond: Double) {
    whole = Int(turns)
    ago = perSecond > 0 ? (turns - Double(whole)) / perSecond : 0
  }

  /// Returns the time of the last whole revolution, in ticks that wrap at 2¹⁶.
  func ticks(at time: Double, perSecond: Double) -> UInt16 {
    UInt16(truncatingIfNeeded: Int(max(0, time - ago) * perSecond))
  }
}
