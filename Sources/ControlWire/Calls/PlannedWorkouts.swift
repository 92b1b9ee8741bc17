package import Rides

/// Replaces the workouts that a service plans for some days.
package struct SetPlannedWorkouts: TrainerCall {
  package static let method = "SetPlannedWorkouts"
  package static let access = AccessLevel.all
  package static let isForSync = true
  package typealias Reply = PlannedWorkoutsSet

  /// The service, such as `intervals`.
  package var source: String
  /// The first day, `2026-11-25`.
  package var from: String
  /// The last day.
  package var to: String
  /// All workouts of these days, each key once.
  package var workouts: [PlannedWorkout]

  package init(source: String, from: String, to: String, workouts: [PlannedWorkout]) {
    self.source = source
    self.from = from
    self.to = to
    self.workouts = workouts
  }
}

/// Removes the workouts of a service that is not connected any more.
package struct ForgetPlannedWorkouts: TrainerCall {
  package static let method = "ForgetPlannedWorkouts"
  package static let access = AccessLevel.all
  package static let isForSync = true
  package typealias Reply = PlannedWorkoutsForgotten

  package var source: String

  package init(source: String) { self.source = source }
}

/// A workout that a service plans.
package struct PlannedWorkout: Codable, Hashable, Sendable {
  /// The service's key for it.
  package var key: String
  /// The rider's day for which it is planned, `2026-11-25`.
  package var day: String
  /// Its display name at the service.
  package var name: String
  package var summary: String?
  /// Its intervals; absent if `data` has them.
  package var groups: [PlannedGroup]?
  /// A ZWO file in Base64; used only without groups.
  package var data: String?

  package init(
    key: String, day: String, name: String, summary: String? = nil, groups: [PlannedGroup]? = nil, data: String? = nil
  ) {
    self.key = key
    self.day = day
    self.name = name
    self.summary = summary
    self.groups = groups
    self.data = data
  }
}

/// A planned workout that cannot be converted to a plan.
package struct RefusedWorkout: Codable, Hashable, Sendable {
  package var key: String
  /// Its name at the service.
  package var name: String
  /// The reason for programs; the codes are those of `PlanFault`.
  package var code: String
  /// The reason, as a sentence.
  package var message: String
  /// The remedy, as a sentence.
  package var remedy: String

  package init(key: String, name: String, _ fault: PlanFault) {
    self.key = key
    self.name = name
    code = fault.code.rawValue
    message = fault.explanation(of: name).message
    // The remedies of other plans are for riders that can change the plan here.
    remedy = "Change it in your calendar, then read that: `jz2ctl sync now`."
  }
}

/// The reply to `SetPlannedWorkouts`.
package struct PlannedWorkoutsSet: Codable, Hashable, Sendable {
  /// The number of new or changed workouts.
  package var saved: Int
  /// The number of removed workouts.
  package var removed: Int
  package var refused: [RefusedWorkout]

  package init(saved: Int, removed: Int, refused: [RefusedWorkout] = []) {
    self.saved = saved
    self.removed = removed
    self.refused = refused
  }
}

/// The reply to `ForgetPlannedWorkouts`.
package struct PlannedWorkoutsForgotten: Codable, Hashable, Sendable {
  /// The number of removed workouts.
  package var removed: Int

  package init(removed: Int) { self.removed = removed }
}
