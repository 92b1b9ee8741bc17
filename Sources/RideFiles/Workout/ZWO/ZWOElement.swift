/// The elements of a ZWO file that tell something of a plan, in small letters: programs write them in any.
enum ZWOElement: String, XMLVocabulary {
  case workoutFile = "workout_file"
  case workout
  case author
  case name
  /// Some programs' `name`.
  case shortName = "n"
  case description
  case sportType = "sporttype"
  case durationType = "durationtype"
  case thresholdOverride = "ftpoverride"

  case warmup
  case cooldown
  case ramp
  case steadyState = "steadystate"
  /// An old name of `SteadyState`.
  case solidState = "solidstate"
  case intervals = "intervalst"
  case freeRide = "freeride"
  case maxEffort = "maxeffort"
  case restDay = "restday"

  case textEvent = "textevent"
  case textNotification = "textnotification"

  static func covers(namespace: String) -> Bool { true }

  /// Whether it is a step of a workout.
  var isStep: Bool {
    switch self {
    case .warmup, .cooldown, .ramp, .steadyState, .solidState, .intervals, .freeRide, .maxEffort: true
    default: false
    }
  }
}
