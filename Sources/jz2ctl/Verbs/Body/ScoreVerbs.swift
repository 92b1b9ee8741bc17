import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var body: [any ParsableCommand.Type] {
    [TodayCommand.self, HRVCommand.self, SleepCommand.self]
  }
}

struct TodayCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show your recovery, strain and sleep for a day.",
    discussion: """
      Recovery compares the morning's heart rate variability and resting heart rate, and the night, with your own \
      earlier mornings. Strain comes from the heart rate of the day's rides, sleep from the night. --explain shows \
      every input, every formula and the quality of the data. This is not medical advice.

      It needs `jz2ctl hrv measure` each morning, `jz2ctl sleep add` for each night, and once `jz2ctl settings \
      --max-heart-rate BPM`.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The day: YYYY-MM-DD, 'today' or 'yesterday'.")
  var date: DayArgument = .daysAgo(0)

  @Flag(help: "Explain every score.")
  var explain = false

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try answer(with: daemon, output, today: LocalTime.now.day, width: Terminal.width)
  }

  func answer(
    with daemon: some DaemonConnection, _ output: Output, today: CalendarDay, width: Int
  ) throws(ControlError) {
    let date = date.day(today: today)
    let reply = try daemon.call(Scores(from: date, to: date))
    guard let day = reply.days.first else { throw ControlError(.protocolViolated) }
    if explain || output.json {
      return output.answer(reply, text: ExplanationText(day, width: width).text)
    }
    let source = day.measurement == nil ? try daemon.call(GetSettings()).settings.hrvSource : nil
    output.say(TodayText(day, isToday: date == today, source: source).text(width: width) + "\n")
  }
}

struct LoadCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Show load, fitness, fatigue and form by day.",
    discussion: """
      TSS is hours x IF squared x 100, and needs power and FTP. TRIMP is Banister's, and needs heart rate. Fitness \
      (CTL) and fatigue (ATL) are exponential means of the daily TSS over \(ScoreModel.fitnessDays) and \
      \(ScoreModel.fatigueDays) days. Form is fitness minus fatigue. --explain shows each formula.
      """)

  @OptionGroup var options: CommonOptions

  @Option(parsing: .unconditional, help: "How many days to show, \(Limits.scoreDays.text).")
  var days = Limits.usualLoadDays

  @Flag(help: ArgumentHelp("Explain each column.", visibility: .hidden))
  var explain = false

  func validate() throws {
    try Limits.scoreDays.check("--days", days)
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try answer(with: daemon, output, today: LocalTime.now.day, width: Terminal.width)
  }

  func answer(
    with daemon: some DaemonConnection, _ output: Output, today: CalendarDay, width: Int
  ) throws(ControlError) {
    let list = try daemon.load(from: today.advanced(by: 1 - days), to: today)
    // The days before the first ride have no values.
    let shown = Array(list.drop { $0.rides == 0 && ($0.fitness ?? 0) == 0 && ($0.fatigue ?? 0) == 0 })
    let text =
      LoadText.table(shown.isEmpty ? Array(list.suffix(1)) : shown, page: .current)
      + (explain ? "\n\n" + LoadText.explanation(width: width) : "")
    output.answer(LoadList(days: list), text: text)
  }
}
