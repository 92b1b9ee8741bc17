import BluetoothLE
import FitnessGATT

/// What the trainer is asked to hold: what was asked for, within its range, less what heart and legs are spared, on a ramp.
extension RideMachine {
  /// The target that follows from what was asked and what the trainer can hold, in watts.
  var targetWatts: Int { profile.clamp(max(1, ride?.askedWatts ?? 0)) }

  /// The target for these legs and this heart, in watts.
  var allowedWatts: Int {
    let eased = ride?.ceiling.map { Int((Double(targetWatts) * $0.share).rounded()) } ?? targetWatts
    return profile.clamp(max(1, min(eased, ride?.floorWatts ?? eased)))
  }

  /// The target of this moment, in watts; before the first pedal stroke the brake waits where the ramp will begin.
  var wattsNow: Int {
    guard ride?.sampler != nil else { return profile.clamp(PowerRamp.firstWatts(of: targetWatts)) }
    guard let ramp = ride?.ramp else { return allowedWatts }
    return profile.clamp(ramp.watts(to: allowedWatts, at: now))
  }

  mutating func startRamp() {
    let ramp = PowerRamp(to: allowedWatts, at: now)
    ride?.ramp = ramp
  }

  var targetTaken: TargetTaken {
    let range = profile.powerRange.map { Int($0.minimumWatts)...Int($0.maximumWatts) }
    return TargetTaken(targetWatts: targetWatts, askedWatts: ride?.askedWatts ?? 0, range: range)
  }
}
