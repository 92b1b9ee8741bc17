import BluetoothLE
import Rides
import Trainers

/// Measures against a trainer that does not return, and against a silent link.
extension RideMachine {
  /// Call when an attempt to link the trainer failed, or showed a fault that makes every attempt fail.
  ///
  /// Only the trainer's failures climb the ladder, because a strap is not worth the adapter. A scan after `forget` may
  /// cost the link of strap or power meter, and a power cycle does cost it. That link is given up only if the trainer
  /// is worth it, because the ride is stopped anyway without its trainer. No measure helps a trainer on the network.
  mutating func climb(after error: LinkError) {
    let before = ladder
    guard trainer.isWanted, ride?.order.trainer.address.isOnNetwork != true else { return }
    guard let measure = ladder.failed(error, at: now) else { return }
    switch measure {
    case .awaitRadio: awaitRadio(.trainer)
    case .forget, .powerCycle:
      let isWorthIt = !(strap.hasLink || self[.power].hasLink) || ladder.isWorthAnotherLink(measure, at: now)
      guard isWorthIt, let order = ride?.order else {
        ladder = before
        return
      }
      take(measure == .forget ? .forget(order.trainer.address) : .powerCycle(costing: costs(order)), ladder: before)
    }
  }

  /// Returns the devices whose links a power cycle may end.
  private func costs(_ order: RideOrder) -> Set<DeviceAddress> {
    let linked = DeviceRole.allCases.filter { self[$0].hasLink }
    return Set([order.trainer.address] + linked.compactMap { order.device($0)?.address })
  }

  private mutating func take(_ remedy: RadioRemedy, ladder: RecoveryLadder) {
    trainer.mend(at: now)
    mending = Mending(remedy: remedy, ladder: ladder)
  }

  /// Begins the due measure as soon as no other device is being requested.
  mutating func beginMending() {
    guard let mending, !mending.isBegun, freeTurn() else { return }
    self.mending?.isBegun = true
    effects.append(.remedy(mending.remedy))
  }

  mutating func remedied(_ remedy: RadioRemedy, _ error: LinkError?) {
    guard let mending, mending.remedy == remedy else { return }
    self.mending = nil
    if error?.code == .busy { ladder = mending.ladder } else { note(.remedy(remedy.measure)) }
    trainer.mended(isHelped: error == nil, at: now)
  }

  /// Connects the device when the radio is back.
  ///
  /// Until then, it is not requested.
  mutating func awaitRadio(_ role: DeviceRole) {
    self[role].awaitRadio(at: now)
    guard !isAwaitingRadio else { return }
    isAwaitingRadio = true
    effects.append(.awaitRadio)
  }

  mutating func radioUsable() {
    isAwaitingRadio = false
    for role in DeviceRole.allCases { self[role].radioCame(at: now) }
  }

  /// Wakes a silent linked device.
  ///
  /// If that does not help, links it again.
  mutating func breakSilence(of role: DeviceRole) {
    guard self[role].isLinked, let measure = silence[role]?.measure(at: now) else { return }
    switch measure {
    case .resubscribe:
      noteSilence(of: role)
      if let stream = stream(of: role) { effects.append(.resubscribe(role, stream)) }
    case .relink: abandon(role, because: nil)
    }
  }
}

extension RideMachine {
  /// Stores a silence as an event.
  ///
  /// For the trainer, only the first silence is stored until it sends data again.
  private mutating func noteSilence(of role: DeviceRole) {
    if role == .trainer, case .reconnecting = ride?.stage {
      guard ride?.absence.isSilenceNoted == false else { return }
      ride?.absence.silenceNoted()
    }
    note(.silent(role))
  }

  /// Returns the characteristic that the device notifies for as long as it is connected; nil for a trainer that has not
  /// been linked yet, and for sensors, which stop sending when the pedals stop.
  func stream(of role: DeviceRole) -> CharacteristicID? {
    switch role {
    case .trainer: trainerProtocol?.current.stream
    case .heartRate: .heartRateMeasurement
    case .power, .cadence, .fan: nil
    }
  }
}

/// A measure against the radio that is due or in progress.
struct Mending: Hashable, Sendable {
  let remedy: RadioRemedy
  var isBegun = false
  /// The previous ladder.
  ///
  /// It is restored if the measure is not possible now.
  let ladder: RecoveryLadder
}

extension RadioRemedy {
  /// The measure without its devices, as in the ride's events and problems.
  var measure: RadioMeasure {
    switch self {
    case .forget: .forget
    case .powerCycle: .powerCycle
    }
  }
}
