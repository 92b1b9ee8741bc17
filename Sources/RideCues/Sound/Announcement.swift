package import ControlWire
package import Rides

/// Something that is said to the rider.
package enum Announcement: Hashable, Sendable {
  /// The trainer is linked, and waits for the first pedal stroke.
  case ready
  /// A steady ride begins: how long it lasts, and the target; nil where either is open.
  case begun(seconds: Int?, watts: Int?)
  /// An interval begins, with the watts that it asks for, the bias included; of a ramp also those at its end.
  case interval(IntervalStatus, watts: Int?, toWatts: Int?)
  /// A text of the plan.
  case cue(String)
  /// A button set another target.
  case target(watts: Int)
  /// The rider paused the ride.
  case paused
  /// The pedals stand still, and the ride with them.
  case pausedByItself
  /// The ride goes on after a pause.
  case resumed
  case trainerLost
  case trainerBack
  case strapLost
  case strapBack
  /// The ride is over, after so many seconds of the timer.
  case over(timerSeconds: Int)
  /// jz2d refused what a button asked for, or is not there.
  case refused(ControlError)
}
