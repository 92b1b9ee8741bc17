package import ControlWire
package import Rides

/// The keys of the live view, and the messages after a key.
package enum KeyText {
  /// A key, its function, and a word for it.
  struct Entry {
    let key: Key
    let meaning: String
    /// A short word for the line of keys.
    let word: String
  }

  /// A key, or a pair of keys, in a terminal's notation.
  enum Key: String {
    case watts = "+ -"
    case manyWatts = "PgUp PgDn"
    case space
    case next = "n"
    case back = "b"
    case longer = "e"
    case done = "d"
    case lap = "l"
    case stop = "S y"
    case leave = "q"
    case keys = "?"

    /// The name on the keyboard; the space bar has a word.
    var name: String { self == .space ? KeyText.space : rawValue }
  }

  /// The space bar.
  static var space: String { String(localized: "space") }

  /// All keys, in the order of the list.
  static var entries: [Entry] {
    [
      Entry(
        key: .watts,
        meaning: String(
          localized: "5 W, 0.5 % of slope or 5 % of resistance more or less (also the arrows up and down)"), word: "5 W"
      ),
      Entry(
        key: .manyWatts, meaning: String(localized: "five times as much (also Shift with the arrows)"), word: "25 W"),
      Entry(
        key: .space, meaning: String(localized: "pause or resume"), word: String(localized: "pause")),
      Entry(key: .next, meaning: String(localized: "next interval"), word: String(localized: "next")),
      Entry(
        key: .back, meaning: String(localized: "back: restart the interval"), word: String(localized: "back")),
      Entry(
        key: .longer, meaning: String(localized: "extend the interval by a minute"),
        word: String(localized: "longer")),
      Entry(
        key: .done, meaning: String(localized: "done: end an interval that waits for you"),
        word: String(localized: "done")),
      Entry(key: .lap, meaning: String(localized: "end the lap"), word: String(localized: "lap")),
      Entry(key: .stop, meaning: String(localized: "stop the ride: S, then y"), word: String(localized: "stop")),
      Entry(
        key: .leave, meaning: String(localized: "leave the view; the ride goes on"),
        word: String(localized: "leave")),
      Entry(key: .keys, meaning: String(localized: "show or hide the keys"), word: String(localized: "keys")),
    ]
  }

  /// Printed when the rider leaves a view during a ride.
  package static var goingOn: String {
    String(localized: "The ride goes on. `jz2ctl watch` shows it, `jz2ctl stop` ends it.")
  }
  /// Asks whether to stop the ride.
  static var question: String { String(localized: "Stop the ride? Press y to stop it, any other key to ride on.") }
  /// The message after any other key.
  package static var ridingOn: String { String(localized: "The ride goes on.") }
  package static var paused: String { String(localized: "Paused. Press space to resume.") }
  package static var resumed: String { ridingOn }

  /// Confirms a target.
  package static func target(_ target: Target) -> String {
    String(localized: "Target \(TargetText.target(target))")
  }

  /// Describes the ride's position in its plan after a step.
  package static func step(_ plan: PlanStatus, glyphs: Glyphs) -> String {
    inKeys(IntervalText.standing(plan, glyphs: glyphs))
  }

  /// Confirms the end of a ride.
  package static func stopped(_ ride: RideSummary?) -> String {
    ride == nil
      ? String(localized: "Ended before the first pedal stroke; nothing was recorded.")
      : String(localized: "The ride is over.")
  }

  /// Explains why a key was refused, and the remedy; the remedy is a key if one has the same function.
  package static func refusal(_ error: ControlError) -> String {
    "\(error.explanation.message.printable) \(inKeys(error.explanation.remedy.printable))"
  }

  /// The commands with the same function as a key; longer commands come first.
  private static var keys: [(command: String, key: String)] {
    let watts = String(localized: "+ or -")
    return [
      ("`jz2ctl extend 2:00`", "e"), ("`jz2ctl watts 150`", watts), ("`jz2ctl watts W`", watts),
      ("`jz2ctl resume`", space), ("`jz2ctl pause`", space), ("`jz2ctl next`", "n"), ("`jz2ctl back`", "b"),
      ("`jz2ctl lap`", "l"), ("`jz2ctl stop`", "S"),
    ]
  }

  /// Replaces commands by keys of the view with the same function.
  static func inKeys(_ text: String) -> String {
    keys.reduce(text) { text, key in text.replacing(key.command, with: key.key) }
  }
}
