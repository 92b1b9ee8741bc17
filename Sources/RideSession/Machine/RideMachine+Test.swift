import Rides

/// Tests of the functional threshold power, and the other figures that follow from power.
///
/// In a ramp test the legs end the decisive part. The spiral of death guard does not release the target there, because
/// the end comes instead. The guards of the heart ease the target as in any ride.
extension RideMachine {
  /// Whether the legs can end the ramp that is ridden: they have held its target.
  var hasRampToEnd: Bool { ride?.run.isRamp == true && ride?.rampEnd.isArmed == true }

  /// Whether the spiral of death guard leaves the target alone.
  ///
  /// A target that it released before the ramp is still restored.
  var sparesRamp: Bool { hasRampToEnd && ride?.power.floorWatts == nil }

  /// Adds a row to the figures.
  mutating func addEffort(_ sample: RideSample) {
    guard let run = ride?.run else { return }
    ride?.effort.add(sample, isTested: run.plan.isTested(at: run.progress.index))
    // Legs that start again must prove that they hold the target before they can give up.
    if !sample.timerRunning || !run.isRamp { ride?.rampEnd = RampEnd() }
  }

  /// Returns whether the legs give up in a row of timer time.
  ///
  /// A trainer that does not hold its target, or sends 0 W at turning pedals, shows no weak legs. A trainer that is
  /// matched to a meter is judged by its own power and its own target.
  mutating func giveUp(in sample: RideSample) -> Bool {
    guard ride?.run.isRamp == true else { return false }
    let isReliable = !powerAbsence.isNoticed && control.confirmation.isConfirmed != false
    let watts = isReliable ? sample.trainerWatts ?? sample.powerWatts : nil
    let targetWatts = sample.targetWatts.map { sample.trainerWatts == nil ? $0 : matched($0) }
    let rpm = sample.cadenceRpm ?? wheelRpm.value(at: now)
    return ride?.rampEnd.rowEnded(watts: watts, rpm: rpm, targetWatts: targetWatts) == true
  }

  /// Ends the ramp, and continues with the interval after it.
  mutating func endRamp() {
    guard let second = ride?.sampler?.second, let ended = ride?.run.endTest(second: second) else { return }
    intervalEnded(ended)
  }

  /// Reports the result of a test once its decisive part is over.
  mutating func reportTest() {
    guard let ride, !ride.isTestReported, !ride.isClosingRecord, ride.isTestOver, let test = ride.test else { return }
    self.ride?.isTestReported = true
    effects.append(.testEnded(test))
  }
}

extension Ride {
  /// The test of FTP that the ride is; nil for other rides.
  var test: TestStatus? { effort.test(isOver: isTestOver) }

  /// Whether the decisive part of the test is over, as it is when the rider stops in it.
  fileprivate var isTestOver: Bool {
    run.isAfterTest || (isFinishing && run.plan.isTested(at: run.progress.index))
  }
}
