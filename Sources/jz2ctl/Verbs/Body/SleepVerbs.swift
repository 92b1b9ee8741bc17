import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct SleepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleep", abstract: "Enter and list nights.",
    discussion: """
      A night belongs to the day of waking. `jz2ctl import` imports the nights of Apple Health. `jz2ctl sleep` lists \
      the nights.
      """,
    subcommands: [SleepAddCommand.self, SleepListCommand.self, SleepEditCommand.self, SleepDeleteCommand.self],
    defaultSubcommand: SleepListCommand.self)

  @OptionGroup var options: CommonOptions
}

/// The parts of a night as they are typed.
struct NightParts: ParsableArguments {
  @Option(
    help: ArgumentHelp("Time awake in bed, such as 25min or 1h05.", valueName: "length"),
    transform: LengthReader("--awake 25min").minutesOfNight)
  var awake: Double?

  @Option(
    help: ArgumentHelp("Deep sleep.", valueName: "length"), transform: LengthReader("--deep 1h20").minutesOfNight)
  var deep: Double?

  @Option(
    help: ArgumentHelp("REM sleep.", valueName: "length"), transform: LengthReader("--rem 1h40").minutesOfNight)
  var rem: Double?

  @Option(
    help: ArgumentHelp("Light sleep.", valueName: "length"), transform: LengthReader("--light 4h").minutesOfNight)
  var light: Double?

  /// Copies the given parts into a night.
  func fill(_ night: inout Night) {
    night.awakeMinutes = awake ?? night.awakeMinutes
    night.deepMinutes = deep ?? night.deepMinutes
    night.remMinutes = rem ?? night.remMinutes
    night.lightMinutes = light ?? night.lightMinutes
  }

  var isGiven: Bool { awake != nil || deep != nil || rem != nil || light != nil }
}

