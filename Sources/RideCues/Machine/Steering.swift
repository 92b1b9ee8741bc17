import BluetoothLE
package import ControlWire
import Rides

/// A request that a button sends to jz2d.
package enum SteeringCall: Hashable, Sendable {
  /// A change of the target, the slope or the resistance.
  case change(TargetChange)
  case pause
  case resume
  case skip
  case back
  case done
  case lap
  case stop
}

/// The button presses that wait, sent to jz2d one request at a time.
struct Steering: Sendable {
  /// How long a press waits for the response to the one before.
  ///
  /// After that the ride has changed, and the press is dropped.
  static let patience = Duration.seconds(5)
  /// The shortest time between two repetitions of a held key: at 5 W each, 20 W a second.
  static let repetition = Duration.milliseconds(250)
  /// How many presses can wait; consecutive changes of the watts are added into one.
  static let room = 4

  private struct Press {
    var action: ButtonAction
    var since: MonotonicInstant
  }

  private var presses: [Press] = []
  private var isWaiting = false
  /// When a key was last pressed or repeated.
  private var repeated: MonotonicInstant?

  /// Handles a change of a key.
  mutating func take(_ change: KeyEvent.Change, _ action: ButtonAction, at now: MonotonicInstant) {
    switch change {
    case .released: return
    case .pressed: break
    case .held:
      guard action.isRepeated, repeated.map({ now - $0 >= Self.repetition }) ?? true else { return }
    }
    guard action != .nothing else { return }
    repeated = now
    if case .watts(let more) = action, case .watts(let watts)? = presses.last?.action {
      presses.removeLast()
      if let sum = SetWatts.sum(watts, more) { presses.append(Press(action: .watts(sum), since: now)) }
    } else if presses.count < Self.room {
      presses.append(Press(action: action, since: now))
    }
  }

  /// Handles jz2d's response, a refusal too.
  mutating func answered() { isWaiting = false }

  /// The next request; nil while a response is pending, or if no press waits.
  mutating func next(during status: Status?, at now: MonotonicInstant) -> SteeringCall? {
    guard !isWaiting else { return nil }
    while let press = presses.first {
      presses.removeFirst()
      guard now - press.since <= Self.patience, let call = Self.call(press.action, during: status) else { continue }
      isWaiting = true
      return call
    }
    return nil
  }

  private static func call(_ action: ButtonAction, during status: Status?) -> SteeringCall? {
    switch action {
    case .watts(let watts): .change(TargetChange(watts: watts, during: status?.ride))
    case .pause: status?.phase == .paused ? .resume : .pause
    case .skip: .skip
    case .back: .back
    case .done: status?.plan?.interval?.end == .activity ? .done : .lap
    case .lap: .lap
    case .stop: .stop
    case .nothing: nil
    }
  }
}
