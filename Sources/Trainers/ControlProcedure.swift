package import BluetoothLE
import FitnessGATT

/// A step on the way to what a ride wants of its trainer; each protocol has bytes for the steps that it knows.
package enum ControlProcedure: Hashable, Sendable {
  /// The right to control, or the unlocking of the control.
  case requestControl
  /// The session begins, or goes on.
  case startOrResume
  case setTargetPower(watts: Int)
  /// A flat road without wind: the legs alone decide.
  case setFlatRoad
  /// The brake off, the session kept.
  case pause
  /// The brake off, the session ended.
  case stop
  /// Control given back.
  case reset

  /// Whether it sets what the trainer is to hold.
  package var isTarget: Bool {
    switch self {
    case .setTargetPower, .setFlatRoad: true
    case .requestControl, .startOrResume, .pause, .stop, .reset: false
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
  /// The trainer refused, or could not be written to; the text is its result code, its ATT error, or the radio's message.
  case refused(String)
  /// The trainer did not answer, or the write did not end.
  case unanswered

  /// The words of a refusal; nil if there was none, and if control is not permitted.
  package var refusal: String? {
    switch self {
    case .invalidParameter: FitnessMachineControlPoint.ResultCode.invalidParameter.description
    case .refused(let how): how
    case .success, .notPermitted, .unanswered: nil
    }
  }
}

extension ControlResult {
  /// The result of a write that failed, so that the trainer gave no answer.
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
