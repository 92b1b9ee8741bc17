import BluetoothLE
import Trainers

/// Links that are made, set up and lost.
extension RideMachine {
  /// How many links without a Fitness Machine prove that the trainer has none.
  private static let longestLackOfServices = 3

  mutating func linked(_ role: DeviceRole, _ characteristics: Set<CharacteristicID>) {
    self[role].linked(at: now)
    guard self[role].isLinked else { return effects.append(.close(role)) }
    switch role {
    case .trainer: trainerLinked(characteristics)
    case .heartRate: strapLinked(characteristics)
    }
    if characteristics.contains(.batteryLevel) {
      effects += [.read(role, .batteryLevel), .subscribe(role, .batteryLevel)]
    }
  }

  private mutating func trainerLinked(_ characteristics: Set<CharacteristicID>) {
    guard let ride, let spoken = TrainerProtocols.spoken(on: characteristics) else {
      return lacksFitnessMachine(LinkError(.servicesUnresolved, operation: "link"))
    }
    switch ride.stage {
    case .reconnecting: if ride.absence.needsRamp(at: now) { self.ride?.power.rise(at: now) }
    case .paused: self.ride?.absence.linkedInPause()
    case .new, .connecting, .ready, .riding, .finishing: break
    }
    if speech?.name != spoken {
      speech = AnyTrainer(spoken, rider: TrainerRider(kilograms: ride.order.riderKilograms))
    }
    for request in speech?.change({ $0.linked(with: characteristics) }) ?? [] {
      switch request {
      case .subscribe(let characteristic): effects.append(.subscribe(.trainer, characteristic))
      case .read(let characteristic): effects.append(.read(.trainer, characteristic))
      case .write(let write): effects.append(.write(.trainer, write))
      }
    }
    abilityLearnt()
  }

  /// Gives up a link without a Fitness Machine; the start fails only after several of them.
  ///
  /// The radio may take a part of the services for all of them (bluez/bluez#1489).
  private mutating func lacksFitnessMachine(_ error: LinkError) {
    if let links = ride?.countLinkWithoutFitnessMachine(), links >= Self.longestLackOfServices {
      return failStart(.noFitnessMachine)
    }
    abandon(.trainer, because: error)
  }

  private mutating func strapLinked(_ characteristics: Set<CharacteristicID>) {
    guard characteristics.contains(.heartRateMeasurement) else {
      return abandon(.heartRate, because: LinkError(.servicesUnresolved, operation: "link"))
    }
    effects.append(.subscribe(.heartRate, .heartRateMeasurement))
  }

  mutating func connectFailed(_ role: DeviceRole, _ error: LinkError) {
    self[role].connectFailed(error, at: now)
    if error.code == .captureEnded { return captureEnded(role, error) }
    switch role {
    case .trainer: trainerNotReached(error)
    case .heartRate: strapNotReached(error)
    }
  }

  private mutating func trainerNotReached(_ error: LinkError) {
    if ride?.starting != nil, error.isRadioGone || error.code == .notAllowed {
      return failStart(.radioUnavailable(error))
    }
    climb(after: error)
  }

  private mutating func strapNotReached(_ error: LinkError) {
    if error.isRadioGone { return awaitRadio(.heartRate) }
    if trainer.isLinked {
      if error.isVain { strap.rest(until: now.advanced(by: rhythm.rest)) }
    } else if error.code == .adapterStuck {
      climb(after: error)
    }
  }

  /// How the strap is asked for beside the trainer's link.
  private var rhythm: AskingRhythm { AskingRhythm(missingFor: now - strap.since) }

  /// Stops asking for a device of which a recording has no more: asking on would bring nothing, in no time at all.
  private mutating func captureEnded(_ role: DeviceRole, _ error: LinkError) {
    self[role].release()
    guard role == .trainer else { return }
    failStart(.radioUnavailable(error))
    finish(.over(.captureEnded))
  }

