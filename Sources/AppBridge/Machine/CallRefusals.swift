import BluetoothLE
import ControlWire
import FitnessGATT
import Rides

/// The requests that jz2d refused a short time ago, which fail without another call.
///
/// A trainer that is off is not searched for again at each of the targets that an app repeats.
struct CallRefusals: Sendable {
  /// How long requests fail; the next one is tried again.
  static let time = Duration.seconds(30)

  /// The requests that jz2d may refuse.
  enum Request: Hashable, Sendable {
    case start
    case aim(TrainerMode)
  }

  private var refusals: [Request: (result: FitnessMachineControlPoint.ResultCode, at: MonotonicInstant)] = [:]

  /// Adds a refusal; a trainer without such a brake does not support the procedure.
  mutating func add(_ request: Request, _ error: ControlError, at now: MonotonicInstant) {
    refusals[request] = (error.isAboutBrake ? .opCodeNotSupported : .operationFailed, now)
  }

  mutating func remove(_ request: Request) { refusals[request] = nil }

  /// Returns the result of such a request; nil unless jz2d refused one a short time ago.
  func result(of request: Request, at now: MonotonicInstant) -> FitnessMachineControlPoint.ResultCode? {
    refusals[request].flatMap { now - $0.at < Self.time ? $0.result : nil }
  }
}

extension ControlError {
  /// Whether the trainer cannot brake in the requested way.
  var isAboutBrake: Bool { code == .modeUnsupported || code == .noPowerTargets }
}
