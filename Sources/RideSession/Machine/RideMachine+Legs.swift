import BluetoothLE

/// Legs and heart: what they do to the timer and to the target.
extension RideMachine {
  /// The trainer told what is pedalled; `watts` is nil where it told no power.
  mutating func pedalled(_ watts: Double?) {
    guard let isPedalling = evidence.isPedalling else { return }
    ride?.pedalling.saw(isPedalling: isPedalling, at: now)
    if isPedalling { noteStroke() }
    switch phase {
    case .riding:
      confirm(watts, isPedalling: isPedalling)
      spare()
      pauseIfStill()
    case .paused where isPedalling && ride?.pausedBy == .legs && trainer.isLinked: goOnRiding(because: "pedalling")
    case .idle, .connecting, .ready, .paused, .reconnecting, .finishing: break
    }
  }

  /// Nobody has pedalled for long enough: the timer stands, and the brake is let go.
  private mutating func pauseIfStill() {
    guard let limit = rules.autoPause, let stillness = ride?.pedalling.stillness(at: now), stillness >= limit else {
      return
    }
    pause(by: .legs, because: "nobody pedals")
    note(.autoPaused)
  }

  mutating func pause(by cause: PauseCause, because reason: String) {
    ride?.pausedBy = cause
    letGoOfLegs()
    enter(.paused, because: reason)
  }

  /// The timer runs again, as soon as the trainer is there.
  mutating func goOnRiding(because reason: String) {
    ride?.pausedBy = nil
    ride?.pedalling = PedallingWatch()
    ride?.pedalledAt = now
    ride?.power.rise(at: now)
    if trainer.isLinked {
      enter(.riding, because: reason)
    } else {
      ride?.resumedWithoutTrainer = now
      enter(.reconnecting, because: "\(reason), without the trainer")
    }
    note(.resumed)
  }

  /// What was known of the legs counts no more.
  mutating func letGoOfLegs() {
    ride?.pedalling.lostSight()
    ride?.power.forgetLegs()
  }

  private mutating func confirm(_ watts: Double?, isPedalling: Bool) {
    guard control.measured(watts: watts, isPedalling: isPedalling, at: now) else { return }
    if control.confirmation.failures == 2, let watts = control.acknowledgedWatts { note(.unconfirmed(watts: watts)) }
  }

  private mutating func spare() {
    guard let rpm = evidence.believedRpm(at: now), let watts = evidence.watts(at: now) else { return }
    switch ride?.power.saw(rpm: rpm, watts: watts, at: now) {
    case .released(let floorWatts): note(.released(floorWatts: floorWatts))
    case .restored: note(.restored)
    case nil: break
    }
  }

  /// A heart rate came from a strap that has contact.
  mutating func heartBeats(_ beatsPerMinute: Int) {
    guard phase == .riding, ride?.power.heard(beatsPerMinute: beatsPerMinute, at: now) == true else { return }
    note(.eased(watts: ride?.power.allowedWatts))
  }
}
