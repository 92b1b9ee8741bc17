package import Rides

extension TrainerCalls {
  static let plans: [any TrainerCall.Type] = [
    Plans.self, ShowPlan.self, ShowRoute.self, NewPlan.self, AddToPlan.self, RemovePlan.self, UndeletePlan.self,
    RenamePlan.self, CopyPlan.self, ImportPlan.self, ExportPlan.self, SetPlannedWorkouts.self,
    ForgetPlannedWorkouts.self,
  ]
}

/// The plans, by name.
package struct Plans: TrainerCall {
  package static let method = "Plans"
  package static let access = AccessLevel.look
  package typealias Reply = PlanList

  /// Whether to list the workouts from calendars too; absent for no.
  package var all: Bool?
  /// Whether to list the deleted plans instead of the others, the last deleted one first.
  package var deleted: Bool?

  package init(all: Bool? = nil, deleted: Bool? = nil) { (self.all, self.deleted) = (all, deleted) }
}

/// A plan with all its contents.
package struct ShowPlan: TrainerCall {
  package static let method = "ShowPlan"
  package static let access = AccessLevel.look
  package typealias Reply = PlanDetails

  package var name: String

  package init(name: String) { self.name = name }
}

/// The route of a plan.
package struct ShowRoute: TrainerCall {
  package static let method = "ShowRoute"
  package static let access = AccessLevel.look
  package typealias Reply = RouteLine

  package var name: String

  package init(name: String) { self.name = name }
}

/// Creates an empty plan.
package struct NewPlan: TrainerCall {
  package static let method = "NewPlan"
  package static let access = AccessLevel.library
  package typealias Reply = PlanDetails

  package var name: String
  /// The purpose of the plan.
  package var summary: String?

  package init(name: String, summary: String? = nil) {
    self.name = name
    self.summary = summary
  }
}

/// Adds intervals to the end of a plan, or groups the single intervals there.
package struct AddToPlan: TrainerCall {
  package static let method = "AddToPlan"
  package static let access = AccessLevel.library
  package typealias Reply = PlanDetails

  package var name: String
  /// The intervals to add; empty to group the single intervals at the plan's end.
  package var intervals: [PlannedInterval]
  /// The number of repetitions; absent for 1.
  package var repeats: Int?
  /// How many of the last single intervals become the group; absent for all.
  package var last: Int?

  package init(name: String, intervals: [PlannedInterval], repeats: Int? = nil, last: Int? = nil) {
    self.name = name
    self.intervals = intervals
    self.repeats = repeats
    self.last = last
  }
}

/// Deletes a plan, or removes a part of it for good; `UndeletePlan` restores a deleted plan for 30 days.
package struct RemovePlan: TrainerCall {
  package static let method = "RemovePlan"
  package static let access = AccessLevel.library
  package typealias Reply = RemovedPlan

  package var name: String
  /// The number of a group, from 1, in the order of `ShowPlan`; absent for the whole plan.
  package var line: Int?
  /// The number of an interval in that group, from 1; absent for the whole group.
  package var interval: Int?

  package init(name: String, line: Int? = nil, interval: Int? = nil) {
    self.name = name
    self.line = line
    self.interval = interval
  }
}

/// Restores a deleted plan; of several with the same name, the last deleted one.
package struct UndeletePlan: TrainerCall {
  package static let method = "UndeletePlan"
  package static let access = AccessLevel.library
  package typealias Reply = PlanDetails

  package var name: String

  package init(name: String) { self.name = name }
}

package struct RenamePlan: TrainerCall {
  package static let method = "RenamePlan"
  package static let access = AccessLevel.library
  package typealias Reply = PlanDetails

  package var name: String
  package var to: String

  package init(name: String, to: String) {
    self.name = name
    self.to = to
  }
}

/// Copies a plan to an ordinary one with another name.
package struct CopyPlan: TrainerCall {
  package static let method = "CopyPlan"
  package static let access = AccessLevel.library
  package typealias Reply = PlanDetails

  package var name: String
  package var to: String

  package init(name: String, to: String) {
    self.name = name
    self.to = to
  }
}

/// A piece of a workout file, or of a route for a plan; after the last one the plan is stored, completely or not at
/// all.
package struct ImportPlan: PieceCall {
  package static let method = "ImportPlan"
  package static let access = AccessLevel.library
  package typealias Reply = PlanImportProgress

  package var number: Int?
  package var sequence: Int
  package var data: String
  package var last: Bool
  /// The name for the plan, or the plan that a route belongs to; absent for the file's own name.
  package var name: String?
  /// The file's name without folders, for a file that does not name its plan; used in the last piece.
  package var fileName: String?
  /// Whether the plan may replace one with that name; used in the last piece.
  package var replace: Bool?
  /// Whether to drop the file without storing it.
  package var giveUp: Bool?
  /// Whether to check the plan without storing it; used in the last piece.
  package var dryRun: Bool?
  /// Whether a route becomes a plan of its own, to ride it once without a target; used in the last piece.
  package var road: Bool?

  package init(
    number: Int? = nil, sequence: Int = 0, data: String = "", last: Bool = false, name: String? = nil,
    fileName: String? = nil, replace: Bool? = nil, giveUp: Bool? = nil, dryRun: Bool? = nil, road: Bool? = nil
  ) {
    self.number = number
    self.sequence = sequence
    self.data = data
    self.last = last
    self.name = name
    self.fileName = fileName
    self.replace = replace
    self.giveUp = giveUp
    self.dryRun = dryRun
    self.road = road
  }

  package var patience: Duration { .seconds(60) }
  package var dropped: Self? { Self(giveUp: true) }
}

/// A plan as a workout file, in pieces with `more`.
package struct ExportPlan: TrainerCall, StreamedCall {
  package static let method = "ExportPlan"
  package static let access = AccessLevel.library
  package typealias Reply = FilePiece

  package var name: String
  /// `text`, `zwo`, `erg`, `mrc` or `fit`.
  package var format: String

  package init(name: String, format: String) {
    self.name = name
    self.format = format
  }
}

/// The reply to `RemovePlan`.
package struct RemovedPlan: Codable, Hashable, Sendable {
  /// The plan after the call, possibly deleted; absent if it cannot be read.
  package var plan: PlanSummary?

  package init(plan: PlanSummary?) { self.plan = plan }
}

/// The reply to `Plans`, by name.
package struct PlanList: Codable, Hashable, Sendable {
  package var plans: [PlanSummary]
  /// True if there are more plans than fit into the message; else absent.
  package var more: Bool?

  package init(plans: [PlanSummary], more: Bool = false) {
    self.plans = plans
    self.more = more ? true : nil
  }
}

extension PlanImportProgress: PieceReply {}