struct SleepAddCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Enter a night: when you went to bed, and when you got up.",
    discussion: """
      Times use this computer's clock. If --from is later than --to, it is on the evening before. For a night in \
      another time zone, give times with their offset: 2026-11-24T23:10:00+09:00. Without --awake, all the time in bed \
      counts as sleep.
      """)

  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("When you went to bed, such as 23:10.", valueName: "time"))
  var from: MomentArgument

  @Option(help: ArgumentHelp("When you got up, such as 6:50.", valueName: "time"))
  var to: MomentArgument

  @Option(help: ArgumentHelp("The day of waking, or 'yesterday'. Default: today.", valueName: "YYYY-MM-DD"))
  var date: DayArgument?

  @OptionGroup var parts: NightParts

  func validate() throws {
    guard from != to else { throw ValidationError(String(localized: "--from and --to are the same.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try add(with: daemon, output, today: LocalTime.now.day, .system)
  }

  func add(
    with daemon: some DaemonConnection, _ output: Output, today: CalendarDay, _ time: LocalTime
  ) throws(ControlError) {
    let times = Self.times(from: from, to: to, day: date?.day(today: today), today: today, time)
    var night = Night(
      date: date?.day(today: today) ?? times.to.day, source: .entered, from: times.from, to: times.to)
    parts.fill(&night)
    let stored = try daemon.call(SetNight(night))
    output.answer(stored, text: NightText.full(stored.night))
  }

  /// Returns the start and end of a night; clock times are on the day of waking, but a start after the end is on the
  /// evening before.
  static func times(
    from: MomentArgument, to: MomentArgument, day: CalendarDay?, today: CalendarDay, _ time: LocalTime
  ) -> (from: LocalMoment, to: LocalMoment) {
    let end = to.moment(on: day ?? today, at: time)
    return (begin(from, before: end, time), end)
  }

  /// Returns the start of a night that ends at `end`; a later clock time is on the evening before.
  static func begin(_ from: MomentArgument, before end: LocalMoment, _ time: LocalTime) -> LocalMoment {
    let sameDay = from.moment(on: end.day, at: time)
    guard case .clock = from, sameDay >= end else { return sameDay }
    return from.moment(on: end.day.advanced(by: -1), at: time)
  }
}

struct SleepListCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the nights, the latest first.",
    discussion: "`jz2ctl import` reads the output of --json.")

  @OptionGroup var options: CommonOptions

  @Option(parsing: .unconditional, help: "How many days to list; default: all.")
  var days: Int?

  func validate() throws {
    guard (1...36_500).contains(days ?? 1) else { throw ValidationError(String(localized: "--days takes 1 to 36500.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let today = LocalTime.now.day
    let nights = try daemon.nights(from: days.map { today.advanced(by: 1 - $0) }, to: nil)
    output.answer(NightList(nights: nights), text: NightText.list(nights, page: .current))
  }
}

struct SleepEditCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a night that you entered; other values stay.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The day of waking: YYYY-MM-DD, 'today' or 'yesterday'.")
  var date: DayArgument

  @Option(help: ArgumentHelp("When you went to bed, such as 23:10.", valueName: "time"))
  var from: MomentArgument?

  @Option(help: ArgumentHelp("When you got up, such as 6:50.", valueName: "time"))
  var to: MomentArgument?

  @OptionGroup var parts: NightParts

  @Option(
    parsing: .upToNextOption, help: ArgumentHelp("Clear a part: awake, deep, rem or light.", valueName: "part"))
  var clear: [NightPart] = []

  /// A part of a night, with the name of the option that sets it.
  enum NightPart: String, CaseIterable, ExpressibleByArgument {
    case awake, deep, rem, light

    var member: WritableKeyPath<Night, Double?> {
      switch self {
      case .awake: \.awakeMinutes
      case .deep: \.deepMinutes
      case .rem: \.remMinutes
      case .light: \.lightMinutes
      }
    }
  }

  func validate() throws {
    guard from != nil || to != nil || parts.isGiven || !clear.isEmpty else {
      throw ValidationError(
        String(localized: "Give a change: --from, --to, --awake, --deep, --rem, --light or --clear."))
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try edit(with: daemon, output, today: LocalTime.now.day, .system)
  }

  func edit(
    with daemon: some DaemonConnection, _ output: Output, today: CalendarDay, _ time: LocalTime
  ) throws(ControlError) {
    let day = date.day(today: today)
    let nights = try daemon.nights(from: day, to: day)
    guard var night = nights.first(where: { $0.source == .entered }) else {
      throw ControlError(.unknownNight, subject: day.description, cause: nights.first?.source)
    }
    night.to = to.map { $0.moment(on: day, at: time.like(night.to)) } ?? night.to
    if let from {
      // A night without an end is read as ending at noon; the daemon reports the missing value.
      let end = night.to ?? time.moment(onDay: day, second: 43_200)
      night.from = SleepAddCommand.begin(from, before: end, time.like(night.from))
    }
    parts.fill(&night)
    for part in clear { night[keyPath: part.member] = nil }
    let stored = try daemon.call(SetNight(night, replace: true))
    output.answer(stored, text: NightText.full(stored.night))
  }
}

extension LocalTime {
  /// Returns the clock of a stored time: this one, or a fixed offset if the time is from another time zone.
  fileprivate func like(_ stored: LocalMoment?) -> LocalTime {
    guard let stored else { return self }
    let seconds = Int(stored.milliseconds / 1000)
    return moment(ofUnixTime: seconds).utcOffsetSeconds == stored.utcOffsetSeconds
      ? self : LocalTime { _ in stored.utcOffsetSeconds }
  }
}

struct SleepDeleteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a night, and compute the scores again.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The day of waking: YYYY-MM-DD, 'today' or 'yesterday'.")
  var date: DayArgument

  @Option(
    help: ArgumentHelp(
      "The source: apple or intervals. Default: your own entry.", valueName: "source", visibility: .hidden))
  var source: NightSource?

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let day = date.day(today: LocalTime.now.day)
    output.answer(try daemon.call(DeleteNight(date: day, source: source)), text: NightText.deleted(day))
  }
}
