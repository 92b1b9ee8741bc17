// Calls that change the plan while it is ridden.

extension TrainerCalls {
  static let steps: [any TrainerCall.Type] = [Done.self, Skip.self, Back.self, Extend.self, Bias.self, Label.self]
}

/// Ends the interval that waits for this call: its activity is done.
package struct Done: TrainerCall {
  package static let method = "Done"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  package init() {}
}

/// Goes on to the next interval; from the last, to the end.
package struct Skip: TrainerCall {
  package static let method = "Skip"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  package init() {}
}

/// Goes to the beginning of the interval; in its first five seconds, to that of the one before.
package struct Back: TrainerCall {
  package static let method = "Back"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  package init() {}
}

/// Makes the interval longer, or shorter by a negative number: exactly one of `seconds` and `meters`, as it is measured.
package struct Extend: TrainerCall {
  package static let method = "Extend"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  /// Of an interval that ends by the timer.
  package var seconds: Int?
  /// Of an interval that ends by distance.
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
  /// How much more or less than now, in percent.
  package var change: Int?

  package init(percent: Int? = nil, change: Int? = nil) {
    self.percent = percent
    self.change = change
  }
}

/// Gives the interval another label.
package struct Label: TrainerCall {
  package static let method = "Label"
  package static let access = AccessLevel.ride
  package typealias Reply = StepTaken

  package var text: String

  package init(text: String) { self.text = text }
}

/// The answer to a step: the ride's position in its plan.
package struct StepTaken: Codable, Hashable, Sendable {
  package var plan: PlanStatus

  package init(plan: PlanStatus) { self.plan = plan }
}
