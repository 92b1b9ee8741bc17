import BluetoothLE
import Rides
import Trainers

/// Measures against a trainer that does not come back, and against a link that is silent.
extension RideMachine {
  /// Call when an attempt at the trainer failed, or showed what keeps every attempt from succeeding.
  ///
  /// Only the trainer's failures climb the ladder: a strap is not worth the adapter. The link of strap or power meter, which a
  /// scan after `forget` may cost and a power cycle does cost, is given up only if the trainer is worth it: without its trainer
  /// the ride stands anyway.
  mutating func climb(after error: LinkError) {
    let before = ladder
    guard trainer.isWanted, let measure = ladder.failed(error, at: now) else { return }
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

  /// The devices whose links a power cycle may end.
  private func costs(_ order: RideOrder) -> Set<DeviceAddress> {
    let linked = DeviceRole.allCases.filter { self[$0].hasLink }
    return Set([order.trainer.address] + linked.compactMap { order.device($0)?.address })
  }

  private mutating func take(_ remedy: RadioRemedy, ladder: RecoveryLadder) {
    trainer.mend(at: now)
    mending = Mending(remedy: remedy, ladder: ladder)
  }

  /// Begins the measure that is due, as soon as no other device is asked for.
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

  /// Has the device connected when the radio is back; it is not asked for meanwhile.
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

  /// Wakes a device that is linked and silent; if that does not help, links it again.
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
  /// Keeps a silence as an event; of the trainer's only the first one until it sends data again.
  private mutating func noteSilence(of role: DeviceRole) {
    if role == .trainer, case .reconnecting = ride?.stage {
      guard ride?.absence.isSilenceNoted == false else { return }
      ride?.absence.silenceNoted()
    }
    note(.silent(role))
  }

  /// The characteristic that the device notifies as long as it lives; nil for a trainer that was not linked yet, and for
  /// sensors, which fall silent when the pedals stand.
  func stream(of role: DeviceRole) -> CharacteristicID? {
    switch role {
    case .trainer: speech?.spoken.stream
    case .heartRate: .heartRateMeasurement
    case .power, .cadence, .fan: nil
    }
  }
}

/// A measure against the radio that is due or under way.
struct Mending: Hashable, Sendable {
  let remedy: RadioRemedy
  var isBegun = false
  /// The ladder as it was before, to be restored if the measure turns out not to be possible now.
  let ladder: RecoveryLadder
}

extension RadioRemedy {
  /// The measure without the devices that it concerns, as the ride's events and the problems have it.
  var measure: RadioMeasure {
    switch self {
    case .forget: .forget
    case .powerCycle: .powerCycle
    }
  }
}
