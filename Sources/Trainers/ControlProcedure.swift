package import BluetoothLE
import FitnessGATT

/// One step of controlling a trainer.
///
/// Each protocol encodes the steps that it supports.
package enum ControlProcedure: Hashable, Sendable {
  /// Requests control, or unlocks it.
  case requestControl
  /// Starts the session, or resumes it.
  case startOrResume
  case setTargetPower(watts: Int)
  /// Simulates a road without wind that rises by this, in percent. The rider's legs alone decide the power.
  case setSlope(percent: Double)
  /// Brakes with a constant resistance, in percent of the greatest one.
  case setResistance(percent: Double)
  /// Starts a spin-down, which calibrates the trainer.
  case startSpinDown
  /// Ends a spin-down without a result.
  case ignoreSpinDown
  /// Releases the brake and keeps the session.
  case pause
  /// Releases the brake and ends the session.
  case stop
  /// Gives control back.
  case reset

  /// Whether the procedure sets a target for the trainer.
  package var isTarget: Bool {
    switch self {
    case .setTargetPower, .setSlope, .setResistance: true
    case .requestControl, .startOrResume, .startSpinDown, .ignoreSpinDown, .pause, .stop, .reset: false
    }
  }
}

/// The result of a procedure.
package enum ControlResult: Hashable, Sendable {
  case success
  /// The trainer reports that this client is not in control.
  case notPermitted
  /// The trainer reports an invalid parameter.
  case invalidParameter
  /// The trainer refused, or the write failed. The text is its result code, its ATT error, or the radio's message.
  case refused(String)
  /// The trainer did not answer, or the write did not finish.
  case unanswered

  /// The text of a refusal.
  ///
  /// Nil if there was no refusal, and if control is not permitted.
  package var refusal: String? {
    switch self {
    case .invalidParameter: FitnessMachineControlPoint.ResultCode.invalidParameter.description
    case .refused(let how): how
    case .success, .notPermitted, .unanswered: nil
    }
  }
}

extension ControlResult {
  /// Creates the result of a failed write, to which the trainer gave no answer.
  ///
  /// Any error is a refusal, except timeouts and lost links.
  package init(writeFailed error: LinkError) {
    if let attError = error.attError {
      self = .refused("ATT error 0x\(String(attError, radix: 16))")
      return
    }
    switch error.code {
    case .timedOut, .lost, .supervisionTimeout, .closedByPeer, .closedHere, .captureEnded, .cancelled, .adapterMissing,
      .adapterOff, .adapterStuck, .serviceMissing:
      self = .unanswered
    case .notAllowed, .serviceOutdated, .deviceUnknown, .busy, .connectFailed, .servicesUnresolved,
      .characteristicMissing, .refused, .bondMissing, .occupied, .unsupported, .classic, .failed:
      self = .refused(error.detail ?? error.code.rawValue)
    }
  }
}
