import BluetoothLE
import Rides

/// The rows, one a second, and the data that is stored with them.
extension RideMachine {
  /// The number of workout events that are kept for clients that look late.
  private static let rememberedEvents = 20
  /// The length of a pause for which rows are written.
  private static let writtenPause = Duration.seconds(3600)

  /// Closes all rows that are over.
  ///
  /// The row that completes the workout is the last one.
  mutating func endRows(until instant: MonotonicInstant) {
    while phase != .finishing, let rowEnd = ride?.sampler?.rowEnd, rowEnd <= instant {
      stopTimerIfSilent(by: rowEnd)
      tick(to: rowEnd)
      estimateAlpha1()
      let timerRunning = phase == .riding
      let (beats, measured) = (beatsPerMinute(at: rowEnd), sensorValues(at: rowEnd))
      let slope = ride?.run.roadSlopePercent
      let sample = ride?.sampler?.endRow(
        timerRunning: timerRunning, targetWatts: control.acknowledgedDemandWatts,
        beatsPerMinute: beats, sensors: measured, slopePercent: slope)
      guard var sample else { return }
      sample.alpha1 = ride?.alpha1.latest?.value
      let metersBefore = ride?.totals.distanceMeters
      sample.position = ride?.run.position(after: sample, metersBefore: metersBefore)
      sample.altitudeMeters = ride?.run.altitude(after: sample, metersBefore: metersBefore)
      noteBrake()
      steerResistance(by: sample)
      ride?.totals.add(sample)
      ride?.lap.add(sample)
      addEffort(sample)
      if isPauseLong { ride?.unwrittenRows += 1 } else { record(sample) }
      setFanSpeed(for: sample)
      if sample.timerRunning { advanceWorkout(by: sample, metersBefore: metersBefore) }
    }
  }

  /// Whether the pause is so long that its rows are no longer written.
  private var isPauseLong: Bool {
    guard case .paused(_, let stoppedAt) = ride?.stage else { return false }
    return now - stoppedAt > Self.writtenPause
  }

  /// Writes the rows of a long pause as empty rows, so that the ride's rows have no hole.
  mutating func writeHeldRows() {
    guard let ride, ride.unwrittenRows > 0, let second = ride.sampler?.second else { return }
    self.ride?.unwrittenRows = 0
    let meters = ride.totals.distanceMeters
    let rows = (second - ride.unwrittenRows..<second).map {
      RideSample(second: $0, timerRunning: false, distanceMeters: meters)
    }
    effects.append(.append(rows, []))
  }

  /// Stores a row, in one batch with the rows of the same moment.
  private mutating func record(_ sample: RideSample) {
    guard case .append(var samples, let events)? = effects.last else { return effects.append(.append([sample], [])) }
    // Removed first, so that the rows of a long gap are not copied for each of them.
    effects.removeLast()
    samples.append(sample)
    effects.append(.append(samples, events))
  }

  /// Stores an event with the rows.
  ///
  /// Before the first row and after the last one, the event is dropped.
  mutating func note(_ kind: RideEvent.Kind, signalDBm: Int? = nil) {
    guard let ride, !ride.isClosingRecord, let start = ride.sampler?.start else { return }
    let event = RideEvent(at: now - start, kind: kind, signalDBm: signalDBm)
    self.ride?.lap.take(event)
    effects.append(.append([], [event]))
  }

  mutating func recordOpened(_ id: Int) {
    guard ride?.isOpening == true else { return }
    ride?.isOpening = false
    ride?.id = id
    guard let ride, let starting = ride.starting else { return }
    self.ride?.startAnswered()
    let unheld = ride.power.reportedWatts.flatMap(ride.run.plan.firstUnheld)
    answer(starting.token, .started(ride.power.taken, figures(of: ride, at: now), unheld: unheld))
  }
}

// MARK: - The workout

