import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct SlopeCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "slope", abstract: "Ride up or down a slope instead of at a power.",
    usage: "jz2ctl slope [--socket <path>] [--json] <% | +% | -%>",
    discussion: """
      `slope 2` simulates a road that rises by 2 %; `slope +0.5` and `slope -0.5` change it. Write a descent with two \
      hyphens: `slope -- -2`. Speed and distance follow from your power, your weight and the slope. It lasts until \
      `watts` or, in a plan, until the interval ends.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  // The parser reads `-0.5` as an option; unknown options are collected here.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The slope or its change, in percent.", valueName: "percent"))
  var words: [String]

  private var typed: SlopeArgument? { SlopeArgument(words, Limits.slopePercent, Limits.slopeChange) }

  func validate() throws {
    guard typed == nil else { return }
    let text = words.joined(separator: " ").printable
    throw ValidationError(
      String(localized: "slope takes \(Limits.slopePercent.span) %, or a change like +0.5 or -0.5, not '\(text)'."))
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard let typed else { throw ControlError(.invalidParameter, subject: "percent") }
    let reply = try daemon.call(typed.isChange ? SetSlope(change: typed.percent) : SetSlope(percent: typed.percent))
    output.answer(reply, text: TargetText.slope(reply))
  }
}

struct ResistanceCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "resistance", abstract: "Ride with a constant resistance instead of at a power.",
    usage: "jz2ctl resistance [--socket <path>] [--json] <% | +% | -%>",
    discussion: """
      `resistance 40` brakes with 40 % of the trainer's greatest resistance; `resistance +5` and `resistance -5` \
      change it. It lasts until `watts` or, in a plan, until the interval ends.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The resistance or its change, in percent.", valueName: "percent"))
  var words: [String]

  private var typed: SlopeArgument? { SlopeArgument(words, Limits.resistancePercent, Limits.resistanceChange) }

  func validate() throws {
    guard typed == nil else { return }
    let (text, range) = (words.joined(separator: " ").printable, Limits.resistancePercent.span)
    throw ValidationError(
      String(localized: "resistance takes \(range) %, or a change like +5 or -5, not '\(text)'."))
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard let typed else { throw ControlError(.invalidParameter, subject: "percent") }
    let reply = try daemon.call(
      typed.isChange ? SetResistance(change: typed.percent) : SetResistance(percent: typed.percent))
    output.answer(reply, text: TargetText.resistance(reply))
  }
}

/// A slope or a resistance as it is typed: `2`, `2.5%`; `+0.5` and `-0.5` are changes, and `-- -2` is a descent.
struct SlopeArgument: Equatable {
  let percent: Double
  let isChange: Bool

  /// - Returns: Nil for any other text, and for a value outside the limits.
  init?(_ words: [String], _ limits: ClosedRange<Double>, _ changes: ClosedRange<Double>) {
    let isPlain = words.first == "--"
    let typed = words.dropFirst(isPlain ? 1 : 0)
    guard typed.count == 1 || typed.count == 2 && typed.last == "%" else { return nil }
    let text = typed.joined()
    let sign = text.first == "+" || text.first == "-" || text.first == "−" ? text.first : nil
    guard let number = Quantity.percent.number(sign == nil ? text : String(text.dropFirst())) else { return nil }
    percent = sign == nil || sign == "+" ? number : -number
    isChange = sign != nil && !isPlain
    guard (isChange ? changes : limits).contains(percent) else { return nil }
  }
}
