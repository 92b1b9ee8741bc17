import Trainers

/// The spin-down of a trainer, as far as its control goes.
enum SpinDownState: Hashable, Sendable {
  case off
  /// The trainer accepted the request, or may have.
  case running
  /// The spin-down was cancelled here, and the trainer has not received the request to ignore it.
  case cancelled
  /// The trainer refused the request.
  case refused(ControlResult)
}
