import ControlWire
import RideText
import Rides
import TrainerClient

// What several verbs ask for.
extension DaemonConnection {
  /// A ride in figures.
  func summary(_ ride: String) throws(ControlError) -> RideSummary {
    var summary: RideSummary?
    try stream(Show(ride: ride)) { part throws(ControlError) in
      summary = part.ride
      return false
    }
    guard let summary else { throw ControlError(.connectionLost) }
    return summary
  }

  /// A ride in figures, if it is among the newest in the store.
  func summary(ofRide id: Int) throws(ControlError) -> RideSummary? {
    try call(Rides(limit: 5)).rides.first { $0.id == id }
  }

  /// The folder of the rides' files; nil if the daemon does not answer.
  var fileFolder: String? { (try? call(Rides(limit: 1)))?.folder }

  /// The newest ride; nil if there is none, or if the daemon does not answer.
  var lastRide: RideSummary? { (try? call(Rides(limit: 1)))?.rides.first }

  /// The records that a ride holds, in a sentence; nil if it holds none, and if that is not known quickly.
  func records(of ride: RideSummary) -> String? {
    guard ride.state == .finished, ride.timerSeconds >= Limits.leastComparedSeconds,
      let list = try? call(Records(quick: true))
    else { return nil }
    return RecordText.held(by: ride.id, list.records)
  }

  /// A ride and all its seconds, put together from the parts; as it is trimmed, or whole.
  func show(_ ride: String, whole: Bool = false) throws(ControlError) -> ShownRide {
    var shown: ShownRide?
    try stream(Show(ride: ride, whole: whole)) { part throws(ControlError) in
      shown = ShownRide(ride: part.ride, samples: (shown?.samples ?? []) + part.samples)
      return true
    }
    guard let shown else { throw ControlError(.connectionLost) }
    return shown
  }

  /// Where the ride in hand stands in its plan; nil if it has none, or if the daemon does not answer.
  func planStatus(ofRide id: Int) -> PlanStatus? {
    guard let status = try? call(GetStatus()), status.ride?.id == id else { return nil }
    return status.plan
  }

  /// The power asked of the trainer, and why it is not the wanted one; nil if it is, or if the daemon does not answer.
  var easedTarget: String? {
    guard let ride = (try? call(GetStatus()))?.ride, ride.easedBy != nil else { return nil }
    return TargetText.held(ride)
  }
}
