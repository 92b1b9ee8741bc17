package import Rides

/// A call to jz2d.
///
/// The shell makes one at a time, and answers each with `BridgeMachine.Input.answered`.
package enum BridgeCall: Hashable, Sendable {
  /// `Start`: an endless ride, free or with the target that the app requests.
  case start(RideRequest)
  case setWatts(Int)
  case setSlope(percent: Double)
  /// The resistance in percent of the trainer's greatest one.
  case setResistance(percent: Double)
  case rideFree
  case pause
  case resume
  case stop
}
