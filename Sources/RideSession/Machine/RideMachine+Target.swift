import BluetoothLE
import FitnessGATT

/// What the trainer is asked to hold: what was asked for, within its range, less what heart and legs are spared, on a ramp.
///
/// While riding is free there are no watts to hold.
extension RideMachine {
  /// The target that follows from what was asked and what the trainer can hold, in watts.
  var targetWatts: Int? { ride?.run.watts.map { profile.clamp(max(1, $0)) } }

  /// The target for these legs and this heart, in watts.
  var allowedWatts: Int? {
    guard let ride, let targetWatts else { return nil }
    let isSteered = ride.run.progress.steering != nil
    let guarded = ride.eased(isSteered ? ride.guardedFromWatts ?? targetWatts : targetWatts)
    let allowed = [targetWatts, guarded, ride.floorWatts]
    return profile.clamp(max(1, allowed.compactMap(\.self).min() ?? targetWatts))
  }

  /// The target of this moment, in watts; before the first pedal stroke the brake waits where the ramp will begin.
  var wattsNow: Int? {
    guard let targetWatts, let allowedWatts, let ride else { return nil }
    guard ride.sampler != nil else {
      return ride.run.progress.steering == nil ? profile.clamp(PowerRamp.firstWatts(of: targetWatts)) : targetWatts
    }
    guard let ramp = ride.ramp else { return allowedWatts }
    return profile.clamp(ramp.watts(to: allowedWatts, at: now))
  }

  /// What the trainer is asked to hold now, in watts; nil while it is not there, stands free, or riding is free.
  var heldWatts: Int? {
    guard trainer.isLinked, wattsNow != nil, case .hold(let watts) = control.goal else { return nil }
    return watts
  }

  /// What rider and plan want, in watts; nil while riding is free.
  ///
  /// Watts that a heart steers keep within what its guards leave, so beside a guard it is those from before that are wanted.
  var wantedWatts: Int? {
    guard let ride, let watts = ride.run.watts else { return nil }
    guard let steering = ride.run.progress.steering else { return watts }
    return isSteeringGuarded ? ride.guardedFromWatts : steering.wantedWatts
  }

  /// What keeps the target from being what is wanted; of several, what lasts longest.
  var easing: TargetEasing? {
    guard let ride, let heldWatts, let wantedWatts, let targetWatts, let allowedWatts, heldWatts != wantedWatts
    else { return nil }
    if let floor = ride.floorWatts, allowedWatts == profile.clamp(floor), allowedWatts < targetWatts { return .legs }
    if allowedWatts < targetWatts || isSteeringGuarded {
      let left = (ceiling: ride.ceiling?.eased(100) ?? 100, alpha1: ride.alpha1Guard?.eased(100) ?? 100)
      return left.ceiling <= left.alpha1 ? .heartRate : .dfa
    }
    if let steering = ride.run.progress.steering, steering.isEased { return .noHeartRate }
    return targetWatts == ride.run.watts ? .ramp : .range
  }

  /// Whether the heart would be steered higher if no guard held it back.
  private var isSteeringGuarded: Bool {
    guard let ride, let steering = ride.run.progress.steering, let from = ride.guardedFromWatts,
      let most = ride.eased(from)
    else { return false }
    return most < from && steering.watts >= most
  }

  mutating func startRamp() {
    guard let allowedWatts else { return }
    ride?.ramp = PowerRamp(to: allowedWatts, at: now)
  }

  var targetTaken: TargetTaken? {
    guard let targetWatts, let asked = ride?.run.watts else { return nil }
    return TargetTaken(targetWatts: targetWatts, askedWatts: asked, range: powerRange)
  }

  /// What the trainer holds, in watts; nil where it does not say.
  var powerRange: ClosedRange<Int>? { profile.powerRange.map { Int($0.minimumWatts)...Int($0.maximumWatts) } }
}

extension Ride {
  /// What the heart's guards leave of a power; nil where nobody guards.
  func eased(_ watts: Int) -> Int? {
    [ceiling?.eased(watts), alpha1Guard?.eased(watts)].compactMap(\.self).min()
  }
}
