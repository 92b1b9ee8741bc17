package import BluetoothLE

/// What a client asks of the ride.
package enum RideCommand: Hashable, Sendable {
  case start(RideOrder)
  case setWatts(Int)
  case changeWatts(Int)
  case pause
  /// Ends a pause, the rider's own or that of legs that stand still; if they still do, they soon pause it again.
  case resume
  /// Something of the plan that is ridden.
  case step(PlanStep)
  case stop
  /// The daemon goes down: the trainer is freed, the file written as the ride stands, the ride kept for a next daemon.
  case suspend
  /// A ride that a former process left goes on; answered at once.
  case goOn(UnfinishedRide)
}

/// Names a command until it is answered.
package struct CommandToken: Hashable, Sendable {
  private let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}

/// What a client is told when its command was carried out.
package enum RideAnswer: Hashable, Sendable {
  /// The ride began: what it stood at when this was answered, as it may be over before anybody looks.
  ///
  /// There is no target where it begins with free riding.
  case started(TargetTaken?, RideSnapshot.Figures, unheld: UnheldInterval? = nil)
  case target(TargetTaken)
  case done
  /// The step was taken: where the ride stands in its plan.
  case stepped(PlanStanding)
  /// The ride is over and written; nil where it never began.
  case stopped(rideID: Int?)
}

/// Why a command is not carried out.
package enum RideRefusal: Error, Hashable, Sendable {
  case rideInProgress(id: Int?)
  case noRide
  case wrongPhase(RidePhase)
  /// The trainer could not be linked in the time for a start; the last reason, if there was one.
  case trainerNotFound(LinkError?)
  case radioUnavailable(LinkError)
  case noFitnessMachine
  case noPowerTargets
  /// The trainer refused control or the target.
  case targetRefused(String)
  /// Riding is free, and the target that was to be changed is none.
  case noTarget
  case startWithdrawn
  /// The ride is steady and has no intervals.
  case noPlan
  case step(PlanStepRefusal)
  case storeFailed(String)
}
