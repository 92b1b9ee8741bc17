import ControlWire
import RideText
import Rides
import TrainerClient

/// What a key asks for in the view of a ride.
enum RideKey: Hashable, Sendable {
  /// A call to the daemon.
  case act(RideAction)
  /// Asks whether the ride is to be stopped.
  case stop
  /// Answers that question with yes.
  case yes
  /// Leaves the view; the ride goes on.
  case leave
  /// Shows the keys, or hides them.
  case help
  /// Nothing.
  case none

  /// The steps by which keys change the target, in watts.
  private static let (step, leap) = (5, 25)

  init(_ key: TerminalKey) {
    self =
      switch key {
      case .up: .act(.change(watts: Self.step))
      case .down: .act(.change(watts: -Self.step))
      case .shiftUp, .pageUp: .act(.change(watts: Self.leap))
      case .shiftDown, .pageDown: .act(.change(watts: -Self.leap))
      case .character(let character): Self(character)
      case .other: .none
      }
  }

  private init(_ character: Character) {
    self =
      switch character {
      case "+", "=": .act(.change(watts: Self.step))
      case "-": .act(.change(watts: -Self.step))
      case " ": .act(.pauseOrResume)
      case "n": .act(.skip)
      case "b": .act(.back)
      case "e": .act(.extend)
      case "d": .act(.done)
      case "l": .act(.lap)
      case "S": .stop
      // The first letter of yes, ja and oui. That of sí is the key that asks, without Shift: a slip would answer.
      case "y", "j", "o": .yes
      case "q": .leave
      case "?": .help
      default: .none
      }
  }
}

/// A change of the ride that a key asks the daemon for.
enum RideAction: Hashable, Sendable {
  case change(watts: Int)
  case pauseOrResume
  case skip
  case back
  case extend
  case done
  case lap
  case stop

  /// By how much the key makes an interval longer, in seconds.
  private static let extensionSeconds = 60

  /// Asks the daemon.
  ///
  /// - Returns: What has changed, in a line.
  /// - Throws: The refusal.
  func perform(with daemon: some DaemonConnection) throws(ControlError) -> String {
    switch self {
    case .change(let watts): KeyText.target(try daemon.call(SetWatts(change: watts)).target)
    case .pauseOrResume: try Self.pauseOrResume(daemon)
    case .skip: KeyText.step(try daemon.call(Skip()).plan, glyphs: .current)
    case .back: KeyText.step(try daemon.call(Back()).plan, glyphs: .current)
    case .extend: KeyText.step(try daemon.call(Extend(seconds: Self.extensionSeconds)).plan, glyphs: .current)
    case .done: KeyText.step(try daemon.call(Done()).plan, glyphs: .current)
    case .lap: LapText.ended(try daemon.call(EndLap()))
    case .stop: KeyText.stopped(try daemon.call(Stop()).ride)
    }
  }

  /// The daemon knows best whether the ride is paused: a status that is shown may be a second old.
  private static func pauseOrResume(_ daemon: some DaemonConnection) throws(ControlError) -> String {
    if try daemon.call(GetStatus()).phase == .paused {
      _ = try daemon.call(Resume())
      return KeyText.resumed
    }
    _ = try daemon.call(Pause())
    return KeyText.paused
  }
}

/// The actions that wait while the daemon is asked: presses of the watts add up to one call.
struct RideActions: Sendable {
  /// The most that wait; a key that is held down does not pile up calls.
  private static let most = 16

  private var waiting: [RideAction] = []

  mutating func add(_ action: RideAction) {
    if case .change(let more) = action, case .change(let watts)? = waiting.last {
      waiting.removeLast()
      if let sum = SetWatts.sum(watts, more) { waiting.append(.change(watts: sum)) }
    } else if waiting.count < Self.most {
      waiting.append(action)
    }
  }

  /// Takes the one that waits longest.
  mutating func next() -> RideAction? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
