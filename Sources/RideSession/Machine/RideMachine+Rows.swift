import BluetoothLE

/// The 1 Hz grid, and the end.
extension RideMachine {
  /// Closes every row that is over; the timer ends with the row that fulfils it.
  mutating func endRows(until instant: MonotonicInstant) {
    while phase != .finishing, let rowEnd = ride?.sampler?.rowEnd, rowEnd <= instant {
      tick(to: rowEnd)
      estimateAlpha1()
      let sample = ride?.sampler?.endRow(
        timerRunning: phase == .riding, targetWatts: control.acknowledgedWatts,
        beatsPerMinute: live.beatsPerMinute.value(at: rowEnd))
      guard var sample else { return }
      sample.alpha1 = ride?.alpha1Estimate?.alpha1
      let metersBefore = ride?.totals.distanceMeters
      ride?.totals.add(sample)
      record(sample)
      if sample.timerRunning { ridePlan(sample, metersBefore: metersBefore) }
    }
  }

  /// Keeps a row, in one batch with those of the same moment.
  private mutating func record(_ sample: RideSample) {
    guard case .append(var samples, let events)? = effects.last else { return effects.append(.append([sample], [])) }
    // Taken out first, so that the rows of a long gap are not copied for each of them.
    effects.removeLast()
    samples.append(sample)
    effects.append(.append(samples, events))
  }

  mutating func recordOpened(_ id: Int) {
    ride?.id = id
    guard let ride, let token = ride.startToken else { return }
    self.ride?.startToken = nil
    let unheld = ride.power.holdableWatts.flatMap(ride.run.plan.firstUnheld)
    answer(token, .started(ride.power.taken, figures(of: ride), unheld: unheld))
  }

  /// The trainer is free, or cannot be freed: lets the links go and has the ride written.
  mutating func finishIfFree() {
    guard phase == .finishing, let ride, !ride.isClosingRecord else { return }
    let outOfTime = ride.freeBy.map { $0 <= now } ?? true
    guard !trainer.isLinked || control.isSettled || outOfTime else { return }
    keepIntervals(isEnd: true)
    self.ride?.isClosingRecord = true
    self.ride?.freeBy = nil
    releaseLinks()
    // A suspended ride may go on with its first row.
    let isKept = ride.hasRows || ride.recordEnd == .suspended
    effects.append(.closeRecord(start: isKept ? ride.sampler?.start : nil, ride.recordEnd))
  }

  mutating func recordClosed(isStored: Bool) {
    guard let ride, ride.isClosingRecord else { return }
    for token in ride.stopTokens { answer(token, .stopped(rideID: ride.hasRows ? ride.id : nil)) }
    for token in ride.targetTokens { refuse(token, .noRide) }
    self.ride = nil
    control = TrainerControl()
    enter(.idle, because: isStored ? "the ride is written" : "the ride is over and waits in memory")
  }
}

extension RideMachine {
  /// Takes account of a notification that came on a link of a ride whose rows have begun.
  mutating func timeInterval(_ role: DeviceRole, _ characteristic: CharacteristicID) {
    guard characteristic == role.stream, ride?.sampler != nil else { return }
    ride?.intervals.heard(role, at: now)
  }

  /// Keeps what the intervals come to: every minute, so that a process that is killed takes no more than one with it,
  /// and at the end.
  mutating func keepIntervals(isEnd: Bool = false) {
    guard let ride, ride.sampler != nil, !ride.isClosingRecord, isEnd || ride.id != nil else { return }
    let minute = isEnd ? nil : ride.totals.elapsedSeconds / 60
    guard let news = self.ride?.intervals.news(inMinute: minute) else { return }
    effects.append(.keepIntervals(news))
  }
}
