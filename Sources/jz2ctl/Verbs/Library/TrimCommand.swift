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
      guard case .suggestion(let ride, let suggestion) = try daemon.call(.suggestTrim(ride: ride.text)) else {
        throw .unexpectedReply
      }
      return output.answer(
        SuggestedTrim(ride: ride, suggestion: suggestion), text: TrimText.suggested(suggestion, ride: ride))
    }
    let before = try daemon.summary(ride.text)
    let order = TrimOrder(
      ride: "\(before.id)", fromSeconds: from?.seconds, toSeconds: to?.seconds, auto: auto ? true : nil)
    let after = try daemon.trimmed(by: .trim(order))
    output.answer(
      TrimmedRide(ride: after.ride, uploads: after.uploads),
      text: TrimText.changed(from: before, to: after.ride, uploads: after.uploads, time: .system))
  }
}

/// A ride and where it might be cut, as `--json` prints them.
struct SuggestedTrim: Encodable {
  let ride: RideSummary
  let suggestion: TrimSuggestion
}

/// A ride as it is now and where it was uploaded to, as `--json` prints them.
struct TrimmedRide: Encodable {
  let ride: RideSummary
  let uploads: [Upload]
}
