import BluetoothLE
import FitnessGATT

/// A procedure of the Fitness Machine Control Point that a ride uses (FTMS 1.0.1, §4.16.2).
enum ControlProcedure: Hashable, Sendable {
  case requestControl
  case startOrResume
  case setTargetPower(watts: Int)
  /// A flat road without wind: the legs alone decide.
  case setFlatRoad
  case pause
  case stop
  case reset

  var request: FitnessMachineControlPoint.Request {
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

/// The result of a procedure.
enum ControlResult: Hashable, Sendable {
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
  var refusal: String? {
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
  init(writeFailed error: LinkError) {
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

/// The abilities that a trainer reports; learnt on the first link and kept over drops.
struct TrainerProfile: Hashable, Sendable {
  /// Whether it takes a target power; nil until, or unless, Fitness Machine Feature is read.
  var takesPowerTargets: Bool?
  /// Whether it can simulate a road; nil until, or unless, Fitness Machine Feature is read.
  var simulatesRoad: Bool?
  /// The reads that are under way.
  var awaited: Set<CharacteristicID> = []

  init() {}

  /// Whether everything that can be learnt has been learnt.
  var isComplete: Bool { awaited.isEmpty }
}
