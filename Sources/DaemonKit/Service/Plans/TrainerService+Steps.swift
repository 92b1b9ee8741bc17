import ControlSocket
import ControlWire
import RideSession

extension TrainerService {
  /// Changes something of the ride's plan.
  func take(_ step: ControlWire.PlanStep, _ peer: Peer) async throws(ControlError) -> ControlReply {
    try await command(.step(try RideSession.PlanStep(step)), peer)
  }
}

extension RideSession.PlanStep {
  /// - Throws: `invalidParameter` for what is missing, given twice or out of range.
  fileprivate init(_ step: ControlWire.PlanStep) throws(ControlError) {
    switch step {
    case .done: self = .done
    case .skip: self = .skip
    case .back: self = .back
    case .extend(let seconds?, nil): self = .extend(.seconds(seconds))
    case .extend(nil, let meters?): self = .extend(.meters(meters))
    case .extend(nil, nil): throw ControlError(.invalidParameter, subject: "seconds")
    case .extend: throw ControlError(.invalidParameter, subject: "meters")
    case .bias(let percent?, nil): self = .bias(percent: percent)
    case .bias(nil, let change?): self = .changeBias(percent: change)
    case .bias(nil, nil): throw ControlError(.invalidParameter, subject: "percent")
    case .bias: throw ControlError(.invalidParameter, subject: "change")
    case .label(let text): self = .label(text)
    }
  }
}

extension ControlError {
  /// Why a step is not taken, in the socket's terms.
  init(_ refusal: PlanStepRefusal) {
    self =
      switch refusal {
      case .notAwaited(let number): ControlError(.notAwaited, subject: String(number))
      case .notExtensible(let number): ControlError(.notExtensible, subject: String(number))
      case .biasOutOfRange: ControlError(.invalidParameter, subject: "percent")
      case .badLabel: ControlError(.invalidParameter, subject: "text")
      case .isOver: ControlError(.noRide)
      }
  }
}
