import ArgumentParser
import ControlWire
import RideText

struct TrimCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "trim", abstract: "Keep a part of a ride, without its forgotten end, say.",
    usage: """
      jz2ctl trim <ride> [--from <time>] [--to <time>]
      jz2ctl trim <ride> --auto
      jz2ctl trim <ride> --suggest
      """,
    discussion: """
      A time is 1:23:45, 23:45 (minutes and seconds) or so many seconds, from the beginning of the whole ride. All \
      figures are reckoned anew; nothing is lost, and `untrim` makes the ride whole again. Of a ride that is cut already, \
      the end that is not said stays.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Option(help: ArgumentHelp("The first second to keep; without it, that of now.", valueName: "time"))
  var from: RideTimeArgument?

  @Option(help: ArgumentHelp("Where to end; without it, where it ends now.", valueName: "time"))
  var to: RideTimeArgument?

  @Flag(help: "Keep what --suggest proposes.")
  var auto = false

  @Flag(help: "Say where the ride might be cut, and cut nothing.")
  var suggest = false

  func validate() throws {
    guard [from != nil || to != nil, auto, suggest].count(where: { $0 }) == 1 else {
      throw ValidationError("Give --from, --to or both, or --auto, or --suggest.")
    }
    guard let from, let to else { return }
    guard from.seconds < to.seconds else { throw ValidationError("--from takes a time before that of --to.") }
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    if suggest {
      let suggested = try daemon.call(SuggestTrim(ride: ride.text))
      return output.answer(suggested, text: TrimText.suggested(suggested.suggestion, ride: suggested.ride))
    }
    let before = try daemon.summary(ride.text)
    let after = try daemon.call(
      TrimRide(ride: "\(before.id)", fromSeconds: from?.seconds, toSeconds: to?.seconds, auto: auto ? true : nil))
    output.answer(
      after,
      text: TrimText.changed(from: before, to: after.ride, uploads: after.uploads, time: .system))
  }
}

struct UntrimCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "untrim", abstract: "Make a ride whole again.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let before = try daemon.summary(ride.text)
    let after = try daemon.call(Untrim(ride: "\(before.id)"))
    let text =
      before.trim == nil
      ? "Ride \(before.id) is whole already."
      : TrimText.changed(from: before, to: after.ride, uploads: after.uploads, time: .system)
    output.answer(after, text: text)
  }
}
