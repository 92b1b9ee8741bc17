import BluetoothLE
import ControlWire
import RideSession

extension ControlError {
  /// The machine's refusal in the socket's terms.
  init(_ refusal: RideRefusal, trainer: RideDevice?) {
    let device = trainer.map { $0.name ?? $0.address.description }
    self =
      switch refusal {
      case .rideInProgress(let id): ControlError(.rideInProgress, subject: id.map { String($0) })
      case .noRide: ControlError(.noRide)
      case .wrongPhase(let phase): ControlError(.wrongPhase, detail: phase.rawValue)
      case .trainerNotFound(let error): ControlError(.deviceNotFound, subject: device, detail: error?.code.rawValue)
      case .radioUnavailable(let error): ControlError(radio: error)
      case .noFitnessMachine: ControlError(.noFitnessMachine, subject: device)
      case .noPowerTargets: ControlError(.noPowerTargets, subject: device)
      case .targetRefused(let how): ControlError(.targetRefused, subject: device, detail: how)
      case .noTarget: ControlError(.noTarget)
      case .startWithdrawn: ControlError(.startWithdrawn)
      case .noPlan: ControlError(.noPlan)
      case .step(let refusal): ControlError(refusal)
      case .storeFailed(let detail): ControlError(.storeFailed, detail: detail)
      }
  }
}

extension ControlError {
  /// A refusal because the radio does not work.
  init(radio error: any Error) {
    if let error = error as? LinkError {
      self.init(.radioUnavailable, subject: error.operation, detail: error.code.rawValue)
    } else {
      self.init(.radioUnavailable, detail: "\(error)")
    }
  }
}

extension Target {
  init(_ taken: TargetTaken) {
    self.init(
      targetWatts: taken.targetWatts, askedWatts: taken.askedWatts, minimumWatts: taken.range?.lowerBound,
      maximumWatts: taken.range?.upperBound)
  }
}

extension Unheld {
  init(_ unheld: UnheldInterval) {
    self.init(
      interval: unheld.number, watts: unheld.watts, minimumWatts: unheld.range.lowerBound,
      maximumWatts: unheld.range.upperBound)
  }
}

extension RideStatus {
  /// Nil until the store gave the ride its number.
  init?(_ figures: RideSnapshot.Figures) {
    guard let id = figures.id else { return nil }
    self.init(
      id: id, targetWatts: figures.targetWatts, timerSeconds: figures.timerSeconds,
      elapsedSeconds: figures.elapsedSeconds, remainingSeconds: figures.remainingSeconds,
      distanceMeters: figures.distanceMeters, wantedWatts: figures.wantedWatts,
      easedBy: figures.easing, biasPercent: figures.biasPercent == 0 ? nil : figures.biasPercent)
  }
}
