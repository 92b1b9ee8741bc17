import BluetoothLE
import ControlWire
import Glibc
import RideAnalysis
import RideFiles
import RideSession
import RideStore
import Rides

// Wire form of refusals.

// MARK: - Ride

extension ControlError {
  /// The socket error for a refusal of the ride's state machine.
  init(_ refusal: RideRefusal, trainer: RideDevice?) {
    let device = trainer.map { $0.name ?? $0.address.description }
    self =
      switch refusal {
      case .rideInProgress(let id): ControlError(.rideInProgress, subject: id.map { String($0) })
      case .noRide: ControlError(.noRide)
      case .wrongPhase(let phase): ControlError(.wrongPhase, cause: phase)
      case .trainerNotFound(let error):
        ControlError(
          error?.isRefusal == true ? .deviceRefused : .deviceNotFound, subject: device, detail: error?.code.rawValue,
          reason: error?.deviceFault)
      case .radioUnavailable(let error): ControlError(radio: error)
      case .noFitnessMachine: ControlError(.noFitnessMachine, subject: device)
      case .noPowerTargets: ControlError(.noPowerTargets, subject: device)
      case .modeUnsupported(let mode): ControlError(.modeUnsupported, subject: device, cause: mode)
      case .calibrationUnsupported(let device):
        ControlError(.calibrationUnsupported, subject: device.map { $0.name ?? $0.address.description })
      case .noHeartRate(let plan): .badPlan(PlanFault(.noHeartRate), of: plan)
      case .targetRefused(let how): ControlError(.targetRefused, subject: device, cause: how)
      case .noTarget: ControlError(.noTarget)
      case .startWithdrawn: ControlError(.startWithdrawn)
      case .noPlan: ControlError(.noPlan)
      case .step(let refusal): ControlError(refusal)
      }
  }
}

extension ControlError {
  /// The error for a radio that does not work, or a device that refuses.
  init(radio error: any Error) {
    if let error = error as? LinkError, error.isRefusal, let device = error.device {
      self.init(
        .deviceRefused, subject: device.description, detail: error.code.rawValue, reason: error.deviceFault)
    } else if let error = error as? LinkError {
      self.init(
        .radioUnavailable, subject: error.operation, detail: error.code.rawValue,
        reason: ProblemCode(rawValue: error.code.rawValue))
    } else {
      self.init(.radioUnavailable, detail: "\(error)")
    }
  }
}

extension LinkError {
  /// The reason why the device cannot be used; nil if it was not reached.
  var deviceFault: DeviceFault? { DeviceFault(rawValue: code.rawValue) }
}

extension ControlError {
  /// The socket error for a refused step of the plan.
  init(_ refusal: PlanStepRefusal) {
    self =
      switch refusal {
      case .notAwaited(let number): ControlError(.notAwaited, subject: String(number))
      case .passed(let number): ControlError(.intervalPassed, subject: String(number))
      case .notExtensible(let number): ControlError(.notExtensible, subject: String(number))
      case .biasOutOfRange: ControlError(.invalidParameter, subject: "percent")
      case .badLabel: ControlError(.invalidParameter, subject: "text")
      case .isOver: ControlError(.noRide)
      }
  }
}

// MARK: - Store

extension StoreError {
  /// The error as status, doctor, journal and client report it.
  var obstacle: StoreObstacle {
    StoreObstacle(cause ?? .failed, path: path, user: UserName.of(geteuid()), context: contextText)
  }

  fileprivate var contextText: String? {
    switch context {
    case .owner(let number): UserName.of(number)
    case .process(let number): "\(number)"
    case .migration(let name): name
    case .ride(let id): "\(id)"
    case .plan(let name): name
    case .measurement(let id): "\(id)"
    case .day(let day): "\(day)"
    case nil: (cause ?? .failed) == .failed ? detail : nil
    }
  }
}

extension StoreError {
  /// The number of the ride that the error is about.
  fileprivate var ride: String? {
    if case .ride(let id) = context { String(id) } else { nil }
  }

  /// The number of the measurement that the error is about.
  fileprivate var measurement: String? {
    if case .measurement(let id) = context { String(id) } else { nil }
  }

  /// The day that the error is about.
  fileprivate var day: String? {
    if case .day(let day) = context { day.description } else { nil }
  }

  /// The name of the plan that the error is about.
  fileprivate var plan: String? {
    if case .plan(let name) = context { name } else { nil }
  }
}

extension ControlError {
  /// The socket error for an error of the store.
  init(_ error: StoreError) {
    switch error.code {
    case .noSuchRide: self.init(.unknownRide, subject: error.ride)
    case .rideUnfinished: self.init(.rideUnfinished, subject: error.ride)
    case .notDeleted: self.init(.notDeleted, subject: error.ride)
    case .duplicateRide, .sameRide: self.init(.duplicateRide, subject: error.ride)
    case .differentRide: self.init(.differentRide, subject: error.ride)
    case .noSuchPlan: self.init(.unknownPlan, subject: error.plan)
    case .duplicatePlan: self.init(.duplicatePlan, subject: error.plan)
    case .planReadOnly: self.init(.planReadOnly, subject: error.plan)
    case .noSuchMeasurement: self.init(.unknownMeasurement, subject: error.measurement)
    case .noSuchNight: self.init(.unknownNight, subject: error.day)
    case .valueRefused: self.init(.valueRefused, detail: error.detail)
    case .planTooLarge: self = .badPlan(PlanFault(.tooLarge), of: error.plan)
    case .obstacle(.damaged) where error.plan != nil:
      self = .badPlan(PlanFault(.malformed, detail: "it is damaged"), of: error.plan)
    case .obstacle: self = .storeFailed(error.obstacle)
    }
  }
}

extension TrimObstacle {
  init(_ error: TrimError) {
    self =
      switch error.code {
      case .tooShort: .tooShort
      case .backwards: .backwards
      case .beforeStart, .afterEnd: .beyond
      case .nothingToCut: .nothing
      }
  }
}
