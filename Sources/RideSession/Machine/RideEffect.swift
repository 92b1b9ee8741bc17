package import BluetoothLE
package import Rides

/// Something to do; effects are started in order and do not wait for each other.
package enum RideEffect: Hashable, Sendable {
  /// Ask for a connection. Ends in `.linked` or `.connectFailed`.
  case connect(DeviceRole, DeviceAddress)
  /// Withdraw the request. Ends in `.connectFailed`, or in `.linked` if it was too late.
  case cancelConnect(DeviceRole)
  /// End the link. Ends in `.linkLost`.
  case close(DeviceRole)
  case subscribe(DeviceRole, CharacteristicID)
  case read(DeviceRole, CharacteristicID)
  /// Write a control procedure to the trainer, in this order. Ends in `.controlWritten` or `.writeFailed`.
  case control([GATTWrite])
  /// Write something that no ride depends on.
  case write(DeviceRole, GATTWrite)
  /// Open a ride in the store. Ends in `.recordOpened` or `.recordFailed`.
  case openRecord(RideOrder, targetWatts: Int)
  /// Keep the progress through the workout; the rows that it takes account of came before.
  ///
  /// `askedWatts` is the power that was asked for last; nil while riding is free.
  case keep(PlanProgress, askedWatts: Int?)
  /// Keep how evenly the devices spoke so far; of a device that is not named nothing is known.
  case keepIntervals([DeviceRole: IntervalStatistics])
  /// Publish an event of the workout.
  case planHappened(PlanEvent)
  /// The first row begins at this point.
  case startRecord(MonotonicInstant)
  case append([RideSample], [RideEvent])
  /// Write the ride's end and its file. Ends in `.recordClosed`.
  ///
  /// Without a start, or a first row, there is nothing to keep.
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

/// The state in which a ride is left in the store.
package enum RecordEnd: Hashable, Sendable {
  /// It is over.
  case finished
  /// It is over, and its rider left it: nobody pedalled from this second of it on.
  case forgotten(endSecond: Int)
  /// The next process may resume it.
  case suspended
}

/// The answer to a command that was carried out.
package enum RideAnswer: Hashable, Sendable {
  /// The ride began, with its figures at that moment: it may be over before anybody looks.
  ///
  /// There is no target if it begins with free riding.
  case started(Target?, RideSnapshot.Figures, unheld: Unheld? = nil)
  case target(Target)
  case done
  /// The step was taken; where the ride stands in its workout.
  case stepped(PlanStatus)
  /// The lap that ended, and the number of the present one; none ended if it has no second of timer time yet.
  case lapped(ended: LapInHand?, number: Int)
  /// The ride is over and written; nil if it never began.
  case stopped(rideID: Int?)
}

/// The reason why a command is not carried out.
package enum RideRefusal: Error, Hashable, Sendable {
  case rideInProgress(id: Int?)
  case noRide
  case wrongPhase(RidePhase)
  /// The trainer could not be linked in the time of a start, or it refuses; the last reason, if there was one.
  case trainerNotFound(LinkError?)
  case radioUnavailable(LinkError)
  /// No link in the time of a start showed a service by which the trainer can be controlled.
  case noFitnessMachine
  case noPowerTargets
  /// The ride cannot begin without a heart rate, no strap was found, and the trainer sends none; the plan's name.
  case noHeartRate(plan: String?)
  /// The trainer refused control or the target.
  case targetRefused(TargetRefusal)
  /// Riding is free, and there is no target to change.
  case noTarget
  case startWithdrawn
  /// The ride is steady and has no intervals.
  case noPlan
  case step(PlanStepRefusal)
  case storeFailed(String)
}
