import ControlWire
import RideText
import Rides
import TrainerClient

/// The meaning of a key in the view of a ride.
enum RideKey: Hashable, Sendable {
  /// A request to the daemon.
  case act(RideAction)
  /// Asks for confirmation before the ride is stopped.
  case stop
  /// Confirms that question.
  case yes
  /// Leaves the view; the ride continues.
  case leave
  /// Shows the keys, or hides them.
  case help
  /// No action.
  case none

  /// The steps of the target power, in watts.
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
      // The first letter of yes, ja and oui. The S of sí is left out: without Shift it is the key that asks, so a slip
      // would confirm.
      case "y", "j", "o": .yes
      case "q": .leave
      case "?": .help
      default: .none
      }
  }
}

/// A key's request to the daemon.
enum RideAction: Hashable, Sendable {
  /// Changes the target, or the slope or resistance of a ride without one.
  case change(watts: Int)
  case pauseOrResume
  case skip
  case back
  case extend
  case done
  case lap
  case stop

  /// The extension of an interval by one key press, in seconds.
  private static let extensionSeconds = 60

  /// Sends the request.
  ///
  /// - Returns: A line about the change.
  /// - Throws: The daemon's error.
  func perform(with daemon: some DaemonConnection) throws(ControlError) -> String {
    switch self {
    case .change(let watts): try Self.change(by: watts, daemon)
    case .pauseOrResume: try Self.pauseOrResume(daemon)
    case .skip: KeyText.step(try daemon.goOn().plan, glyphs: .current)
    case .back: KeyText.step(try daemon.call(Back()).plan, glyphs: .current)
    case .extend: KeyText.step(try daemon.call(Extend(seconds: Self.extensionSeconds)).plan, glyphs: .current)
    case .done: KeyText.step(try daemon.call(Done()).plan, glyphs: .current)
    case .lap: LapText.ended(try daemon.call(EndLap()))
    case .stop: KeyText.stopped(try daemon.call(Stop()).ride)
    }
  }

  /// Asks the daemon for the ride's brake, because the shown status may be a second old.
  private static func change(by watts: Int, _ daemon: some DaemonConnection) throws(ControlError) -> String {
    switch TargetChange(watts: watts, during: try daemon.call(GetStatus()).ride) {
    case .target(let call): KeyText.target(try daemon.call(call).target)
    case .slope(let call): TargetText.slope(try daemon.call(call))
    case .resistance(let call): TargetText.resistance(try daemon.call(call))
    }
  }

  /// Asks the daemon whether the ride is paused, because the shown status may be a second old.
  private static func pauseOrResume(_ daemon: some DaemonConnection) throws(ControlError) -> String {
    if try daemon.call(GetStatus()).phase == .paused {
      _ = try daemon.call(Resume())
      return KeyText.resumed
    }
    _ = try daemon.call(Pause())
    return KeyText.paused
  }
}

/// The actions that wait during a request; changes of the target power are added up to one request.
struct RideActions: Sendable {
  /// The maximum number of waiting actions, so that a held key does not pile up requests.
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

  /// Removes and returns the oldest action.
  mutating func next() -> RideAction? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
