import BluetoothLE
import Rides

/// Devices that answer and refuse, or are useless. Each link to them costs air time, and no measure against the radio
/// helps.
extension RideMachine {
  /// The number of refusals that ends a start.
  private static let mostRefusals = 3
  /// The longest rest of a trainer whose links do not show its services.
  ///
  /// Some trainers show them only seconds after they wake.
  private static let longestRestWithoutServices = Duration.seconds(8)

  /// Call when the trainer made a link useless, after the link has ended.
  mutating func trainerUseless(_ error: LinkError) {
    switch error.recovery {
    case .forget: trainer.restLonger(atMost: Self.longestRestWithoutServices, at: now)
    case .later, .final: trainer.restLonger(at: now)
    case .awaitRadio, .powerCycle, .listen, .ladder, .none: break
    }
    trainerFailed(error)
  }

  /// Takes a measure after a failed attempt to link the trainer, or ends the start if the failure is a final refusal.
  mutating func trainerFailed(_ error: LinkError) {
    if error.recovery == .final, let refusals = ride?.countRefusal(), refusals >= Self.mostRefusals {
      return failStart(.trainerNotFound(error))
    }
    climb(after: error)
  }

  /// Returns the fault of a device whose subscription failed; nil if only the link is at fault.
  func fault(ofSubscription error: LinkError) -> LinkError? {
    if error.isEndOfLink { return nil }
    switch error.recovery {
    case .forget, .later, .final: return error
    case .awaitRadio, .powerCycle, .listen, .ladder, .none:
      return LinkError(
        .servicesUnresolved, operation: error.operation, device: error.device, detail: error.detail)
    }
  }

  /// Stores a refusal as an event of the ride, with the radio's message.
  ///
  /// A repeated refusal is stored once.
  mutating func noteRefusal(_ role: DeviceRole, _ error: LinkError) {
    guard error.isRefusal, let ride, ride.sampler != nil, ride.notedRefusals[role] != error.code else { return }
    self.ride?.notedRefusals[role] = error.code
    note(.linkRefused(role, "\(error.operation): \(error.detail ?? error.code.rawValue)"))
  }
}

extension LinkError {
  /// Whether the error only reports that the link is ending, or has ended.
  fileprivate var isEndOfLink: Bool {
    switch recovery {
    case .awaitRadio, .powerCycle, .none: true
    case .ladder: code == .lost || code == .supervisionTimeout
    case .listen, .forget, .later, .final: false
    }
  }
}
