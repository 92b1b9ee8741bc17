import BluetoothLE
import ControlWire
import FitnessGATT
import Rides

/// Turns changes of the ride into events of Fitness Machine Status, and into Training Status.
///
/// A lost trainer and an auto-pause are no events: apps see only their values.
struct RideReports: Sendable {
  /// The state of a ride that apps are notified of.
  fileprivate enum Session: Hashable, Sendable {
    case stopped
    case running
    case paused
  }

  private var session: Session?
  private(set) var training = TrainingStatus(.idle)

  /// Takes a status, and returns the event; nil without one.
  ///
  /// The first status is no event.
  mutating func take(_ status: Status, aim: RideAim?) -> FitnessMachineStatus? {
    let (before, now) = (session, Session(status))
    session = now
    if let code = TrainingStatus.Code(status, aim) { training = TrainingStatus(code) }
    guard let before, before != now else { return nil }
    switch now {
    case .stopped: return .stoppedOrPausedByUser(.stop)
    case .paused: return .stoppedOrPausedByUser(.pause)
    case .running: return .startedOrResumedByUser
    }
  }
}

extension RideReports.Session {
  fileprivate init(_ status: Status) {
    switch status.phase {
    case .idle, .finishing: self = .stopped
    case .connecting, .ready, .riding, .reconnecting: self = .running
    case .paused: self = status.autoPaused == true ? .running : .paused
    }
  }
}

extension TrainingStatus.Code {
  static let idle = TrainingStatus.Code(rawValue: 0x01)
  private static let wattControl = TrainingStatus.Code(rawValue: 0x0C)
  private static let manual = TrainingStatus.Code(rawValue: 0x0D)
  private static let before = TrainingStatus.Code(rawValue: 0x0E)
  private static let after = TrainingStatus.Code(rawValue: 0x0F)

  /// Creates the code for a ride; nil if the previous one still applies: a lost trainer is not shown.
  fileprivate init?(_ status: Status, _ aim: RideAim?) {
    switch status.phase {
    case .idle: self = .idle
    case .connecting, .ready: self = .before
    case .riding, .paused: self = aim?.mode == .erg ? .wattControl : .manual
    case .reconnecting: return nil
    case .finishing: self = .after
    }
  }
}
