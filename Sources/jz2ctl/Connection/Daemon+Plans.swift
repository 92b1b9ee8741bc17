import ControlWire
import RideText

extension Daemon {
  /// Makes, changes or shows a plan: `NewPlan`, `AddToPlan`, `RenamePlan`, `ShowPlan`.
  func plan(by request: ControlRequest) throws(ControlError) -> PlanDetails {
    guard case .plan(let details) = try call(request) else { throw .unexpectedReply }
    return details
  }

  /// A plan as a workout file, put together from its pieces.
  ///
  /// - Throws: `protocolViolated` where a piece is missing or is not Base64.
  func exportPlan(_ name: String, format: String) throws(ControlError) -> ReceivedFile {
    try file(by: .exportPlan(name: name, format: format))
  }

  /// Takes a step in the ride's plan.
  func stepped(_ step: PlanStep) throws(ControlError) -> PlanStatus {
    guard case .stepped(let status) = try call(.step(step)) else { throw .unexpectedReply }
    return status
  }

  /// Where the ride in hand stands in its plan; nil where it has none, or nobody says.
  func planStatus(ofRide id: Int) -> PlanStatus? {
    guard case .status(let status) = try? call(.status), status.ride?.id == id else { return nil }
    return status.plan
  }

  /// What the trainer is asked for, and why that is not what is wanted; nil where it is, or nobody says.
  var easedTarget: String? {
    guard case .status(let status) = try? call(.status), let ride = status.ride, ride.easedBy != nil else { return nil }
    return TargetText.held(ride)
  }
}
