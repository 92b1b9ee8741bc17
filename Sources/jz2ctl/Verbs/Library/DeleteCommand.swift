import ArgumentParser
import ControlWire
import Glibc
import RideText

struct DeleteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a ride; for 30 days it can be had back.",
    discussion: """
      Asks on a terminal; elsewhere it wants --yes. With --now the ride is dropped for good, be it deleted already: its \
      files are gone, and other rides take its room in the database, which keeps its size.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Flag(help: "Drop it for good, to make room; it cannot be had back.")
  var now = false

  @Flag(help: "Do not ask.")
  var yes = false

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let outcome = try delete(with: daemon, output: output, ask: Self.ask)
    guard outcome == .unasked else { return }
    output.refuse(Self.unasked(ride: ride.text))
    Self.exit(withError: ExitCode(ExitStatus.usage.rawValue))
  }

  /// What became of it.
  enum Outcome {
    case deleted
    case kept
    /// There was nobody to ask.
    case unasked
  }

  /// Deletes the ride, after a question if it was not said to be meant; `ask` answers nil where nobody can be asked.
  func delete(
    with daemon: some Daemon, output: Output, ask: (String) -> Bool?
  ) throws(ControlError) -> Outcome {
    var name = ride.text
    if !yes {
      guard !output.json else { return .unasked }
      let ride = try daemon.summary(name)
      name = "\(ride.id)"
      guard let isMeant = ask(Self.question(ride, forGood: now, time: .system)) else { return .unasked }
      guard isMeant else {
        output.answer(Done(), text: "Ride \(ride.id) stays.")
        return .kept
      }
    }
    let deleted = try daemon.edited(by: .delete(ride: name, now: now))
    let text = now ? "Ride \(deleted.id) is gone for good." : Self.answer(deleted, time: .system)
    output.answer(deleted, text: text)
    return .deleted
  }

  /// Whether a ride is meant: `Delete ride 12 of 2026-11-21 07:45 (1:00:00, 149 W)? [y/N] `.
  static func question(_ ride: RideSummary, forGood: Bool = false, time: LocalTime) -> String {
    let figures = ["\(ClockTime(ride.timerSeconds))", Figure.watts(ride.averageWatts)].compactMap(\.self)
    let name = ride.name.map { " \($0.printable)" } ?? ""
    let length = figures.joined(separator: ", ")
    return "Delete ride \(ride.id)\(name) of \(time.text(ride.start)) (\(length))\(forGood ? " for good" : "")? [y/N] "
  }

  /// What is said where there is no terminal to ask on.
  static func unasked(ride: String) -> Refusal {
    Refusal(
      error: "NotConfirmed", message: "Without a terminal, nobody can be asked whether the ride is meant.",
      remedy: "Say so beforehand: `jz2ctl delete \(ride) --yes`.", subject: ride, detail: nil)
  }

  /// What is said of a deleted ride.
  static func answer(_ ride: RideSummary, time: LocalTime) -> String {
    let limit = ride.deletedUntil.map { ", until \(time.text($0))" } ?? ""
    return "Ride \(ride.id) is deleted; `jz2ctl undelete \(ride.id)` brings it back\(limit)."
  }

  /// Asks on the terminal; nil where standard input is none.
  private static func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    StandardStream.error.write(question)
    let answer = readLine()?.lowercased()
    return answer == "y" || answer == "yes"
  }
}
