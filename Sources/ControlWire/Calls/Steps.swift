package import Rides

// Calls that change the plan while it is ridden, or show it.

extension TrainerCalls {
  static let steps: [any TrainerCall.Type] = [
    Done.self, Skip.self, Back.self, Extend.self, Bias.self, Label.self, GetIntervals.self,
  ]
}

/// Ends the interval that waits for this call: its activity is done.
package struct Done: TrainerCall {
  package static let method = "Done"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  /// The number of the interval that the rider saw; nil for whichever is ridden.
  package var interval: Int?

  package init(interval: Int? = nil) { self.interval = interval }
}

/// Skips to the next interval; from the last one, to the end.
package struct Skip: TrainerCall {
  package static let method = "Skip"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  /// The number of the interval that the rider saw; nil for whichever is ridden.
  package var interval: Int?

  package init(interval: Int? = nil) { self.interval = interval }
}

/// Goes to the beginning of the interval; in its first five seconds, to that of the previous one.
package struct Back: TrainerCall {
  package static let method = "Back"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  /// The number of the interval that the rider saw; nil for whichever is ridden.
  package var interval: Int?

  package init(interval: Int? = nil) { self.interval = interval }
}

/// Extends the interval, or shortens it by a negative number: exactly one of `seconds` and `meters`, in the interval's
/// measure.
package struct Extend: TrainerCall {
  package static let method = "Extend"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  /// For an interval that ends by the timer.
  package var seconds: Int?
  /// For an interval that ends by distance.
  package var meters: Double?

  package init(seconds: Int? = nil, meters: Double? = nil) {
    self.seconds = seconds
    self.meters = meters
  }
}

/// Raises or lowers all watts of the plan: exactly one of `percent` and `change`.
package struct Bias: TrainerCall {
  package static let method = "Bias"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  /// The bias, in percent.
  package var percent: Int?
  /// The change of the bias, in percent.
  package var change: Int?

  package init(percent: Int? = nil, change: Int? = nil) {
    self.percent = percent
    self.change = change
  }
}

/// Changes the interval's label.
package struct Label: TrainerCall {
  package static let method = "Label"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  package var text: String

  package init(text: String) { self.text = text }
}

/// The reply to a step: the ride's position in its plan.
package struct StepTaken: Codable, Hashable, Sendable {
  package var plan: PlanStatus

  package init(plan: PlanStatus) { self.plan = plan }
}

/// Every interval of the current plan, as it was or will be ridden: the method `Intervals`.
package struct GetIntervals: TrainerCall {
  package static let method = "Intervals"
  package static let access = AccessLevel.look
  package typealias Reply = IntervalList

  /// The first interval in the reply, from 1; absent for the plan's first one.
  package var from: Int?

  package init(from: Int? = nil) { self.from = from }
}

/// The reply to `Intervals`; a steady ride is one interval.
package struct IntervalList: Codable, Hashable, Sendable {
  /// The ride's number.
  package var ride: Int
  /// The intervals: finished ones without anything left to ride, the current one, and the others as planned.
  package var intervals: [IntervalStatus]
  /// True if there are later intervals that do not fit into the message; else absent.
  package var more: Bool?

  package init(ride: Int, intervals: [IntervalStatus], more: Bool = false) {
    self.ride = ride
    self.intervals = intervals
    self.more = more ? true : nil
  }
}
