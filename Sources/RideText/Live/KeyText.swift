package import ControlWire

/// The keys of the live view, and what is said after one is pressed.
package enum KeyText {
  /// A key, what it does, and the verb that does the same.
  struct Entry {
    let key: String
    let meaning: String
    /// One word for the line of keys.
    let word: String
  }

  /// All keys, in the order in which they are listed.
  static let entries = [
    Entry(key: "+ -", meaning: "5 W more or less (also the arrows up and down)", word: "5 W"),
    Entry(key: "PgUp PgDn", meaning: "25 W more or less (also Shift with the arrows)", word: "25 W"),
    Entry(key: "space", meaning: "pause, and end the pause", word: "pause"),
    Entry(key: "n", meaning: "next interval", word: "next"),
    Entry(key: "b", meaning: "back: begin the interval again", word: "back"),
    Entry(key: "e", meaning: "extend the interval by a minute", word: "longer"),
    Entry(key: "d", meaning: "done: end an interval that waits for you", word: "done"),
    Entry(key: "l", meaning: "end the lap", word: "lap"),
    Entry(key: "S y", meaning: "stop the ride: S, then y", word: "stop"),
    Entry(key: "q", meaning: "leave the view; the ride goes on", word: "leave"),
    Entry(key: "?", meaning: "show or hide the keys", word: "keys"),
  ]

  /// Printed when a view is left during a ride.
  package static let goingOn = "The ride goes on. `jz2ctl watch` shows it, `jz2ctl stop` ends it."
  /// Asks whether to stop the ride.
  static let question = "Stop the ride? y stops it, any other key rides on."
  /// The answer to any other key.
  package static let ridingOn = "The ride goes on."
  package static let paused = "Paused; space ends the pause."
  package static let resumed = "The ride goes on."

  /// Confirms a target.
  package static func target(_ target: Target) -> String { "Target \(TargetText.target(target))" }

  /// Says where the ride stands in its plan after a step.
  package static func step(_ plan: PlanStatus, glyphs: Glyphs) -> String {
    inKeys(IntervalText.standing(plan, glyphs: glyphs))
  }

  /// Confirms the end of a ride.
  package static func stopped(_ ride: RideSummary?) -> String {
    ride == nil ? "Ended before the first pedal stroke; nothing was recorded." : "The ride is over."
  }

  /// Says why a key changed nothing, and what to do; a key as the remedy where one does it.
  package static func refusal(_ error: ControlError) -> String {
    "\(error.sentence.message.printable) \(inKeys(error.sentence.remedy.printable))"
  }

  /// The commands that have a key, the longer ones first.
  private static let keys = [
    ("`jz2ctl extend 2:00`", "e"), ("`jz2ctl watts 150`", "+ or -"), ("`jz2ctl watts W`", "+ or -"),
    ("`jz2ctl resume`", "space"), ("`jz2ctl pause`", "space"), ("`jz2ctl skip`", "n"), ("`jz2ctl back`", "b"),
    ("`jz2ctl done`", "d"), ("`jz2ctl lap`", "l"), ("`jz2ctl stop`", "S"),
  ]

  /// Puts the keys of the view in the place of commands that do the same.
  static func inKeys(_ text: String) -> String {
    keys.reduce(text) { text, key in text.replacing(key.0, with: key.1) }
  }
}
