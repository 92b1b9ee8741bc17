package import FitnessGATT

/// Wahoo's fan KICKR HEADWIND, which accepts a speed only in manual mode.
package struct SimulatedHeadwind: Hashable, Sendable {
  /// The fan's mode; off after it is switched on.
  package private(set) var mode = HeadwindMode.off
  package private(set) var percent: UInt8 = 0

  /// The status in an answer.
  ///
  /// No source documents it; these are the values of Wahoo's trainers.
  private static let (refused, done): (UInt8, UInt8) = (0, 1)
  /// The modes that a request can set.
  private static let modes = HeadwindMode.off.rawValue...HeadwindMode.hybrid.rawValue

  package init() {}

  /// The state that the fan notifies unasked.
  package var state: [UInt8] { HeadwindNews.state(percent: percent, mode: mode).encoded() }

  /// Receives a request in a mood.
  ///
  /// Returns the notifications: the answer, and the state if it has changed.
  ///
  /// Bytes that are not a request get no answer.
  package mutating func take(_ value: [UInt8], in mood: TrainerMood) -> [[UInt8]] {
    guard let request = try? HeadwindRequest(decoding: value) else { return [] }
    let before = self
    let isTaken = mood != .denying && allows(request)
    if isTaken, mood != .deaf { carryOut(request) }
    guard mood != .mute else { return [] }
    return [answer(to: request, status: isTaken ? Self.done : Self.refused).encoded()] + (self == before ? [] : [state])
  }

  private func allows(_ request: HeadwindRequest) -> Bool {
    switch request {
    case .getSpeed, .getMode: true
    case .setSpeed: mode == .manual
    case .setMode(let mode): Self.modes.contains(mode.rawValue)
    }
  }

  private mutating func carryOut(_ request: HeadwindRequest) {
    switch request {
    case .getSpeed, .getMode: break
    case .setSpeed(let percent): self.percent = UInt8(clamping: percent)
    case .setMode(let mode):
      self.mode = mode
      // The other modes follow sensors, but this fan has no paired sensors.
      if mode != .manual { percent = 0 }
    }
  }

  private func answer(to request: HeadwindRequest, status: UInt8) -> HeadwindNews {
    switch request {
    case .getSpeed: .speed(percent: percent)
    case .setSpeed: .speedSet(status: status, percent: percent)
    case .getMode: .mode(mode)
    case .setMode: .modeSet(status: status, mode: mode)
    }
  }
}
