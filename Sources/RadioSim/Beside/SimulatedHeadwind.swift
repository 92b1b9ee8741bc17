package import FitnessGATT

/// Wahoo's fan KICKR HEADWIND, which blows as it is told in manual mode only.
package struct SimulatedHeadwind: Hashable, Sendable {
  /// How it is when it has been switched on.
  package private(set) var mode = HeadwindMode.off
  package private(set) var percent: UInt8 = 0

  /// The status of an answer, which no source tells; it is that of Wahoo's trainers.
  private static let (refused, done): (UInt8, UInt8) = (0, 1)
  /// The modes that it can be told.
  private static let modes = HeadwindMode.off.rawValue...HeadwindMode.hybrid.rawValue

  package init() {}

  /// The state that it tells by itself.
  package var state: [UInt8] { HeadwindNews.state(percent: percent, mode: mode).encoded() }

  /// Takes a request in a mood; returns what it then notifies: the answer, and its state if that has changed.
  ///
  /// What is no request gets no answer.
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
      // The other modes follow sensors, which are not paired with it.
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
