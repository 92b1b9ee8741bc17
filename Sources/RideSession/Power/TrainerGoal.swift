import Rides
import Trainers

extension TrainerControl.Goal {
  /// Whether the goal belongs to a ride in progress.
  var isRidden: Bool {
    switch self {
    case .hold, .brake: true
    case .none, .control, .calibrate, .untouched, .paused, .free: false
    }
  }

  var isPause: Bool { if case .paused = self { true } else { false } }
}

extension ControlProcedure {
  init(_ brake: Brake) {
    switch brake {
    case .slope(let percent): self = .setSlope(percent: percent)
    case .resistance(let percent): self = .setResistance(percent: percent)
    }
  }

  var isSpinDown: Bool { self == .startSpinDown || self == .ignoreSpinDown }
  var isPower: Bool { if case .setTargetPower = self { true } else { false } }
}
