package import BluetoothLE
package import Rides

/// A ride that a previous process left, to be resumed.
package struct UnfinishedRide: Hashable, Sendable {
  package var id: Int
  package var order: RideOrder
  /// The run through the workout, up to the last row.
  package var run: PlanRun
  /// The start of the first row on this process's ride clock.
  ///
  /// It may be before the clock's origin.
  package var start: MonotonicInstant
  /// The totals of the rows.
  package var totals: RideTotals
  /// The lap in progress.
  package var lap: LapInHand
  /// The figures by the power of the rows.
  package var effort: EffortInHand
  /// The intervals between the devices' notifications, as far as they were stored.
  package var intervals: [DeviceRole: IntervalStatistics]
  /// Whether the machine was rebooted.
  ///
  /// The ride then continues with the first pedal stroke, not by itself.
  package var isAfterReboot: Bool
  /// Whether the rider had paused the ride.
  ///
  /// Only `resume` ends that pause.
  package var wasPaused: Bool
  /// Whether the beginning is among its events.
  ///
  /// A process that was killed before the first row may not have stored it.
  package var hasBeginning: Bool

  package init(
    id: Int, order: RideOrder, run: PlanRun, start: MonotonicInstant, totals: RideTotals,
    lap: LapInHand = LapInHand(), effort: EffortInHand? = nil, intervals: [DeviceRole: IntervalStatistics] = [:],
    isAfterReboot: Bool,
    wasPaused: Bool, hasBeginning: Bool = true
  ) {
    self.id = id
    self.order = order
    self.run = run
    self.start = start
    self.totals = totals
    self.lap = lap
    self.effort = effort ?? EffortInHand(order)
    self.intervals = intervals
    self.isAfterReboot = isAfterReboot
    self.wasPaused = wasPaused
    self.hasBeginning = hasBeginning
  }
}

extension RideMachine {
  /// The gap after which no rider continues.
  ///
  /// Its rows would outnumber the rest of the ride's.
  private static let longestGap = Duration.seconds(24 * 3600)

  /// Resumes a ride of a previous process on its own grid of rows.
  mutating func resume(_ unfinished: UnfinishedRide, _ token: CommandToken) {
    if let ride { return refuse(token, .rideInProgress(id: ride.id)) }
    takeUp(Ride(unfinished, at: now))
    let gapStart = unfinished.start.advanced(by: .seconds(unfinished.totals.elapsedSeconds))
    ride?.absence.began(at: gapStart)
    if unfinished.run.isOver {
      finish(.over(workoutEndReason))
    } else if now - gapStart > Self.longestGap {
      finish(.over(.recovered))
    } else {
      if !unfinished.hasBeginning { noteBeginning(of: unfinished) }
      noteGap(after: unfinished)
      enterStage(of: unfinished, stoppedAt: gapStart)
    }
    answer(token, .done)
  }

  /// Adds the events that the previous process could not store.
  ///
  /// Without them, the first interval would have no lap.
  private mutating func noteBeginning(of unfinished: UnfinishedRide) {
    let kinds = [.started, unfinished.run.begunInterval].compactMap(\.self)
    let events = kinds.map { RideEvent(at: .zero, kind: $0) }
    for event in events { ride?.lap.take(event) }
    effects.append(.append([], events))
  }

  /// Adds the missing rows, which are empty and so mark the gap.
  private mutating func noteGap(after unfinished: UnfinishedRide) {
    let lastRowEnd = Duration.seconds(unfinished.totals.elapsedSeconds)
    effects.append(.append([], [RideEvent(at: lastRowEnd, kind: .interrupted)]))
    endRows(until: now)
    note(.continued)
  }

  private mutating func enterStage(of unfinished: UnfinishedRide, stoppedAt: MonotonicInstant) {
    if unfinished.wasPaused {
      enter(.paused(by: .rider, stoppedAt: stoppedAt), because: "the ride was paused before")
    } else if unfinished.isAfterReboot {
      // The rider may have pulled the plug and gone to bed.
      enter(.paused(by: .legs, stoppedAt: stoppedAt), because: "waiting for a pedal stroke after a reboot")
    } else {
      enter(.reconnecting(stoppedAt: stoppedAt), because: "the ride goes on")
    }
  }
}
