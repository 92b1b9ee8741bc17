import ControlWire
import RideText
import Rides
import TrainerClient

// Requests that several verbs make.
extension DaemonConnection {
  /// Returns the summary of a ride.
  func summary(_ ride: String) throws(ControlError) -> RideSummary {
    var summary: RideSummary?
    try stream(Show(ride: ride)) { part throws(ControlError) in
      summary = part.ride
      return false
    }
    guard let summary else { throw ControlError(.connectionLost) }
    return summary
  }

  /// Returns the summary of a ride if it is among the five newest in the store.
  func summary(ofRide id: Int) throws(ControlError) -> RideSummary? {
    try call(Rides(limit: 5)).rides.first { $0.id == id }
  }

  /// The folder of the rides' files; nil if the daemon does not answer.
  var fileFolder: String? { (try? call(Rides(limit: 1)))?.folder }

  /// The newest ride; nil if there is none, or if the daemon does not answer.
  var lastRide: RideSummary? { (try? call(Rides(limit: 1)))?.rides.first }

  /// Returns a sentence with the records that a ride holds; nil if it holds none, or if they are not known quickly.
  func records(of ride: RideSummary) -> String? {
    guard ride.state == .finished, ride.timerSeconds >= Limits.leastComparedSeconds,
      let list = try? call(Records(quick: true))
    else { return nil }
    return RecordText.held(by: ride.id, list.records)
  }

  /// Returns whether DFA alpha-1 guards a ride.
  func usesAlpha1(_ ride: Int) throws(ControlError) -> Bool {
    try call(Asked(ride: "\(ride)")).request.usesAlpha1
  }

  /// Returns a ride with all its seconds, joined from the parts; trimmed, or whole.
  func show(_ ride: String, whole: Bool = false) throws(ControlError) -> ShownRide {
    var shown: ShownRide?
    try stream(Show(ride: ride, whole: whole)) { part throws(ControlError) in
      shown = ShownRide(ride: part.ride, samples: (shown?.samples ?? []) + part.samples)
      return true
    }
    guard let shown else { throw ControlError(.connectionLost) }
    return shown
  }

  /// Returns the current ride's position in its plan; nil without a plan, or if the daemon does not answer.
  func planStatus(ofRide id: Int) -> PlanStatus? {
    guard let status = try? call(GetStatus()), status.ride?.id == id else { return nil }
    return status.plan
  }

  /// The eased target power with the reason; nil if the target is not eased, or if the daemon does not answer.
  var easedTarget: String? {
    guard let ride = (try? call(GetStatus()))?.ride, ride.easedBy != nil else { return nil }
    return TargetText.held(ride)
  }
}
