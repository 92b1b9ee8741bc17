import ControlWire
import Rides

extension RidePlan {
  /// The request for such a ride; of rides before requests were kept, what the intervals tell.
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
