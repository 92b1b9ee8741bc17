import BluetoothLE

/// What is tried against a trainer that does not come back, and a link that is silent.
extension RideMachine {
  /// An attempt at the trainer failed; the ladder says what is due.
  ///
  /// Only the trainer's failures climb it: a strap is not worth the adapter. No measure is taken while a link is up that it
  /// could cost, for which a scan after `forget` is enough.
  mutating func climb(after error: LinkError) {
    guard trainer.isWanted, let measure = ladder.failed(error, at: now) else { return }
    switch measure {
    case .awaitRadio: awaitRadio(.trainer)
    case .forget, .powerCycle:
      guard !strap.isLinked, !strap.holdsTheTurn, let address = ride?.order.trainer.address else {
        return ladder.postponed()
      }
      trainer.mend()
      take(measure == .forget ? .forget(address) : .powerCycle(costing: [address]))
    }
  }

  private mutating func take(_ remedy: RadioRemedy) {
    mending = remedy
    note(.remedy, remedy.name)
    effects.append(.remedy(remedy))
  }

  mutating func remedied(_ remedy: RadioRemedy, _ error: LinkError?) {
    guard mending == remedy else { return }
    mending = nil
    if error?.code == .busy { ladder.postponed() }
    trainer.mended()
  }

  /// The device is connected when the radio is there again; nobody asks meanwhile.
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

  /// A device that is linked and says nothing is woken, then linked anew.
  mutating func breakSilence(of role: DeviceRole) {
    guard self[role].isLinked, let measure = silence[role]?.measure(at: now) else { return }
    switch measure {
    case .resubscribe:
      note(.silent, role.rawValue)
      effects.append(.resubscribe(role, role.stream))
    case .relink: abandon(role)
    }
  }

  /// A ride whose trainer stays away ends; time that the rider himself has paused it for does not count, nor does time
  /// before this process took it up.
  var giveUpDeadline: MonotonicInstant? {
    guard let ride, ride.startToken == nil, let gone = ride.trainerGoneSince else { return nil }
    let since = max(gone, ride.orderedAt, ride.resumedWithoutTrainer ?? gone)
    switch phase {
    case .connecting, .reconnecting: return since.advanced(by: rules.giveUp)
    case .paused where ride.pausedBy == .legs && !trainer.isLinked: return since.advanced(by: rules.giveUp)
    case .idle, .ready, .riding, .paused, .finishing: return nil
    }
  }
}

extension RadioRemedy {
  /// Its name, for people and in the ride's events.
  package var name: String {
    switch self {
    case .forget: "forget"
    case .powerCycle: "power cycle"
    }
  }
}

extension DeviceRole {
  /// What the device sends while it lives.
  var stream: CharacteristicID {
    switch self {
    case .trainer: .indoorBikeData
    case .heartRate: .heartRateMeasurement
    }
  }
}
