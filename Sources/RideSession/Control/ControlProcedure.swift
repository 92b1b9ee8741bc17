package import FitnessGATT

/// A procedure of the Fitness Machine Control Point that a ride uses (FTMS 1.0.1, §4.16.2).
package enum ControlProcedure: Hashable, Sendable {
  case requestControl
  case startOrResume
  case setTargetPower(watts: Int)
  /// A flat road without wind, so that the legs alone decide.
  case setFlatRoad
  case pause
  case stop
  case reset

  package var request: FitnessMachineControlPoint.Request {
    switch self {
    case .requestControl: .requestControl
    case .startOrResume: .startOrResume
    case .setTargetPower(let watts): .set(.power(watts: Int16(clamping: watts)))
    case .setFlatRoad: .set(.indoorBikeSimulation(.flatRoad))
    case .pause: .stopOrPause(.pause)
    case .stop: .stopOrPause(.stop)
    case .reset: .reset
    }
  }
}

/// How a procedure ended.
package enum ControlResult: Hashable, Sendable {
  case success
  /// The trainer says that this client is not in control.
  case notPermitted
  /// The trainer refused, or could not be written to; the text names its result code or ATT error.
  case refused(String)
  /// The trainer took the request and never answered it.
  case unanswered
}
