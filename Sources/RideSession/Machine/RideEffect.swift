package import BluetoothLE
package import Rides

/// An action for the driver.
///
/// Effects are started in order and do not wait for each other.
package enum RideEffect: Hashable, Sendable {
  /// Request a connection. Ends in `.linked` or `.connectFailed`.
  case connect(DeviceRole, DeviceAddress)
  /// Withdraw the request. Ends in `.connectFailed`, or in `.linked` if it was too late.
  case cancelConnect(DeviceRole)
  /// End the link. Ends in `.linkLost`.
  case close(DeviceRole)
  case subscribe(DeviceRole, CharacteristicID)
  case read(DeviceRole, CharacteristicID)
  /// Write a control procedure to the trainer, in this order. Ends in `.controlWritten` or `.writeFailed`.
  case control([GATTWrite])
  /// Write a value on which no ride depends.
  case write(DeviceRole, GATTWrite)
  /// Open a ride, in memory if the store fails. Ends in `.recordOpened`.
  case openRecord(RideOrder, targetWatts: Int)
  /// Store the progress through the workout. The rows that it includes were appended before.
  ///
  /// `askedWatts` is the power that was requested last; nil during free riding.
  case keep(PlanProgress, askedWatts: Int?)
  /// Store the devices' notification intervals so far. Those of a device that is not included are unknown.
  case keepIntervals([DeviceRole: IntervalStatistics])
  /// Publish an event of the workout.
  case planHappened(PlanEvent)
  /// Report the result of a test of FTP in the journal, once its decisive part is over.
  case testEnded(TestStatus)
  /// Report the end of a calibration in the journal.
  case calibrated(CalibrationStatus)
  /// The first row begins at this point.
  case startRecord(MonotonicInstant)
  case append([RideSample], [RideEvent])
  /// Write the ride's end and its file. Ends in `.recordClosed`.
  ///
  /// Without a start, or a first row, there is no ride to store.
  case closeRecord(start: MonotonicInstant?, RecordEnd)
  /// Switch notifications off and on again. Ends in `.subscribed`.
  case resubscribe(DeviceRole, CharacteristicID)
  /// Take a measure against a radio that does not connect. Ends in `.remedied`.
  case remedy(RadioRemedy)
  /// Wait until the radio can be used. Ends in `.radioUsable`.
  case awaitRadio
  case reply(CommandToken, Result<RideAnswer, RideRefusal>)
  /// Report a change of phase in the journal.
  case phaseChanged(from: RidePhase, to: RidePhase, reason: String)
}

/// The state in which the store leaves a ride.
package enum RecordEnd: Hashable, Sendable {
  /// The ride is over.
  case finished
  /// The ride is over, and its rider left it. There is no pedalling from this second on.
  case forgotten(endSecond: Int)
  /// The next process may resume the ride.
  case suspended
}

/// The answer to a command that succeeded.
package enum RideAnswer: Hashable, Sendable {
  /// The ride began. Its figures at that moment are included, because it may be over before the client looks.
  ///
  /// The target is nil if the ride begins with free riding.
  case started(Target?, RideSnapshot.Figures, unheld: Unheld? = nil)
  case target(Target)
  /// The brake that the rider requested.
  case braked(Brake)
  /// The calibration that began, or was cancelled.
  case calibrating(CalibrationStatus)
  case done
  /// The step was taken. The status is the ride's new place in its workout.
  case stepped(PlanStatus)
  /// The lap that ended, and the number of the present one. No lap ended if the present one has no second of timer time
  /// yet.
  case lapped(ended: LapInHand?, number: Int)
  /// The ride is over and written. Nil if it never began.
  case stopped(rideID: Int?)
}

/// The reason why a command failed.
package enum RideRefusal: Error, Hashable, Sendable {
  case rideInProgress(id: Int?)
  case noRide
  case wrongPhase(RidePhase)
  /// The trainer could not be linked within the time of a start, or it refuses. The error is the last reason, if there
  /// was one.
  case trainerNotFound(LinkError?)
  case radioUnavailable(LinkError)
  /// No link within the time of a start showed a service that can control the trainer.
  case noFitnessMachine
  case noPowerTargets
  /// The trainer cannot brake in this way.
  case modeUnsupported(TrainerMode)
  /// The device cannot be calibrated over the radio; nil if no power meter is chosen.
  case calibrationUnsupported(RideDevice?)
  /// The ride cannot begin without a heart rate, no strap was found, and the trainer does not send one. The value is
  /// the plan's name.
  case noHeartRate(plan: String?)
  /// The trainer refused control or the target.
  case targetRefused(TargetRefusal)
  /// Riding is free, so there is no target to change.
  case noTarget
  case startWithdrawn
  /// The ride is steady and has no intervals.
  case noPlan
  case step(PlanStepRefusal)
}
