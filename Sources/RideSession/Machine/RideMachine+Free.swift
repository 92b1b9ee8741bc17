import BluetoothLE
import Rides
import Trainers

/// Free riding. A ride without a target does not need a trainer that holds one.
extension RideMachine {
  /// Whether a machine that only reports is enough: the ride requests no power, and its trainer has not shown a control
  /// before.
  var isListeningEnough: Bool {
    guard let ride, !ride.run.needsPower else { return false }
    return trainerProtocol.map { $0.name == .listening } ?? true
  }

  /// Whether a power cannot be held: by the trainer's own report, and by its resistance.
  var refusesWatts: Bool { control.ability.takesPowerTargets == false && !holdsByResistance }

  /// Whether the brake is left as it is: the ride requests no power, and the trainer cannot simulate a road, or accepts
  /// no control.
  var isBrakeLeftAlone: Bool {
    guard let ride, !ride.run.needsPower else { return false }
    let asksResistance = ride.power.brake?.resistancePercent != nil && control.ability.setsResistance == true
    let holdsWatts = control.ability.takesPowerTargets != false
    return hasGivenUpControl || (!holdsWatts && !simulatesRoad && !asksResistance)
  }

  /// Ends a start because the trainer refused.
  ///
  /// A ride that requests no power begins without control.
  mutating func startRefused(_ refusal: RideRefusal) {
    guard let ride, ride.starting != nil, !ride.run.needsPower else { return failStart(refusal) }
    hasGivenUpControl = true
  }
}
