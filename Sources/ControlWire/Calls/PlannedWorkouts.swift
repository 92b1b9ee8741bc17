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

/// Forgets the workouts of a service that is not connected any more.
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
  /// The service's name for it.
  package var key: String
  /// The day of the rider that it is planned for, `2026-11-25`.
  package var day: String
  /// Its name there, for people.
  package var name: String
  package var summary: String?
  /// Its intervals; absent for those of `data`.
  package var groups: [PlannedGroup]?
  /// A ZWO file in Base64; it counts where there are no groups.
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

/// A planned workout that cannot be a plan.
package struct RefusedWorkout: Codable, Hashable, Sendable {
  package var key: String
  /// Its name, as the service has it.
  package var name: String
  /// The reason for programs; the codes are those of `PlanFault`.
  package var code: String
  /// The reason, in a sentence.
  package var message: String
  /// The remedy, in a sentence.
  package var remedy: String

  package init(key: String, name: String, _ fault: PlanFault) {
    self.key = key
    self.name = name
    code = fault.code.rawValue
    message = fault.sentence(of: name).message
    // The remedies of plans are for those who can change them here.
    remedy = "Change it in your calendar, then read that: `jz2ctl sync now`."
  }
}

/// The answer to `SetPlannedWorkouts`.
package struct PlannedWorkoutsSet: Codable, Hashable, Sendable {
  /// How many are new, or different from before.
  package var saved: Int
  /// How many are gone.
  package var removed: Int
  package var refused: [RefusedWorkout]

  package init(saved: Int, removed: Int, refused: [RefusedWorkout] = []) {
    self.saved = saved
    self.removed = removed
    self.refused = refused
  }
}

/// The answer to `ForgetPlannedWorkouts`.
package struct PlannedWorkoutsForgotten: Codable, Hashable, Sendable {
  /// How many are gone.
  package var removed: Int

  package init(removed: Int) { self.removed = removed }
}
