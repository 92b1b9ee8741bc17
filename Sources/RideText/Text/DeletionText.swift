package import ControlWire

/// The questions and answers when a ride or a plan is deleted.
package enum DeletionText {
  /// Asks for a confirmation: `Delete ride 12 from 2026-11-21 07:45 (1:00:00, 149 W)?`.
  package static func question(_ ride: RideSummary, forGood: Bool = false, time: LocalTime) -> String {
    let figures = ["\(ClockTime(ride.timerSeconds))", Figure.watts(ride.averageWatts)].compactMap(\.self)
    let name = "\(ride.id)\(ride.title.map { " \($0.printable)" } ?? "")"
    let (start, length) = (time.text(ride.start), figures.joined(separator: ", "))
    return forGood
      ? String(localized: "Delete ride \(name) from \(start) (\(length)) for good?")
      : String(localized: "Delete ride \(name) from \(start) (\(length))?")
  }

  /// Asks for a confirmation: `Delete the plan mix (11 intervals, 14:00 and more)?`.
  ///
  /// `name` is the typed name; `plan` is nil for a plan that cannot be read.
  package static func question(plan name: String, _ plan: PlanSummary?) -> String {
    let figures = plan.map { [PlanOverview.count($0.intervals), PlanOverview.time($0)].compactMap(\.self) } ?? []
    let name = (plan?.name ?? name).printable
    guard !figures.isEmpty else { return String(localized: "Delete the plan \(name)?") }
    return String(localized: "Delete the plan \(name) (\(figures.joined(separator: ", ")))?")
  }

  /// Confirms that a ride was deleted.
  package static func deleted(_ ride: RideSummary, time: LocalTime) -> String {
    let restoring = restoring("undo \(ride.id)", until: ride.deletedUntil, time)
    return String(localized: "Deleted ride \(ride.id); \(restoring)")
  }

  /// Reports that a ride was deleted earlier.
  package static func already(_ ride: RideSummary, time: LocalTime) -> String {
    let restoring = restoring("undo \(ride.id)", until: ride.deletedUntil, time)
    return String(localized: "Ride \(ride.id) is already deleted; \(restoring)")
  }

  /// Confirms that a plan was deleted; `plan` is nil for one that cannot be read.
  package static func deleted(plan name: String, _ plan: PlanSummary?, time: LocalTime) -> String {
    let name = plan?.name ?? name
    return String(localized: "Deleted the plan \(name.printable); \(restoring(plan: name, plan, time))")
  }

  /// Reports that a plan was deleted earlier.
  package static func already(_ plan: PlanSummary, time: LocalTime) -> String {
    let restoring = restoring(plan: plan.name, plan, time)
    return String(localized: "The plan \(plan.name.printable) is already deleted; \(restoring)")
  }

  /// Confirms that a line of a plan was deleted.
  package static func deleted(line: String, ofPlan name: String) -> String {
    String(localized: "Deleted line \(line) of the plan \(name.printable).")
  }

  /// Returns the command that restores a deleted plan: `undo 'Over under'`.
  package static func undo(plan name: String) -> String {
    // A number alone names a ride.
    let option = Int(name) == nil ? "" : "--plan "
    return "undo \(option)\(name.printable.shellWord)"
  }

  private static func restoring(plan name: String, _ plan: PlanSummary?, _ time: LocalTime) -> String {
    restoring(undo(plan: name), until: plan?.deletedUntil, time)
  }

  private static func restoring(_ verb: String, until limit: String?, _ time: LocalTime) -> String {
    limit.map { String(localized: "`jz2ctl \(verb)` restores it, until \(time.text($0)).") }
      ?? String(localized: "`jz2ctl \(verb)` restores it.")
  }
}
