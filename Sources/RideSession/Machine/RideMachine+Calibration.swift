import BluetoothLE
import FitnessGATT
import Rides
import Trainers

/// Calibrations within a ride: a spin-down of the trainer, and the zero offset of the power meter.
///
/// A spin-down takes the brake from the ride until it is over. Then the ride's target is written again.
extension RideMachine {
  /// Whether a spin-down has the brake.
  var isSpinningDown: Bool { isCalibrating(.trainer) }

  private func isCalibrating(_ role: DeviceRole) -> Bool {
    guard let calibration = ride?.calibration else { return false }
    return calibration.status.device == role && !calibration.isOver
  }

  /// Begins a calibration, or answers with the one of this device that is in progress.
  ///
  /// A calibration of another device is cancelled.
  mutating func calibrate(_ role: DeviceRole, _ token: CommandToken) {
    guard let ride, !ride.isFinishing else { return refuse(token, .noRide) }
    if isCalibrating(role), let calibration = ride.calibration {
      return answer(token, .calibrating(calibration.status))
    }
    if let refusal = refusal(ofCalibrating: role, ride) { return refuse(token, refusal) }
    failCalibration(Calibration.Reason.cancelled)
    let calibration = Calibration(of: role, at: now)
    self.ride?.calibration = calibration
    if role == .power, self[.power].isLinked { effects.append(.subscribe(.power, .cyclingPowerControlPoint)) }
    answer(token, .calibrating(calibration.status))
  }

  private func refusal(ofCalibrating role: DeviceRole, _ ride: Ride) -> RideRefusal? {
    switch phase {
    case .ready, .riding, .paused: break
    case .idle, .connecting, .reconnecting, .finishing: return .wrongPhase(phase)
    }
    switch role {
    case .trainer:
      guard trainer.isLinked else { return .trainerNotFound(trainer.trouble) }
      return control.ability.spinsDown == false ? .calibrationUnsupported(ride.order.trainer) : nil
    case .power:
      guard let meter = ride.order.sensors[.power] else { return .calibrationUnsupported(nil) }
      return self[.power].isLinked && !sensors.meterHasControlPoint ? .calibrationUnsupported(meter) : nil
    case .heartRate, .cadence, .fan: return .calibrationUnsupported(ride.order.device(role))
    }
  }

  /// Ends the calibration in progress without a result.
  mutating func cancelCalibration(_ token: CommandToken) {
    guard let ride, !ride.isFinishing else { return refuse(token, .noRide) }
    failCalibration(Calibration.Reason.cancelled)
    var status = CalibrationStatus(device: .trainer, step: .failed)
    status.reason = Calibration.Reason.cancelled
    answer(token, .calibrating(self.ride?.calibration?.status ?? status))
  }

  /// Ends the calibration in progress; of this device only, unless the role is nil.
  mutating func failCalibration(of role: DeviceRole? = nil, _ reason: String) {
    guard let calibration = ride?.calibration, !calibration.isOver else { return }
    guard role == nil || role == calibration.status.device else { return }
    ride?.calibration?.fail(reason, at: now)
    calibrationMayBeOver()
  }

  /// Performs the steps that the passing of time brings.
  mutating func calibrationTimePassed() {
    if ride?.calibration?.askIfDue(at: now) == true {
      effects.append(.write(.power, GATTWrite(OffsetCompensation.request, to: .cyclingPowerControlPoint)))
    }
    if ride?.calibration?.isOverdue(at: now) == true { failCalibration(Calibration.Reason.noAnswer) }
  }

  /// Call after each change of a calibration that was in progress.
  private mutating func calibrationMayBeOver() {
    guard let status = ride?.calibration?.status, status.isOver else { return }
    effects.append(.calibrated(status))
    guard status.device == .trainer else { return }
    control.spinDownEnded(isCut: status.step == .failed)
    // The wheel and the legs were at rest.
    if case .riding = ride?.stage { ride?.power.rise(at: now) }
  }
}

// MARK: - The trainer

extension RideMachine {
  mutating func spinDownReported(_ report: SpinDownReport) {
    guard isSpinningDown else { return }
    // The trainer has ended it by itself.
    switch report {
    case .done, .failed: control.spinDownEnded(isCut: false)
    case .speedUp, .stopPedalling: break
    }
    ride?.calibration?.reported(report, at: now)
    calibrationMayBeOver()
  }

  /// Call after the trainer answered a procedure.
  mutating func spinDownAnswered() {
    guard isSpinningDown, case .refused(let result) = control.spinDown else { return }
    let reason =
      result == .notPermitted ? Calibration.Reason.notPermitted : result.refusal ?? Calibration.Reason.noAnswer
    failCalibration(of: .trainer, reason)
  }
}

// MARK: - The power meter

extension RideMachine {
  /// Call when the power meter is linked.
  mutating func meterLinked(_ characteristics: Set<CharacteristicID>) {
    sensors.meterHasControlPoint = characteristics.contains(.cyclingPowerControlPoint)
    guard isCalibrating(.power) else { return }
    guard sensors.meterHasControlPoint else { return failCalibration(of: .power, Calibration.Reason.unsupported) }
    effects.append(.subscribe(.power, .cyclingPowerControlPoint))
  }

  mutating func meterControlSubscribed(_ error: LinkError?) {
    if let error { return failCalibration(of: .power, error.detail ?? error.code.rawValue) }
    guard isCalibrating(.power) else { return }
    ride?.calibration?.mayAsk(isPedalling: evidence.isPedalling == true, at: now)
  }

  mutating func meterControlArrived(_ value: [UInt8]) {
    guard isCalibrating(.power), let response = OffsetCompensation.Response(decoding: value) else { return }
    switch response {
    case .success(let offset): ride?.calibration?.answered(offset: offset, at: now)
    case .failure(let reason): ride?.calibration?.fail(reason, at: now)
    }
    calibrationMayBeOver()
  }
}
