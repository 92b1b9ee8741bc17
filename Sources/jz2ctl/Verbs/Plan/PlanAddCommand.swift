import ArgumentParser
import ControlWire
import RideText

struct PlanAddCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an interval to a plan, or repeat what was added.",
    usage: """
      jz2ctl plan add <name> (--timer <time> | --distance <m> | --location <lat,lon> | --activity) [<options>]
      jz2ctl plan add <name> --repeat <times> [--last <count>]
      """,
    discussion: """
      One end and at most one target; without a target, riding is free.

        jz2ctl plan new mix
        jz2ctl plan add mix --timer 10:00 --ftp 50-75 --label 'Warm up'
        jz2ctl plan add mix --timer 20:00 --zone 2 --watts 140 --cadence 85-95
        jz2ctl plan add mix --distance 2.5km --watts 180 --cue '0:30 Ease off'
        jz2ctl plan add mix --location -33.8688,151.2093 --watts 160
        jz2ctl plan add mix --activity --label 'Drink'

      With --repeat, the interval is a group ridden so many times. With --repeat alone, the lone intervals at the plan's \
      end become one; with --last, only the last so many of them:

        jz2ctl plan add mix --timer 1:00 --ftp 105
        jz2ctl plan add mix --timer 1:00 --ftp 85
        jz2ctl plan add mix --repeat 4 --last 2
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.")
  var name: String

  @OptionGroup var end: EndOptions

  @OptionGroup var aim: AimOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("How often, 1 to 200.", valueName: "times"))
  var `repeat`: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --repeat alone: only the last so many of the lone intervals.", valueName: "count"))
  var last: Int?

  func validate() throws {
    if let times = `repeat`, !(1...200).contains(times) {
      throw ValidationError("--repeat takes 1 to 200, not \(times).")
    }
    try checkLast()
    try aim.check()
    switch end.count {
    case 1: break
    case 0 where `repeat` != nil && aim.isEmpty: break
    case 0 where `repeat` != nil:
      throw ValidationError("An interval needs its end: give --timer, --distance, --location or --activity too.")
    default: throw ValidationError("Give one of --timer, --distance, --location and --activity.")
    }
  }

  private func checkLast() throws {
    guard let last else { return }
    guard last >= 1 else { throw ValidationError("--last takes 1 or more, not \(last).") }
    guard `repeat` != nil, end.count == 0, aim.isEmpty else {
      throw ValidationError("--last goes with --repeat alone, which makes a group of intervals that are there.")
    }
  }

  /// What is to be added.
  var addition: PlanAddition {
    PlanAddition(
      name: name, intervals: end.interval.map { [aim.applied(to: $0)] } ?? [], repeats: `repeat`, last: last)
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let details = try daemon.plan(by: .addToPlan(addition))
    output.answer(details, text: PlanOverview(details: details, glyphs: .current).text)
  }
}
