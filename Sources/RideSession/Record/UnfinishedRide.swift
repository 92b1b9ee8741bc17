package import BluetoothLE

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
