package import BluetoothLE

/// From one process to the next.
extension RideMachine {
  /// The daemon goes down: the ride is left so that a next one can go on with it.
  mutating func suspend(_ token: CommandToken) {
    guard ride != nil else { return refuse(token, .noRide) }
    if phase != .finishing, ride?.startToken == nil { ride?.recordEnd = .suspended }
    end(token, .suspended)
  }

  /// A ride that a former process left goes on, on its own grid.
  mutating func goOn(_ unfinished: UnfinishedRide, _ token: CommandToken) {
    if let ride { return refuse(token, .rideInProgress(id: ride.id)) }
    prepare(Ride(unfinished, at: now))
    let gap: Duration = now - unfinished.start.advanced(by: .seconds(unfinished.totals.elapsedSeconds))
    if unfinished.run.isOver {
      finish(.over(planEndReason))
    } else if gap > Self.longestGap {
      finish(.over(.recovered))
    } else {
      if !unfinished.hasBeginning { noteBeginning(of: unfinished) }
      noteGap(after: unfinished)
      resumePhase(of: unfinished)
    }
    answer(token, .done)
  }

  /// A gap that nobody rides on after; its rows would be more than the rest of the ride's.
  private static let longestGap = Duration.seconds(24 * 3600)

  /// What the process before did not live to keep: without it the first interval would have no lap.
  private mutating func noteBeginning(of unfinished: UnfinishedRide) {
    let interval = unfinished.run.begunInterval.map { RideEvent(at: .zero, kind: $0) }
    effects.append(.append([], [RideEvent(at: .zero, kind: .started)] + (interval.map { [$0] } ?? [])))
  }

  /// The rows that nobody wrote are empty, and say so by being there.
  private mutating func noteGap(after unfinished: UnfinishedRide) {
    let lastRowEnd = Duration.seconds(unfinished.totals.elapsedSeconds)
    effects.append(.append([], [RideEvent(at: lastRowEnd, kind: .interrupted)]))
    endRows(until: now)
    note(.continued)
  }

  private mutating func resumePhase(of unfinished: UnfinishedRide) {
    if unfinished.wasPaused {
      ride?.pausedBy = .rider
      enter(.paused, because: "the ride was paused before")
    } else if unfinished.isAfterReboot {
      // Whoever pulled the plug may have gone to bed.
      ride?.pausedBy = .legs
      enter(.paused, because: "waiting for a pedal stroke after a reboot")
    } else {
      enter(.reconnecting, because: "the ride goes on")
    }
  }
}

/// A ride that a former process left, and that goes on.
package struct UnfinishedRide: Hashable, Sendable {
  package var id: Int
  package var order: RideOrder
  /// Where it stands in its plan, all of its rows taken account of.
  package var run: PlanRun
  /// When the first row began, by this process's ride clock; may lie before its origin.
  package var start: MonotonicInstant
  /// What its rows add up to.
  package var totals: RideTotals
  /// How evenly the devices spoke, as far as that was kept.
  package var intervals: [DeviceRole: IntervalStatistics]
  /// Whether the machine was booted anew: then it goes on with a first pedal stroke, not by itself.
  package var isAfterReboot: Bool
  /// Whether the rider had paused it, which only he ends.
  package var wasPaused: Bool
  /// Whether its beginning is among its events; a process that was killed before its first row may have kept none.
  package var hasBeginning: Bool

  package init(
    id: Int, order: RideOrder, run: PlanRun, start: MonotonicInstant, totals: RideTotals,
    intervals: [DeviceRole: IntervalStatistics] = [:], isAfterReboot: Bool, wasPaused: Bool, hasBeginning: Bool = true
  ) {
    self.id = id
    self.order = order
    self.run = run
    self.start = start
    self.totals = totals
    self.intervals = intervals
    self.isAfterReboot = isAfterReboot
    self.wasPaused = wasPaused
    self.hasBeginning = hasBeginning
  }
}
