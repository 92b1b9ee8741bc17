package import BluetoothLE

/// A request of a client.
package enum RideCommand: Hashable, Sendable {
  case start(RideOrder)
  case setWatts(Int)
  case changeWatts(Int)
  case pause
  /// Ends a pause, the rider's own or auto-pause; if the pedals still stand still, auto-pause soon comes again.
  case resume
  /// Changes the workout that is being ridden.
  case step(PlanStep)
  case stop
  /// The daemon goes down: frees the trainer, writes the file as the ride stands, keeps the ride for the next daemon.
  case suspend
  /// Resumes a ride that a former process left; answered at once.
  case resumeUnfinished(UnfinishedRide)
}

/// Names a command until it is answered.
package struct CommandToken: Hashable, Sendable {
  private let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}

/// The answer to a command that was carried out.
package enum RideAnswer: Hashable, Sendable {
  /// The ride began, with its figures at that moment: it may be over before anybody looks.
  ///
  /// There is no target if it begins with free riding.
  case started(TargetTaken?, RideSnapshot.Figures, unheld: UnheldInterval? = nil)
  case target(TargetTaken)
  case done
  /// The step was taken; where the ride stands in its workout.
  case stepped(PlanStanding)
  /// The ride is over and written; nil if it never began.
  case stopped(rideID: Int?)
}

/// The reason why a command is not carried out.
package enum RideRefusal: Error, Hashable, Sendable {
  case rideInProgress(id: Int?)
  case noRide
  case wrongPhase(RidePhase)
  /// The trainer could not be linked in the time of a start; the last reason, if there was one.
  case trainerNotFound(LinkError?)
  case radioUnavailable(LinkError)
  case noFitnessMachine
  case noPowerTargets
  /// The trainer refused control or the target.
  case targetRefused(String)
  /// Riding is free, and there is no target to change.
  case noTarget
  case startWithdrawn
  /// The ride is steady and has no intervals.
  case noPlan
  case step(PlanStepRefusal)
  case storeFailed(String)
}
