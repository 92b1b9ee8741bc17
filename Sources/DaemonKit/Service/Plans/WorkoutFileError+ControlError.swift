import ControlWire
import RideFiles
import RideSession

extension ControlError {
  /// Why a workout file cannot be taken, or a plan not be written as one; `file` is the file's name, or the plan's.
  init(_ error: WorkoutFileError, file: String?) {
    self.init(.badPlan, subject: file, detail: PlanFault(error).text)
  }
}

extension PlanFault {
  init(_ error: WorkoutFileError) {
    if let plan = error.plan {
      self.init(plan, line: error.line)
    } else {
      self.init(Code(error.code), line: error.line, interval: error.interval, detail: error.detail)
    }
  }
}

extension PlanFault.Code {
  fileprivate init(_ code: WorkoutFileError.Code) {
    self =
      switch code {
      case .notText: .notText
      case .malformed, .badPlan: .malformed
      case .forbidden: .forbidden
      case .unknownWord: .unknownWord
      case .notExpressible: .notExpressible
      case .tooLarge: .tooLarge
      case .noIntervals: .empty
      case .needsThreshold: .formatWantsThreshold
      case .unsupported: .unsupported
      }
  }
}
