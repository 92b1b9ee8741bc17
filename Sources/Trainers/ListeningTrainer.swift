package import BluetoothLE

/// A machine that only reports, for rides without a target.
///
/// Examples are a spin bike with Indoor Bike Data and no control point, and a power meter on a trainer or rollers
/// without a radio.
///
/// It receives no writes, so its brake stays as the rider sets it.
package struct ListeningTrainer: TrainerProtocol {
  package static let name = TrainerProtocolName.listening
  package static let services: Set<BluetoothUUID> = []
  package static let names: [String] = []

  /// The characteristics to subscribe to, in order of preference.
  private static let streams: [CharacteristicID] = [.indoorBikeData, .cyclingPowerMeasurement]

  /// Reads Indoor Bike Data, and the other values that such a machine may send on the same link.
  private var machine: FitnessMachineTrainer
  private var meter = CyclingPowerReader()
  package private(set) var ability = TrainerAbility(proof: .report)
  package private(set) var stream = Self.streams[0]

  package init(rider: TrainerRider) {
    machine = FitnessMachineTrainer(rider: rider)
    (ability.takesPowerTargets, ability.simulatesRoad, ability.setsResistance) = (false, false, false)
    ability.spinsDown = false
    (ability.asksForControl, ability.returnsControl, ability.hasSessions) = (false, false, false)
  }

  package static func isSupported(on characteristics: Set<CharacteristicID>) -> Bool {
    streams.contains(where: characteristics.contains)
  }

  /// The stream itself, because the ride can begin when it is subscribed to.
  package var answers: CharacteristicID { stream }
  package var isLearnt: Bool { true }

  package mutating func linked(with characteristics: Set<CharacteristicID>) -> [TrainerRequest] {
    stream = Self.streams.first(where: characteristics.contains) ?? stream
    ability.sendsAtRest = stream == .indoorBikeData
    meter.linked()
    guard stream == .indoorBikeData else { return [.subscribe(stream)] }
    return machine.linked(with: characteristics).filter { request in
      guard case .subscribe(let characteristic) = request else { return false }
      // The status is about control, and this machine cannot be controlled.
      return characteristic != .fitnessMachineStatus && characteristics.contains(characteristic)
    }
  }

  package mutating func learnt(_ value: [UInt8]?, from characteristic: CharacteristicID) {}

  package func writes(for procedure: ControlProcedure) -> [GATTWrite] { [] }

  package mutating func take(
    _ value: [UInt8], from characteristic: CharacteristicID, outstanding: ControlProcedure?, at now: MonotonicInstant
  ) -> [TrainerNews] {
    guard stream == .cyclingPowerMeasurement else {
      return machine.take(value, from: characteristic, outstanding: nil, at: now)
    }
    guard characteristic == stream else { return [] }
    let news = meter.take(value, at: now)
    ability.sendsCadence = meter.countsCrank
    return news
  }
}