extension RideMachine {
  /// Advances the workout by a row of timer time.
  private mutating func advanceWorkout(by sample: RideSample, metersBefore: Double?) {
    let most = ride?.power.steeringLimit
    switch ride?.run.heartRate(sample.beatsPerMinute, mostWatts: most) {
    case .eased(let watts): note(.steeringEased(watts: watts))
    case .returned: note(.steeringReturned)
    case .froze, nil: break
    }
    let meters = sample.distanceMeters.map { $0 - (metersBefore ?? 0) } ?? 0
    let hasGivenUp = giveUp(in: sample)
    let ended = ride?.run.rowEnded(meters: meters, watts: sample.powerWatts, second: sample.second + 1)
    if hasGivenUp, ended == nil { return endRamp() }
    if hasGivenUp { ride?.run.leaveTest() }
    if let ended { intervalEnded(ended) }
  }

  mutating func intervalEnded(_ ended: ExpiredInterval) {
    guard let run = ride?.run else { return }
    if run.beginsToSteer(after: ended) { ride?.power.steeringBegan() }
    if run.plan.intervals.count > 1 { note(.intervalEnded(number: ended.number, by: ended.trigger)) }
    noteInterval()
    publish(PlanNews(kind: run.isOver ? .planEnded : .intervalEnded, interval: ended, next: run.current))
    guard run.isOver else { return }
    if run.plan.isMoreThanSteady { note(.planEnded) }
    finish(.over(workoutEndReason))
  }

  /// Stores the beginning of an interval.
  ///
  /// A workout of one interval is not divided.
  mutating func noteInterval() {
    if let begun = ride?.run.begunInterval { note(begun) }
  }

  /// The reason why a completed workout ends the ride.
  var workoutEndReason: RideEvent.EndReason { ride?.run.plan.timerSeconds == nil ? .plan : .time }

  private mutating func publish(_ news: PlanNews) {
    guard ride?.run.plan.isMoreThanSteady == true else { return }
    let event = PlanEvent(serial: (planEvents.last?.serial ?? 0) + 1, news: news)
    planEvents = (planEvents + [event]).suffix(Self.rememberedEvents)
    effects.append(.planHappened(event))
  }

  /// Stores the progress if the rows alone would not show it.
  mutating func keepProgress() {
    guard let ride, ride.id != nil, ride.sampler != nil, !ride.isClosingRecord else { return }
    let milestone = ride.run.progress.milestone
    guard milestone != ride.kept else { return }
    self.ride?.kept = milestone
    effects.append(.keep(ride.run.progress, askedWatts: ride.run.watts))
  }
}

extension PlanRun {
  /// The event of the beginning of the present interval; nil in a workout of one interval, and after the last interval.
  var begunInterval: RideEvent.Kind? {
    guard plan.intervals.count > 1, !isOver else { return nil }
    return .interval(number: progress.index + 1, label: label(at: progress.index))
  }
}

extension ExpiredInterval {
  /// The trigger of the interval's end, for its event.
  fileprivate var trigger: RideEvent.Trigger {
    switch (outcome, end) {
    case (.skipped, _): .skipped
    case (.left, _): .left
    case (.expired, .timer): .timer
    case (.expired, .distance): .distance
    case (.expired, .location): .location
    case (.expired, .activity): .activity
    }
  }
}

// MARK: - The intervals between notifications

extension RideMachine {
  /// Handles a notification for the interval statistics, if the rows of the ride have begun.
  mutating func timeInterval(_ role: DeviceRole, _ characteristic: CharacteristicID) {
    guard characteristic == stream(of: role), ride?.sampler != nil else { return }
    ride?.intervals.receive(role, at: now)
  }

  /// Stores the interval statistics every minute and at the end.
  ///
  /// So a process that is killed loses at most one minute.
  mutating func keepIntervals(isEnd: Bool = false) {
    guard let ride, ride.sampler != nil, !ride.isClosingRecord, isEnd || ride.id != nil else { return }
    let minute = isEnd ? nil : ride.totals.elapsedSeconds / 60
    guard let news = self.ride?.intervals.news(inMinute: minute) else { return }
    effects.append(.keepIntervals(news))
  }
}
