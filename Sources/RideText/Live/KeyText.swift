package import ControlWire
package import Rides

/// The keys of the live view, and what is said after one is pressed.
package enum KeyText {
  /// A key, what it does, and the verb that does the same.
  struct Entry {
    let key: Key
    let meaning: String
    /// One word for the line of keys.
    let word: String
  }

  /// A key, or a pair of them, as a terminal names it.
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

    /// The name as it stands on the keyboard; that of the space bar is a word.
    var name: String { self == .space ? KeyText.space : rawValue }
  }

  /// The space bar.
  static var space: String { String(localized: "space") }

  /// All keys, in the order in which they are listed.
  static var entries: [Entry] {
    [
      Entry(key: .watts, meaning: String(localized: "5 W more or less (also the arrows up and down)"), word: "5 W"),
      Entry(
        key: .manyWatts, meaning: String(localized: "25 W more or less (also Shift with the arrows)"), word: "25 W"),
      Entry(
        key: .space, meaning: String(localized: "pause, and end the pause"), word: String(localized: "pause")),
      Entry(key: .next, meaning: String(localized: "next interval"), word: String(localized: "next")),
      Entry(
        key: .back, meaning: String(localized: "back: begin the interval again"), word: String(localized: "back")),
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

  /// Printed when a view is left during a ride.
  package static var goingOn: String {
    String(localized: "The ride goes on. `jz2ctl watch` shows it, `jz2ctl stop` ends it.")
  }
  /// Asks whether to stop the ride.
  static var question: String { String(localized: "Stop the ride? y stops it, any other key rides on.") }
  /// The answer to any other key.
  package static var ridingOn: String { String(localized: "The ride goes on.") }
  package static var paused: String { String(localized: "Paused; space ends the pause.") }
  package static var resumed: String { ridingOn }

  /// Confirms a target.
  package static func target(_ target: Target) -> String {
    String(localized: "Target \(TargetText.target(target))")
  }

  /// Says where the ride stands in its plan after a step.
  package static func step(_ plan: PlanStatus, glyphs: Glyphs) -> String {
    inKeys(IntervalText.standing(plan, glyphs: glyphs))
  }

  /// Confirms the end of a ride.
  package static func stopped(_ ride: RideSummary?) -> String {
    ride == nil
      ? String(localized: "Ended before the first pedal stroke; nothing was recorded.")
      : String(localized: "The ride is over.")
  }

  /// Says why a key changed nothing, and what to do; a key as the remedy where one does it.
  package static func refusal(_ error: ControlError) -> String {
    "\(error.sentence.message.printable) \(inKeys(error.sentence.remedy.printable))"
  }

  /// The commands that have a key, the longer ones first.
  private static var keys: [(command: String, key: String)] {
    let watts = String(localized: "+ or -")
    return [
      ("`jz2ctl extend 2:00`", "e"), ("`jz2ctl watts 150`", watts), ("`jz2ctl watts W`", watts),
      ("`jz2ctl resume`", space), ("`jz2ctl pause`", space), ("`jz2ctl skip`", "n"), ("`jz2ctl back`", "b"),
      ("`jz2ctl done`", "d"), ("`jz2ctl lap`", "l"), ("`jz2ctl stop`", "S"),
    ]
  }

  /// Puts the keys of the view in the place of commands that do the same.
  static func inKeys(_ text: String) -> String {
    keys.reduce(text) { text, key in text.replacing(key.command, with: key.key) }
  }
}