  mutating func linkLost(_ role: DeviceRole, _ error: LinkError) {
    let (wasLinked, uselessness) = (self[role].isLinked, self[role].uselessness)
    speaking.remove(role)
    self[role].lost(error, at: now)
    silence[role]?.linkLost()
    forgetProofs(of: role)
    ride?.intervals.linkLost(role)
    let signal = signalDBm.removeValue(forKey: role)
    switch role {
    case .trainer:
      control.linkLost()
      ride?.sampler?.trainerLost()
      forgetLegs()
      if wasLinked { note(.trainerLost(error.code), signalDBm: signal) }
      trainerGone(because: "trainer link: \(error.code.rawValue)")
      // A link to a device that could not serve counts as one that could not be made.
      if let uselessness { climb(after: uselessness) }
    case .heartRate:
      if wasLinked { note(.strapLost(error.code), signalDBm: signal) }
    }
    if error.code == .captureEnded { captureEnded(role, error) }
  }

  mutating func subscribed(_ role: DeviceRole, _ characteristic: CharacteristicID, _ error: LinkError?) {
    guard let error else {
      if role == .trainer, characteristic == speech?.spoken.answers { control.subscribed() }
      if characteristic == stream(of: role), self[role].isLinked {
        silence[role, default: SilenceWatch()].subscribed(at: now)
      }
      return
    }
    let isAnswers = role == .trainer && characteristic == speech?.spoken.answers
    guard isAnswers || characteristic == stream(of: role), self[role].isLinked else { return }
    if role == .trainer, error.code == .characteristicMissing { return lacksFitnessMachine(error) }
    abandon(role, because: error.isEndOfLink ? nil : LinkError(.servicesUnresolved, operation: error.operation))
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
  /// Asks for links: one at a time, and the trainer's first.
  mutating func takeTurns() {
    if strap.isAskedEnough(at: now) {
      strap.withdraw(toRestUntil: now.advanced(by: rhythm.rest))
      effects.append(.cancelConnect(.heartRate))
    }
    guard mending == nil else { return }
    if let ride, !ride.isFinishing {
      if trainer.lastError?.code != .captureEnded { trainer.want(at: now) }
      let isTrainerInHand = control.holdsTarget || (ride.pauseCause != nil && trainer.isLinked)
      if ride.order.heartRate != nil, isTrainerInHand, strap.lastError?.code != .captureEnded {
        strap.want(at: now)
      }
    }
    if trainer.state == .wanted {
      if strap.isConnecting {
        strap.turnTaken()
        effects.append(.cancelConnect(.heartRate))
      } else if !strap.holdsTheTurn, let address = ride?.order.trainer.address {
        trainer.turnCame()
        effects.append(.connect(.trainer, address))
      }
    }
    if strap.state == .wanted, !trainer.holdsTheTurn, trainer.state != .wanted,
      let address = ride?.order.heartRate?.address
    {
      strap.turnCame(until: trainer.isLinked ? now.advanced(by: rhythm.asking) : nil)
      effects.append(.connect(.heartRate, address))
    }
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

extension LinkError {
  /// Whether no connection can be asked for before adapter, `bluetoothd` and bus are back.
  fileprivate var isRadioGone: Bool {
    switch code {
    case .adapterMissing, .adapterOff, .serviceMissing: true
    default: false
    }
  }

  /// Whether asking on would change nothing: the device was not heard, or the radio does not listen.
  fileprivate var isVain: Bool {
    switch code {
    case .timedOut, .deviceUnknown, .adapterStuck: true
    default: false
    }
  }

  /// Whether the error only says that the link is ending, or has ended, and nothing about the device.
  fileprivate var isEndOfLink: Bool {
    switch code {
    case .lost, .supervisionTimeout, .closedByPeer, .closedHere, .captureEnded, .cancelled, .adapterStuck: true
    default: isRadioGone
    }
  }
}
