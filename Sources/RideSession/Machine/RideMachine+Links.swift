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
    guard let ride,
      let supported = TrainerProtocols.supported(on: characteristics, isListeningEnough: isListeningEnough)
    else {
      // The machine has Fitness Machine without a control point, so waiting does not help.
      if characteristics.contains(.indoorBikeData) { failStart(.noFitnessMachine) }
      return abandon(.trainer, because: LinkError(.characteristicMissing, operation: "link"))
    }
    trainer.servicesShown()
    switch ride.stage {
    case .reconnecting: if ride.absence.needsRamp(at: now) { self.ride?.power.rise(at: now) }
    case .paused(by: .rider, _): self.ride?.absence.ended()
    case .new, .connecting, .ready, .riding, .paused(by: .legs, _), .finishing: break
    }
    if trainerProtocol?.name != supported {
      trainerProtocol = AnyTrainer(supported, rider: TrainerRider(kilograms: ride.order.riderKilograms))
    }
    askTrainer(for: trainerProtocol?.update { $0.linked(with: characteristics) } ?? [])
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

  /// Returns the rhythm of requests for a device while the trainer is linked.
  private func rhythm(of role: DeviceRole) -> AskingRhythm { AskingRhythm(missingFor: now - self[role].since) }

  /// Stops requesting a device that has no further connection in a recording.
  ///
  /// Further requests would fail immediately, without end.
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
    failCalibration(of: role, error.code.rawValue)
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
      // A useless link counts as a failed attempt.
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
      if role == .trainer, characteristic == trainerProtocol?.current.answers { control.subscribed() }
      if characteristic == stream(of: role) { streams(role) }
      return
    }
    let isAnswers = role == .trainer && characteristic == trainerProtocol?.current.answers
    guard isAnswers || characteristic == stream(of: role) else { return }
    noteRefusal(role, error)
    abandon(role, because: fault(ofSubscription: error))
  }

  /// Call when the device's data is subscribed to.
  private mutating func streams(_ role: DeviceRole) {
    if role != .trainer || control.ability.sendsAtRest {
      silence[role, default: SilenceWatch(patience: pace[role].patience)].subscribed(at: now)
    }
    guard role == .trainer, !isStreamOn else { return }
    isStreamOn = true
    if control.isSettled, control.holdsTarget { trainerHolds() }
  }

  /// Closes a useless link.
  ///
  /// The keeper makes a new one.
  ///
  /// - Parameters:
  ///   - role: The device.
  ///   - error: The device's fault; nil if only the link is at fault.
  mutating func abandon(_ role: DeviceRole, because error: LinkError?) {
    guard self[role].isLinked else { return }
    self[role].abandon(because: error)
    effects.append(.close(role))
  }
}

// MARK: - Turns

extension RideMachine {
  /// Requests links one at a time: the trainer's first, then the strap's.
  ///
  /// The others take turns.
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

  /// Withdraws the present request if `next`, or a measure against the radio, goes before it.
  ///
  /// Returns whether no device is being requested.
  mutating func freeTurn(for next: DeviceRole = .trainer) -> Bool {
    guard let holder = DeviceRole.allCases.first(where: { self[$0].holdsTheTurn }) else { return true }
    if next.goesBefore(holder), self[holder].isConnecting {
      self[holder].turnTaken()
      effects.append(.cancelConnect(holder))
    }
    return false
  }

  /// Marks the devices that the ride wants: the trainer during the whole ride, and the others once it is in hand.
  private mutating func wantDevices() {
    guard let ride, !ride.isFinishing else { return }
    let isTrainerInHand = control.isInHand || (ride.pauseCause != nil && trainer.isLinked)
    for role in DeviceRole.allCases where ride.order.device(role) != nil && (role == .trainer || isTrainerInHand) {
      if self[role].lastError?.code != .captureEnded { self[role].want(at: now) }
    }
  }

  /// The device to request next; nil if no device waits.
  private var nextInTurn: DeviceRole? {
    let waiting = DeviceRole.allCases.filter { self[$0].state == .wanted }
    guard let first = waiting.first, first.isOfSensor else { return waiting.first }
    // A sensor that does not answer must not block the others.
    return waiting.min { (self[$0].turnAt ?? .origin) < (self[$1].turnAt ?? .origin) }
  }

  /// Ends all links and all connection attempts.
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
  /// Returns whether this device takes the turn from `other`.
  fileprivate func goesBefore(_ other: DeviceRole) -> Bool {
    switch self {
    case .trainer: other != .trainer
    case .heartRate: other.isOfSensor
    case .power, .cadence, .fan: false
    }
  }

  fileprivate var isOfSensor: Bool { Self.chosenOnly.contains(self) }
}
