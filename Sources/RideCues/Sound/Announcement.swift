package import ControlWire
package import Rides

/// An announcement to the rider.
package enum Announcement: Hashable, Sendable {
  /// The trainer is connected, and waits for the first pedal stroke.
  case ready
  /// A steady ride starts: its length and its target; nil where either is open.
  case begun(seconds: Int?, watts: Int?)
  /// An interval starts, with its target power including the bias; for a ramp, also the power at its end.
  case interval(IntervalStatus, watts: Int?, toWatts: Int?)
  /// A text cue of the plan.
  case cue(String)
  /// A button changed the target.
  case target(watts: Int)
  /// The rider paused the ride.
  case paused
  /// The ride paused because the pedals stand still.
  case pausedByItself
  /// The ride resumed after a pause.
  case resumed
  case trainerLost
  case trainerBack
  case strapLost
  case strapBack
  /// The ride is over; with its timer time in seconds.
  case over(timerSeconds: Int)
  /// jz2d refused the request of a button, or cannot be reached.
  case refused(ControlError)
}
