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
    if let gone = ride?.trainerGoneSince, phase == .reconnecting, now - gone >= Ride.shortGap {
      startRamp()
    }
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
    guard role == .trainer, ride?.startToken != nil else { return }
    switch error.code {
    case .adapterMissing, .adapterOff, .serviceMissing, .notAllowed: failStart(.radioUnavailable(error))
    default: break
    }
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
    self[role].lost(error, at: now)
    speaking.remove(role)
    switch role {
    case .trainer:
      control.linkLost()
      ride?.sampler?.trainerLost()
      if wasLinked { note(.trainerLost, error.code.rawValue) }
      trainerGone(because: "trainer link: \(error.code.rawValue)")
    case .heartRate:
      if wasLinked { note(.strapLost, error.code.rawValue) }
    }
    if error.code == .captureEnded { captureEnded(role, error) }
  }

  mutating func subscribed(_ role: DeviceRole, _ characteristic: CharacteristicID, _ error: LinkError?) {
    guard let error else {
      if characteristic == .fitnessMachineControlPoint { control.subscribed() }
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
  private mutating func abandon(_ role: DeviceRole) {
    guard self[role].isLinked else { return }
    self[role].abandon()
    effects.append(.close(role))
  }

  /// One connection in the making at a time, and the trainer's first.
  mutating func takeTurns() {
    if let ride, phase != .finishing {
      if trainer.lastError?.code != .captureEnded { trainer.want(at: now) }
      if ride.order.heartRate != nil, control.acknowledgedWatts != nil, strap.lastError?.code != .captureEnded {
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
      case .idle, .wanted, .resting, .withdrawing, .closing: break
      }
    }
  }
}
