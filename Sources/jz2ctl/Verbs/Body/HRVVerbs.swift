import ArgumentParser
import ControlWire
import HealthExport
import RideText
import Rides
import TrainerClient

struct HRVCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hrv", abstract: "Measure heart rate variability in the morning, with the strap alone.",
    discussion: """
      Measure in the same way each morning: after waking, in the same position, for the same time. `jz2ctl today` \
      shows your recovery after \(ScoreModel.leastBaselineDays) earlier mornings. `jz2ctl hrv` lists the mornings.
      """,
    subcommands: [
      HRVMeasureCommand.self, HRVListCommand.self, HRVShowCommand.self, HRVDeleteCommand.self, HRVAddCommand.self,
    ],
    defaultSubcommand: HRVListCommand.self)

  @OptionGroup var options: CommonOptions
}

struct HRVMeasureCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Measure now, with a heart-rate strap and without a trainer.",
    discussion: """
      The strap settles for \(Limits.settlingSeconds) s before the beats count. On a terminal, a bar paces your \
      breathing at \(BreathingPacer.breathsPerMinute) breaths a minute; with --no-pacer, breathe naturally. Do the \
      same every morning. A measurement with more than \(Figure.short(ScoreModel.mostArtefactPercent)) % artefacts is \
      refused. If the strap is lost, the measurement waits for it and goes on.

      Ctrl-C ends the measurement without storing it. --json prints a line for each event; the last line contains the \
      measurement.
      """)

  @OptionGroup var options: CommonOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long to measure, \(Limits.measurementSeconds.text) s; default: \(Limits.usualMeasurementSeconds).",
      valueName: "seconds"), transform: LengthReader("--seconds 120", bare: .seconds).wholeSeconds)
  var seconds: Int?

  @OptionGroup var place: PositionOption

  @Flag(help: ArgumentHelp("Do not show the breathing bar.", visibility: .hidden))
  var noPacer = false

  func validate() throws {
    if let seconds { try Limits.measurementSeconds.check("--seconds", seconds) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    if !output.json, let terminal = Terminal.current {
      try measure(with: daemon, output, MeasureView(terminal: terminal, call: call, hasPacer: !noPacer))
    } else {
      MeasureLines.watchSignals()
      try measure(with: daemon, output, MeasureLines(output))
    }
  }

  private var call: Measure { Measure(seconds: seconds, position: place.position) }

  /// Follows the measurement to its end, and prints the result.
  func measure(
    with daemon: some DaemonConnection, _ output: Output, _ display: some MeasureDisplay
  ) throws(ControlError) {
    var last: MeasureReply?
    defer { display.end() }
    try daemon.stream(call) { reply throws(ControlError) in
      // The last reply repeats the previous one.
      if reply != last { display.show(reply) }
      last = reply
      return true
    }
    guard let measurement = last?.measurement else { throw ControlError(.connectionLost) }
    display.end()
    if !output.json { output.say(HRVText.full(measurement) + "\n") }
  }
}

struct HRVListCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the measurements, the newest first.")

  @OptionGroup var options: CommonOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("List at most this many; by default 30.", visibility: .hidden))
  var limit = 30

  func validate() throws {
    guard limit >= 1 else { throw ValidationError(String(localized: "--limit takes 1 or more.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let list = try daemon.measurements(atMost: limit)
    output.answer(list, text: HRVText.list(list.measurements, hasMore: list.more == true, page: .current))
  }
}

struct HRVShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a measurement; --json includes its beats.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The measurement's number, or 'last'.")
  var measurement: MeasurementArgument

  @Flag(
    help: ArgumentHelp("Print the intervals between beats in ms, one per line, for `import`.", visibility: .hidden))
  var intervals = false

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let shown = try daemon.call(ShowMeasurement(measurement: measurement.text))
    let lines = BeatIntervals(shown.intervals, breaks: shown.breaks).text { Figure.shortPointed($0) }
    output.answer(shown, text: intervals ? lines : HRVText.full(shown.measurement))
  }
}

struct HRVDeleteCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a measurement for good, and compute the scores again.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The measurement's number, or 'last'.")
  var measurement: MeasurementArgument

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let shown = try daemon.call(ShowMeasurement(measurement: measurement.text)).measurement
    output.answer(
      try daemon.call(DeleteMeasurement(measurement: "\(shown.id)")), text: HRVText.deleted(shown))
  }
}

struct HRVAddCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Enter the values of a measurement by hand.",
    discussion: "Give RMSSD, resting heart rate or both. It counts as a strap measurement.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("The day, or 'today' or 'yesterday'.", valueName: "YYYY-MM-DD"))
  var date: DayArgument = .daysAgo(0)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("RMSSD in milliseconds, \(Limits.variabilityMilliseconds.text).", valueName: "ms"))
  var rmssd: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Resting heart rate, \(Limits.measuredHeartRate.text) bpm.", valueName: "bpm"))
  var restingHeartRate: Double?

  @OptionGroup var place: PositionOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long it took, \(Limits.measurementSeconds.text) s; default: \(Limits.usualMeasurementSeconds).",
      valueName: "s"))
  var seconds: Int?

  func validate() throws {
    if let seconds { try Limits.measurementSeconds.check("--seconds", seconds) }
    guard rmssd != nil || restingHeartRate != nil else {
      throw ValidationError(String(localized: "Give --rmssd, --resting-heart-rate or both."))
    }
    if let rmssd { try Limits.variabilityMilliseconds.check("--rmssd", rmssd) }
    if let restingHeartRate { try Limits.measuredHeartRate.check("--resting-heart-rate", restingHeartRate) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try add(with: daemon, output, today: LocalTime.now.day)
  }

  func add(with daemon: some DaemonConnection, _ output: Output, today: CalendarDay) throws(ControlError) {
    let stored = try daemon.call(
      AddMeasurement(
        day: date.day(today: today), rmssd: rmssd, restingHeartRate: restingHeartRate, position: place.position,
        seconds: seconds))
    output.answer(stored, text: HRVText.line(stored.measurement))
  }
}
