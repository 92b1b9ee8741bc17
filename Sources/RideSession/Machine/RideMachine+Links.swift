import BluetoothLE
import Rides
import Trainers

/// Links that are made, set up and lost.
extension RideMachine {
  mutating func linked(_ role: DeviceRole, _ characteristics: Set<CharacteristicID>) {
    self[role].linked(at: now)
    guard self[role].isLinked else { return effects.append(.close(role)) }
    if role == .trainer { trainerCameAt = trainerCameAt ?? now }
    switch role {
    case .trainer: trainerLinked(characteristics)
    case .heartRate: strapLinked(characteristics)
    case .power, .cadence, .fan: sensorLinked(role, characteristics)
    }
    if characteristics.contains(.batteryLevel) {
      effects += [.read(role, .batteryLevel), .subscribe(role, .batteryLevel)]
    }
  }

  private mutating func trainerLinked(_ characteristics: Set<CharacteristicID>) {
    guard let ride, let spoken = TrainerProtocols.spoken(on: characteristics, isListeningEnough: isListeningEnough)
    else {
      // Fitness Machine is there, without a control: waiting adds none.
      if characteristics.contains(.indoorBikeData) { failStart(.noFitnessMachine) }
      return abandon(.trainer, because: LinkError(.characteristicMissing, operation: "link"))
    }
    trainer.servicesShown()
    switch ride.stage {
    case .reconnecting: if ride.absence.needsRamp(at: now) { self.ride?.power.rise(at: now) }
    case .paused(by: .rider, _): self.ride?.absence.ended()
    case .new, .connecting, .ready, .riding, .paused(by: .legs, _), .finishing: break
    }
    if speech?.name != spoken {
      speech = AnyTrainer(spoken, rider: TrainerRider(kilograms: ride.order.riderKilograms))
    }
    askTrainer(for: speech?.change { $0.linked(with: characteristics) } ?? [])
    if characteristics.contains(.heartRateMeasurement) { askTrainer(for: [.subscribe(.heartRateMeasurement)]) }
    abilityLearnt()
  }

  private mutating func strapLinked(_ characteristics: Set<CharacteristicID>) {
    guard characteristics.contains(.heartRateMeasurement) else {
      return abandon(.heartRate, because: LinkError(.characteristicMissing, operation: "link"))
    }
    effects.append(.subscribe(.heartRate, .heartRateMeasurement))
  }

  mutating func connectFailed(_ role: DeviceRole, _ error: LinkError) {
    self[role].connectFailed(error, at: now)
    noteRefusal(role, error)
    if error.code == .captureEnded { return captureEnded(role, error) }
    switch role {
    case .trainer: trainerNotReached(error)
    case .heartRate, .power, .cadence, .fan: notReached(role, error)
    }
  }

  private mutating func trainerNotReached(_ error: LinkError) {
    if ride?.starting != nil, error.recovery == .awaitRadio || error.code == .notAllowed {
      return failStart(.radioUnavailable(error))
    }
    if error.isRefusal { trainer.restLonger(at: now) }
    trainerFailed(error)
  }

  private mutating func notReached(_ role: DeviceRole, _ error: LinkError) {
    switch error.recovery {
    case .awaitRadio: awaitRadio(role)
    case .listen, .powerCycle:
      if trainer.isLinked {
        self[role].rest(until: now.advanced(by: rhythm(of: role).rest))
      } else if error.recovery == .powerCycle {
        climb(after: error)
      }
    case .ladder, .forget, .later, .final: if trainer.isLinked { self[role].restLonger(at: now) }
    case .none: break
    }
  }

  /// How a device is asked for beside the trainer's link.
  private func rhythm(of role: DeviceRole) -> AskingRhythm { AskingRhythm(missingFor: now - self[role].since) }

  /// Stops asking for a device of which a recording has no more: asking on would bring nothing, in no time at all.
  private mutating func captureEnded(_ role: DeviceRole, _ error: LinkError) {
    self[role].release()
    guard role == .trainer else { return }
    failStart(.radioUnavailable(error))
    finish(.over(.captureEnded))
  }

  mutating func linkLost(_ role: DeviceRole, _ error: LinkError) {
    let uselessness = self[role].uselessness ?? (error.isRefusal ? error : nil)
    let (wasLinked, wasProven) = (self[role].isLinked, self[role].isProven)
    noteRefusal(role, error)
    let hadData = speaking.remove(role) != nil
    self[role].lost(error, at: now)
    if role != .trainer, !wasProven, trainer.isLinked { self[role].restLonger(at: now) }
    silence[role]?.linkLost()
    pace[role].linkLost()
    forgetProofs(of: role)
    ride?.intervals.linkLost(role)
    let signal = signalDBm.removeValue(forKey: role)
    switch role {
    case .trainer:
      control.linkLost()
      isStreamOn = false
      match.interrupted()
      ride?.sampler?.trainerLost()
      forgetLegs()
      if wasLinked { note(.trainerLost(error.code), signalDBm: signal) }
      trainerGone(because: "trainer link: \(error.code.rawValue)")
      answerWaitingTargets()
      ride?.absence.linkEnded(isVain: !hadData && error.code == .closedHere)
      if hadData { trainerCameAt = nil }
      // A link to a device that could not serve counts as one that could not be made.
      if let uselessness { trainerUseless(uselessness) }
    case .heartRate:
      if wasLinked { note(.strapLost(error.code), signalDBm: signal) }
    case .power: match.interrupted()
    case .cadence: break
    case .fan: fan.linkLost()
    }
    if error.code == .captureEnded { captureEnded(role, error) }
  }

