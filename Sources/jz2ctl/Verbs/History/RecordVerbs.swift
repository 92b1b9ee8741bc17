import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Compare weeks, show records, power curve and load, draw scores.",
    discussion: "`jz2ctl stats` means `jz2ctl stats weeks`. Only bicycle rides of a minute or more count.",
    subcommands: [
      StatsWeeksCommand.self, RecordsCommand.self, PowerCommand.self, LoadCommand.self, StatsHistoryCommand.self,
      StatsScoresCommand.self,
    ],
    defaultSubcommand: StatsWeeksCommand.self)

  @OptionGroup var options: CommonOptions
}

struct StatsWeeksCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "weeks", abstract: "Show the totals of the last weeks.")

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(help: ArgumentHelp("How many weeks, \(Limits.weeks.text).", valueName: "count"))
  var count = Limits.usualWeeks

  func validate() throws { try Limits.weeks.check("stats weeks", count) }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try list(with: daemon, output, .system, today: LocalTime.now.day.daysSince1970)
  }

  /// Lists the weeks up to that of `today`.
  func list(
    with daemon: some DaemonConnection, _ output: Output, _ time: LocalTime, today: Int
  ) throws(ControlError) {
    let first = HistoryChart.monday(ofDay: today) - 7 * (count - 1)
    let since = LocalTime.rfc3339(time.beginning(ofDay: first))
    let listed = RideWeeks(
      rides: try daemon.call(History(since: since)).rides, today: today, weeks: count, time: time)
    output.answer(listed, text: listed.text)
  }
}

struct RecordsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "records", abstract: "Show your records: best power, longest rides, power in Zone 2.",
    discussion: """
      Shows the best mean power over 5 s, 1, 5, 20 and 60 min; the longest, farthest and hardest ride; and the best \
      mean power in Zone 2 of a ride with at least 20 minutes there. Only bicycle rides of a minute or more count. \
      `stop` and `show` also show the records of a ride.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let list = try daemon.call(Records())
    output.answer(list, text: RecordText.list(list.records, time: .system))
  }
}

struct PowerCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "power", abstract: "Show the power curve: the best power over 1 s to 3 h.",
    discussion: """
      Shows one ride, the rides of some days, or all bicycle rides. A pause counts as 0 W. If you set your weight \
      (`settings --weight`), it also shows W/kg. Below the curve, it estimates your FTP and your critical power; it never \
      sets them.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: "The ride's number, or 'last'. Default: the best of all rides.", completion: .rides,
    transform: RideArgument.init(typed:))
  var ride: RideArgument?

  @Option(help: ArgumentHelp("Only rides from this day on: YYYY-MM-DD, today or yesterday.", valueName: "day"))
  var since: DayArgument?

  @Option(help: ArgumentHelp("Only rides up to and including this day.", valueName: "day"))
  var until: DayArgument?

  func validate() throws {
    guard ride == nil || (since == nil && until == nil) else {
      throw ValidationError(String(localized: "--since and --until choose several rides; leave the ride out."))
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let points = try daemon.call(
      question(
        ofRide: ride.map { ride throws(ControlError) in try daemon.number(of: ride) }, at: .system,
        today: LocalTime.now.day))
    let weight = output.json ? nil : try daemon.call(GetSettings()).settings.weightKilograms
    output.answer(
      points,
      text: RecordText.curve(points, isOfOne: ride != nil, weightKilograms: weight, time: .system))
  }

  /// Returns the request; a day begins and ends by the rider's clock.
  func question(ofRide ride: String?, at time: LocalTime, today: CalendarDay) -> BestPower {
    func beginning(_ day: CalendarDay) -> String { LocalTime.rfc3339(time.beginning(ofDay: day.daysSince1970)) }
    return BestPower(
      ride: ride, since: since.map { beginning($0.day(today: today)) },
      before: until.map { beginning($0.day(today: today).advanced(by: 1)) })
  }
}
