package import BluetoothLE
package import FitnessGATT

/// A procedure of the Fitness Machine Control Point that a ride uses (FTMS 1.0.1, §4.16.2).
package enum ControlProcedure: Hashable, Sendable {
  case requestControl
  case startOrResume
  case setTargetPower(watts: Int)
  /// A flat road without wind, so that the legs alone decide.
  case setFlatRoad
  case pause
  case stop
  case reset

  package var request: FitnessMachineControlPoint.Request {
    switch self {
    case .requestControl: .requestControl
    case .startOrResume: .startOrResume
    case .setTargetPower(let watts): .set(.power(watts: Int16(clamping: watts)))
    case .setFlatRoad: .set(.indoorBikeSimulation(.flatRoad))
    case .pause: .stopOrPause(.pause)
    case .stop: .stopOrPause(.stop)
    case .reset: .reset
    }
  }
}

/// How a procedure ended.
package enum ControlResult: Hashable, Sendable {
  case success
  /// The trainer says that this client is not in control.
  case notPermitted
  /// The trainer names the parameter invalid.
  case invalidParameter
  /// The trainer refused, or could not be written to; the text names its result code, its ATT error, or what the radio said.
  case refused(String)
  /// The trainer took the request and never answered it, or the write did not end.
  case unanswered

  /// What the trainer said when it refused; nil where it did not, or control is not permitted.
  package var refusal: String? {
    switch self {
    case .invalidParameter: FitnessMachineControlPoint.ResultCode.invalidParameter.description
    case .refused(let how): how
    case .success, .notPermitted, .unanswered: nil
    }
  }
}

extension ControlResult {
  /// How a write ended that brought no answer of the trainer's.
  ///
  /// Whatever the radio says is a refusal, but that it waited in vain or that the link is gone.
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
      .characteristicMissing, .refused, .failed:
      self = .refused(error.detail ?? error.code.rawValue)
    }
  }
}

/// What a trainer can do, as far as it said so; learnt on the first link and kept over drops.
package struct TrainerProfile: Hashable, Sendable {
  /// Whether it takes a target power; nil until Fitness Machine Feature was read, or where it cannot be.
  package var takesPowerTargets: Bool?
  /// Whether it can be as a road is; nil until Fitness Machine Feature was read, or where it cannot be.
  package var simulatesRoad: Bool?
  /// The reads that have not ended yet.
  package var awaited: Set<CharacteristicID> = []

  package init() {}

  /// Whether all that can be learnt has been.
  package var isComplete: Bool { awaited.isEmpty }
}