  mutating func subscribed(_ role: DeviceRole, _ characteristic: CharacteristicID, _ error: LinkError?) {
    if DeviceRole.chosenOnly.contains(role) { return sensorSubscribed(role, characteristic, error) }
    guard self[role].isLinked else { return }
    guard let error else {
      if role == .trainer, characteristic == speech?.spoken.answers { control.subscribed() }
      if characteristic == stream(of: role) { streams(role) }
      return
    }
    let isAnswers = role == .trainer && characteristic == speech?.spoken.answers
    guard isAnswers || characteristic == stream(of: role) else { return }
    noteRefusal(role, error)
    abandon(role, because: fault(ofSubscription: error))
  }

  /// Call when the device's data are subscribed to.
  private mutating func streams(_ role: DeviceRole) {
    if role != .trainer || control.ability.sendsAtRest {
      silence[role, default: SilenceWatch(patience: pace[role].patience)].subscribed(at: now)
    }
    guard role == .trainer, !isStreamOn else { return }
    isStreamOn = true
    if control.isSettled, control.holdsTarget { trainerHolds() }
  }

  /// Gives up a link that is of no use; the keeper makes a new one.
  ///
  /// - Parameters:
  ///   - role: The device.
  ///   - error: What is wrong with the device; nil if only the link is at fault.
  mutating func abandon(_ role: DeviceRole, because error: LinkError?) {
    guard self[role].isLinked else { return }
    self[role].abandon(because: error)
    effects.append(.close(role))
  }
}

// MARK: - Whose turn it is

extension RideMachine {
  /// Asks for links, one at a time: the trainer's first, then the strap's; the others take turns.
  mutating func takeTurns() {
    for role in DeviceRole.allCases where role != .trainer && self[role].isAskedEnough(at: now) {
      self[role].withdraw(toRestUntil: now.advanced(by: rhythm(of: role).rest))
      effects.append(.cancelConnect(role))
    }
    guard mending == nil else { return beginMending() }
    wantDevices()
    guard let next = nextInTurn, let device = ride?.order.device(next) else { return }
    guard freeTurn(for: next) else { return }
    let isBeside = next != .trainer && trainer.isLinked
    self[next].turnCame(at: now, until: isBeside ? now.advanced(by: rhythm(of: next).asking) : nil)
    effects.append(.connect(next, device.address))
  }

  /// Withdraws the request that `next`, or a measure against the radio, goes before; returns whether no device is asked for.
  mutating func freeTurn(for next: DeviceRole = .trainer) -> Bool {
    guard let holder = DeviceRole.allCases.first(where: { self[$0].holdsTheTurn }) else { return true }
    if next.goesBefore(holder), self[holder].isConnecting {
      self[holder].turnTaken()
      effects.append(.cancelConnect(holder))
    }
    return false
  }

  /// The trainer is wanted as long as the ride is on; the others once it is in hand.
  private mutating func wantDevices() {
    guard let ride, !ride.isFinishing else { return }
    let isTrainerInHand = control.isInHand || (ride.pauseCause != nil && trainer.isLinked)
    for role in DeviceRole.allCases where ride.order.device(role) != nil && (role == .trainer || isTrainerInHand) {
      if self[role].lastError?.code != .captureEnded { self[role].want(at: now) }
    }
  }

  /// The device that is to be asked for next; nil if none waits.
  private var nextInTurn: DeviceRole? {
    let waiting = DeviceRole.allCases.filter { self[$0].state == .wanted }
    guard let first = waiting.first, first.isOfSensor else { return waiting.first }
    // One that does not answer must not keep the others waiting.
    return waiting.min { (self[$0].turnAt ?? .origin) < (self[$1].turnAt ?? .origin) }
  }

  /// Ends every link and every attempt at one.
  mutating func releaseLinks() {
    for role in DeviceRole.allCases {
      let before = self[role].state
      self[role].release()
      switch before {
      case .linked: effects.append(.close(role))
      case .connecting: effects.append(.cancelConnect(role))
      case .idle, .wanted, .resting, .awaitingRadio, .mending, .withdrawing, .closing: break
      }
    }
  }
}

extension DeviceRole {
  /// Whether the turn is taken from `other` for this device.
  fileprivate func goesBefore(_ other: DeviceRole) -> Bool {
    switch self {
    case .trainer: other != .trainer
    case .heartRate: other.isOfSensor
    case .power, .cadence, .fan: false
    }
  }

  fileprivate var isOfSensor: Bool { Self.chosenOnly.contains(self) }
}
