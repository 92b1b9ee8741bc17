import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var step: [any ParsableCommand.Type] {
    [
      BackCommand.self, ExtendCommand.self, BiasCommand.self,
    ]
  }
}

/// A verb that changes the current ride's plan, and prints the ride's new position in it.
protocol StepVerb: Verb {
  associatedtype Step: TrainerCall where Step.Reply == StepTaken

  /// Returns the request for the change.
  ///
  /// - Throws: `invalidParameter` for words that `validate` rejects.
  func step() throws(ControlError) -> Step
}

extension StepVerb {
  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let reply = try daemon.call(step())
    output.answer(reply, text: IntervalText.standing(reply.plan, glyphs: .current))
  }
}

struct NextCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Go on to the plan's next interval; in the last one, end the plan.",
    discussion: "An interval that waits for you is done then; any other is skipped. `jz2ctl back` restarts it.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let reply = try daemon.goOn()
    output.answer(reply, text: IntervalText.standing(reply.plan, glyphs: .current))
  }
}

extension DaemonConnection {
  /// Ends the interval of the plan: as done if it waits for the rider, else as skipped.
  func goOn() throws(ControlError) -> StepTaken {
    do throws(ControlError) { return try call(Done()) } catch {
      guard error.code == .notAwaited else { throw error }
      return try call(Skip())
    }
  }
}

struct BackCommand: StepVerb {
  static let configuration = CommandConfiguration(
    commandName: "back", abstract: "Restart the interval.",
    discussion: "In an interval's first five seconds, it restarts the previous interval.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  func step() -> Back { Back() }
}

struct ExtendCommand: StepVerb {
  static let configuration = CommandConfiguration(
    commandName: "extend", abstract: "Make the interval longer or shorter.",
    usage: "jz2ctl extend [--socket <path>] [--json] <time or distance>",
    discussion: """
      Use `extend 2:00` or `extend 90s` if the interval ends by time, `extend 500m` if it ends by distance. `extend \
      -1:00` shortens it, or ends it if less is left.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  // The parser reads `-1:00` as an option; unknown options are collected here.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The time or distance to add: \(IntervalExtension.forms).", valueName: "time or distance"))
  var words: [String]

  /// The words without a leading `--`.
  private var typed: [String] { words.first == "--" ? Array(words.dropFirst()) : words }

  func validate() throws {
    guard typed.count == 1, let word = typed.first else {
      throw ValidationError(String(localized: "extend takes one time or distance."))
    }
    do throws(LengthRefusal) {
      _ = try Self.reader.lengthening(word)
    } catch {
      throw ValidationError("'\(word.printable)': \(error)")
    }
  }

  private static let reader = LengthReader("jz2ctl extend 2:00")

  func step() throws(ControlError) -> Extend {
    switch typed.first.flatMap({ try? Self.reader.lengthening($0) }) {
    case .seconds(let seconds): Extend(seconds: seconds)
    case .meters(let meters): Extend(meters: meters)
    case nil: throw ControlError(.invalidParameter, subject: "seconds")
    }
  }
}

struct BiasCommand: StepVerb {
  static let configuration = CommandConfiguration(
    commandName: "bias", abstract: "Raise or lower all watts of the plan.",
    usage: "jz2ctl bias [--socket <path>] [--json] <P | +P | -P>",
    discussion: "`bias +5` and `bias -5` change it by 5 %, `bias 5` sets it, `bias 0` removes it.",
    shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  // The parser reads `-5` as an option; unknown options are collected here.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The bias or the change, in percent.", valueName: "percent"))
  var words: [String]

  /// The parsed words; nil if they are not valid.
  private var bias: BiasArgument? {
    let words = words.first == "--" ? words.dropFirst() : words[...]
    return words.count == 1 ? words.first.flatMap(BiasArgument.init) : nil
  }

  func validate() throws {
    guard bias == nil else { return }
    let typed = words.joined(separator: " ").printable
    throw ValidationError(
      String(
        localized:
          "bias takes 0 to \(Limits.biasPercent.upperBound), or a change of \(Limits.biasChange.lowerBound) to "
          + "+\(Limits.biasChange.upperBound) with its sign, not '\(typed)'."
      )
    )
  }

  /// Also prints the held power if it differs from the planned one, by the trainer's range, the heart rate or the legs.
  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let reply = try daemon.call(step())
    let held = output.json ? nil : daemon.easedTarget
    let texts = [IntervalText.standing(reply.plan, glyphs: .current), held.map { String(localized: "Held: \($0).") }]
    output.answer(reply, text: texts.compactMap(\.self).joined(separator: " "))
  }

  func step() throws(ControlError) -> Bias {
    switch bias {
    case .absolute(let percent): Bias(percent: percent)
    case .change(let change): Bias(change: change)
    case nil: throw ControlError(.invalidParameter, subject: "percent")
    }
  }
}
