import BluetoothLE
import Trainers

/// Free riding: a ride without a target needs no trainer that holds one.
extension RideMachine {
  /// Whether a machine will do that only reports: the ride asks for no power, and its trainer has shown no control before.
  var isListeningEnough: Bool {
    guard let ride, !ride.run.needsPower else { return false }
    return speech.map { $0.name == .listening } ?? true
  }

  /// Whether the trainer cannot hold a power, by its own word.
  var refusesWatts: Bool { control.ability.takesPowerTargets == false }

  /// Whether the brake is left as it is: the ride asks for no power, and the trainer can simulate no road, or accepts
  /// no control.
  var isBrakeLeftAlone: Bool {
    guard let ride, !ride.run.needsPower else { return false }
    return hasGivenUpControl || (refusesWatts && !simulatesRoad)
  }

  /// Ends a start for a refusal of the trainer; a ride that asks for no power begins without control.
  mutating func startRefused(_ refusal: RideRefusal) {
    guard let ride, ride.starting != nil, !ride.run.needsPower else { return failStart(refusal) }
    hasGivenUpControl = true
  }
}
