import ControlWire
import Rides

extension RidePlan {
  /// The request for a ride like this; for old rides without a stored request it is derived from the intervals.
  var likeness: RideRequest? {
    if let request { return request }
    if let name { return RideRequest(plan: name) }
    guard intervals.count == 1, let interval = intervals.first, case .timer(let seconds) = interval.end else {
      return nil
    }
    let minutes = Double(seconds) / 60
    switch interval.aim {
    case .hold(let watts): return RideRequest(watts: watts, minutes: minutes)
    case .heartRate(let target) where target.zone == 2: return RideRequest(minutes: minutes, zone2: true)
    case .heartRate, .ramp, .free: return nil
    }
  }
}
