import BluetoothLE

/// The only writer of the phase.
extension RideMachine {
  mutating func enter(_ next: RidePhase, because reason: String) {
    guard next != phase else { return }
    effects.append(.phaseChanged(from: phase, to: next, reason: reason))
    if phase == .riding { ride?.stoodSince = now }
    phase = next
    guard next == .riding, let since = ride?.stoodSince else { return }
    ride?.run.resumed(afterSeconds: Int((now - since).components.seconds))
    ride?.stoodSince = nil
  }

  /// The target is acknowledged: the ride is ready, or goes on.
  mutating func trainerHolds() {
    guard let ride else { return }
    switch phase {
    case .connecting:
      enter(.ready, because: "target acknowledged")
      if ride.id == nil { effects.append(.openRecord(ride.order, targetWatts: targetWatts ?? 0)) }
    case .reconnecting:
      enter(.riding, because: "target restored")
      note(.trainerRestored)
    case .idle, .ready, .riding, .paused, .finishing: break
    }
    self.ride?.trainerGoneSince = nil
    self.ride?.resumedWithoutTrainer = nil
  }

  /// The first pedal stroke.
  mutating func firstStroke() {
    guard phase == .ready, let ride, ride.id != nil, control.holdsTarget else { return }
    let start = now.advanced(by: .zero - Ride.gridLead)
    self.ride?.sampler = Sampler(start: start, riderKilograms: ride.order.riderKilograms)
    effects.append(.startRecord(start))
    note(.started)
    noteInterval()
    // Watts that the heart steers have a beginning of their own.
    if ride.run.progress.steering == nil { startRamp() }
    enter(.riding, because: "first pedal stroke")
  }

  /// The trainer is gone, or no longer in our control.
  mutating func trainerGone(because reason: String) {
    guard ride != nil else { return }
    if ride?.trainerGoneSince == nil { ride?.trainerGoneSince = now }
    switch phase {
    case .riding: enter(.reconnecting, because: reason)
    case .ready: enter(.connecting, because: reason)
    case .idle, .connecting, .paused, .reconnecting, .finishing: break
    }
  }

  mutating func finish(because reason: String) {
    guard ride != nil, phase != .finishing else { return }
    if ride?.recordEnd != .suspended { note(.ended, reason) }
    ride?.freeBy = now.advanced(by: Ride.freeingTime)
    enter(.finishing, because: reason)
  }

  /// Keeps an event beside the rows; before the first row and after the last there is nothing to keep it beside.
  mutating func note(_ kind: RideEvent.Kind, _ detail: String? = nil, signalDBm: Int? = nil) {
    guard let ride, !ride.isClosingRecord, let start = ride.sampler?.start else { return }
    effects.append(.append([], [RideEvent(at: now - start, kind: kind, detail: detail, signalDBm: signalDBm)]))
  }
}
