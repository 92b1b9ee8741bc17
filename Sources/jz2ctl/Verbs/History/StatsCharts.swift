import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

/// The last weeks of a chart, the current one included.
struct WeekSpan {
  static let usual = 26

  let weeks: Int
  /// In days from 1970-01-01.
  let today: Int

  init(_ weeks: Int?) {
    self.weeks = weeks ?? Self.usual
    today = LocalTime.now.day.daysSince1970
  }

  /// The start of the first week, RFC 3339.
  var since: String {
    let first = HistoryChart.monday(ofDay: today) - 7 * (weeks - 1)
    return LocalTime.rfc3339(max(0, LocalTime.system.beginning(ofDay: first)))
  }

  static func check(_ weeks: Int) throws { try DrawingOptions.check("--weeks", weeks, 1...520) }
}

struct StatsHistoryCommand: DrawingVerb {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Draw the last weeks: power in Zone 2, decoupling, time.",
    discussion: "Draws on the terminal, or writes a picture with --output FILE.svg or FILE.png.")

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Option(
    parsing: .unconditional,
    help: "How many weeks at most, 1 to 520, starting with the first ride in them; default: \(WeekSpan.usual).")
  var weeks: Int?

  @OptionGroup var drawing: DrawingOptions

  func validate() throws {
    try FileEnding.check(drawing.output, nil, PictureFormat.svg)
    if let weeks { try WeekSpan.check(weeks) }
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    let span = WeekSpan(weeks)
    let rides = try daemon.call(History(since: span.since)).rides
    let chart = HistoryChart(rides: rides, today: span.today, weeks: span.weeks, time: .system)
    give(chart, HistoryChartDocument(chart, rides: rides, time: .system), out)
  }
}

struct StatsScoresCommand: DrawingVerb {
  static let configuration = CommandConfiguration(
    commandName: "scores", abstract: "Draw your scores: recovery, strain, sleep, normal range.",
    discussion: """
      Draws recovery, strain, sleep and the normal range of your heart rate variability by day. A day without data is \
      a gap. --output FILE.svg or FILE.png writes a picture, --output FILE.csv or FILE.json the numbers.
      """)

  private static let usualDays = 30

  @OptionGroup var options: CommonOptions

  @Option(
    parsing: .unconditional,
    help: "How many days to draw, \(Limits.scoreDays.text); default: \(Self.usualDays).")
  var days: Int?

  @Option(
    help: ArgumentHelp(
      "The format: svg, png, csv or json. Default: the extension of --output.", visibility: .hidden))
  var format: ScoreFormat?

  @OptionGroup var drawing: DrawingOptions

  var usualHeight: Int { 900 }

  var isPNG: Bool? { format.map { $0 == .png } }

  func validate() throws {
    guard ![.svg, .png].contains(format) || drawing.output != nil else {
      throw ValidationError(String(localized: "A picture needs --output."))
    }
    try FileEnding.check(drawing.output, format, ScoreFormat.svg)
    if let days { try Limits.scoreDays.check("--days", days) }
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    try draw(with: daemon, to: LocalTime.now.day, out)
  }

  /// Draws the scores of the days up to `last`.
  func draw(with daemon: some DaemonConnection, to last: CalendarDay, _ out: Output) throws(ControlError) {
    let count = days ?? Self.usualDays
    let first = last.advanced(by: 1 - count)
    let chart = ScoreChart(try daemon.scores(from: first, to: last), first: first, days: count)
    let document = ScoreChartDocument(chart)
    let chosen = format ?? drawing.output.flatMap(FileEnding.format(of:))
    switch chosen {
    case .csv?: give(document.csv, document, out)
    case .json?: give(Output.line(of: document), document, out)
    case .svg?, .png?, nil:
      give(document, out) { size in
        chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current))
      } picture: { width, height in
        chart.svg(width: width, height: height, theme: drawing.theme)
      }
    }
  }

  /// Prints the scores as text, or writes them to a file.
  private func give(_ text: String, _ document: ScoreChartDocument, _ out: Output) {
    guard let output = drawing.output, output != standardOutput else {
      return out.json ? out.answer(document, text: "") : out.say(text)
    }
    write(Array(text.utf8), document, out)
  }
}

/// The forms of the scores.
enum ScoreFormat: String, CaseIterable, ExpressibleByArgument, FileFormat {
  case svg, png, csv, json
}
