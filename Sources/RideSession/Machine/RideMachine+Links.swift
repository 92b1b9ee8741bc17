import BluetoothLE

extension RideMachine {
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
    guard characteristics.isSuperset(of: [.fitnessMachineControlPoint, .indoorBikeData]) else {
      return ride?.startToken != nil ? failStart(.noFitnessMachine) : abandon(.trainer)
    }
    if let gone = ride?.trainerGoneSince, phase == .reconnecting,
      now - gone >= Ride.shortGap || ride?.resumedWithoutTrainer != nil
    {
      startRamp()
    }
    // In a pause no target will say that it is back.
    if phase == .paused { ride?.trainerGoneSince = nil }
    effects.append(.subscribe(.trainer, .fitnessMachineControlPoint))
    learnProfile(characteristics)
    effects.append(.subscribe(.trainer, .indoorBikeData))
    if characteristics.contains(.fitnessMachineStatus) { effects.append(.subscribe(.trainer, .fitnessMachineStatus)) }
  }

  /// Reads what is not known yet; after a drop all of it is.
  private mutating func learnProfile(_ characteristics: Set<CharacteristicID>) {
    var unknown: Set<CharacteristicID> = []
    if profile.takesPowerTargets == nil { unknown.insert(.fitnessMachineFeature) }
    if profile.powerRange == nil { unknown.insert(.supportedPowerRange) }
    profile.awaited = unknown.intersection(characteristics)
    for characteristic in [CharacteristicID.fitnessMachineFeature, .supportedPowerRange]
    where profile.awaited.contains(characteristic) {
      effects.append(.read(.trainer, characteristic))
    }
  }

  private mutating func strapLinked(_ characteristics: Set<CharacteristicID>) {
    guard characteristics.contains(.heartRateMeasurement) else { return abandon(.heartRate) }
    effects.append(.subscribe(.heartRate, .heartRateMeasurement))
  }

  mutating func connectFailed(_ role: DeviceRole, _ error: LinkError) {
    self[role].connectFailed(error, at: now)
    if error.code == .captureEnded { return captureEnded(role, error) }
    guard role == .trainer else {
      if error.isRadioGone { awaitRadio(role) }
      return
    }
    guard ride?.startToken != nil else { return climb(after: error) }
    if error.isRadioGone || error.code == .notAllowed { failStart(.radioUnavailable(error)) }
  }

  /// A recording has no more of a device: asking on would bring nothing, in no time at all.
  private mutating func captureEnded(_ role: DeviceRole, _ error: LinkError) {
    self[role].release()
    guard role == .trainer else { return }
    failStart(.radioUnavailable(error))
    finish(because: "the capture ended")
  }

  mutating func linkLost(_ role: DeviceRole, _ error: LinkError) {
    let wasLinked = self[role].isLinked
    let wasSpeaking = speaking.remove(role) != nil
    self[role].lost(error, at: now)
    silence[role]?.linkLost()
    let signal = signalDBm.removeValue(forKey: role)
    switch role {
    case .trainer:
      control.linkLost()
      ride?.sampler?.trainerLost()
      letGoOfLegs()
      if wasLinked { note(.trainerLost, error.code.rawValue, signalDBm: signal) }
      trainerGone(because: "trainer link: \(error.code.rawValue)")
      // A link that was of no use is one more that could not be made.
      if !wasLinked, !wasSpeaking { climb(after: LinkError(.servicesUnresolved, operation: "link")) }
    case .heartRate:
      if wasLinked { note(.strapLost, error.code.rawValue, signalDBm: signal) }
    }
    if error.code == .captureEnded { captureEnded(role, error) }
  }

  mutating func subscribed(_ role: DeviceRole, _ characteristic: CharacteristicID, _ error: LinkError?) {
    guard let error else {
      if characteristic == .fitnessMachineControlPoint { control.subscribed() }
      if characteristic == role.stream, self[role].isLinked {
        silence[role, default: SilenceWatch()].subscribed(at: now)
      }
      return
    }
    let needed: Set<CharacteristicID> = [.fitnessMachineControlPoint, .indoorBikeData, .heartRateMeasurement]
    guard needed.contains(characteristic) else { return }
    if role == .trainer, ride?.startToken != nil, error.code == .characteristicMissing {
      return failStart(.noFitnessMachine)
    }
    abandon(role)
  }

  /// Gives up a link that cannot serve; the keeper makes a new one.
  mutating func abandon(_ role: DeviceRole) {
    guard self[role].isLinked else { return }
    self[role].abandon()
    effects.append(.close(role))
  }

  /// One connection in the making at a time, and the trainer's first.
  mutating func takeTurns() {
    guard mending == nil else { return }
    if let ride, phase != .finishing {
      if trainer.lastError?.code != .captureEnded { trainer.want(at: now) }
      let isTrainerInHand = control.holdsTarget || (phase == .paused && trainer.isLinked)
      if ride.order.heartRate != nil, isTrainerInHand, strap.lastError?.code != .captureEnded {
        strap.want(at: now)
      }
    }
    if trainer.state == .wanted {
      if strap.state == .connecting {
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
      strap.turnCame()
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
  /// Whether no connection can be asked for before adapter, `bluetoothd` and bus are there again.
  var isRadioGone: Bool {
    switch code {
    case .adapterMissing, .adapterOff, .serviceMissing: true
    default: false
    }
  }
}
