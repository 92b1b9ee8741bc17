import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

struct ChartCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Draw a ride over time, the last weeks, or your scores.",
    usage: """
      jz2ctl chart [<ride>] [--whole] [--panels <panels>] [--output <file>]
      jz2ctl chart --history [--weeks <weeks>] [--output <file>]
      jz2ctl chart --scores [--days <days>] [--format <format>] [--output <file>]
      jz2ctl chart --strava [<activity>] [--weeks <weeks>] [--output <file>]
      """,
    discussion: """
      Draws on the terminal, or writes a picture with --output FILE.svg or FILE.png. The power axis begins at zero; a \
      spike above the axis is marked with its value. The plan as you rode it is behind the power. Marks below show \
      where a connection dropped, the timer was paused, the target was lowered or you changed the watts. If you forgot \
      to stop, the picture ends at the last pedal stroke. In a browser, an SVG picture shows the values of each \
      minute, lap and mark under the pointer. Power from other programs is drawn as an average of 10 s.

      rsvg-convert, from the package librsvg2-bin, draws PNG pictures, in light colours unless you choose --theme dark.

      --scores draws recovery, strain, sleep and the normal range of your heart rate variability by day. A day without \
      data is a gap. --format csv or json, or --output FILE.csv, writes the numbers.

      --strava draws an activity at Strava, or the last weeks of your rides there, if you connected it with --history. \
      They are Strava's data, and are kept here for at most seven days. `jz2ctl rides --strava` shows the numbers.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(
    help: "The number of the ride, or of the activity at Strava. Default: the last ride.", completion: .rides,
    transform: RideArgument.init(typed:))
  var ride: RideArgument?

  @Flag(help: "Draw the last weeks: power in Zone 2, decoupling, time.")
  var history = false

  @Flag(help: "Draw your scores: recovery, strain, sleep, normal range.")
  var scores = false

  @Option(
    parsing: .unconditional,
    help: "How many days of scores to draw, \(Limits.scoreDays.text); default: \(Self.usualDays).")
  var days: Int?

  @Option(help: "The format of the scores: svg, png, csv or json. Default: the extension of --output.")
  var format: ScoreFormat?

  @Flag(help: "Draw your rides at Strava instead of those here.")
  var strava = false

  @Option(
    parsing: .unconditional,
    help: "How many weeks at most, 1 to 520, starting with the first ride in them; default: \(Self.usualWeeks).")
  var weeks: Int?

  @Option(
    help: ArgumentHelp(
      "The panels of a ride, separated by commas: \(PanelsArgument.words); default: power,heart.", valueName: "panels"),
    transform: PanelsArgument.init(typed:))
  var panels: PanelsArgument?

  @Option(help: "The colours of a picture: auto (the viewer's setting), light or dark.")
  var theme: ChartTheme = .auto

  @Flag(help: "Draw the whole ride, ignoring its trim.")
  var whole = false

  @Option(
    help: ArgumentHelp(
      "The picture to write or replace, SVG or PNG by its extension; - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(parsing: .unconditional, help: "The width: 40 to 400 columns, or 600 to 4000 units for a picture.")
  var width: Int?

  @Option(parsing: .unconditional, help: "The height: 10 to 200 rows, or 300 to 4000 units for a picture.")
  var height: Int?

  var asked: AskedProgram { strava ? .sync : .daemon }

  func validate() throws {
    guard [ride != nil, history, scores].count(where: { $0 }) <= 1 else {
      throw ValidationError(String(localized: "Give only one of a ride, --history and --scores."))
    }
    guard !scores || !strava else { throw ValidationError(String(localized: "Give --scores or --strava, not both.")) }
    guard scores || (days == nil && format == nil) else {
      throw ValidationError(String(localized: "--days and --format need --scores."))
    }
    guard ![.svg, .png].contains(format) || output != nil else {
      throw ValidationError(String(localized: "A picture needs --output."))
    }
    guard panels == nil || !history && !scores else {
      throw ValidationError(String(localized: "--panels works only for a ride."))
    }
    guard !scores || weeks == nil else {
      throw ValidationError(String(localized: "--scores takes --days, not --weeks."))
    }
    guard weeks == nil || history || strava && ride == nil else {
      throw ValidationError(String(localized: "--weeks needs --history, or --strava without an activity."))
    }
    guard !whole || !history && !scores && !strava else {
      throw ValidationError(String(localized: "--whole works only for a ride in this library."))
    }
    if scores {
      try FileEnding.check(output, format, ScoreFormat.svg)
    } else {
      try FileEnding.check(output, nil, PictureFormat.svg)
    }
    if let days { try Limits.scoreDays.check("--days", days) }
    try Self.check("--weeks", weeks, 1...520)
    try Self.check("--width", width, output == nil ? 40...400 : 600...4000)
    try Self.check("--height", height, output == nil ? 10...200 : 300...4000)
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    let today = LocalTime.rfc3339(Int(time(nil)))
    if scores { return try drawScores(with: daemon, to: LocalTime.now.day, out) }
    switch (ride, strava) {
    case (let ride?, false): try draw(daemon.number(of: ride), with: daemon, out)
    case (let ride?, true): try drawActivity(ride.text, with: daemon, out)
    case (nil, false) where history: try drawHistory(with: daemon, today: today, out)
    case (nil, false): try draw(RideArgument.last.text, with: daemon, out)
    case (nil, true): try drawActivities(with: daemon, today: today, out)
    }
  }

  private func draw(_ ride: String, with daemon: some DaemonConnection, _ out: Output) throws(ControlError) {
    let reviewed = try daemon.call(Review(ride: ride, whole: whole))
    let shown = try daemon.show("\(reviewed.ride.id)", whole: whole)
    give(RideChart(reviewed, rows: shown.samples, measures: measures, isWhole: whole), out)
  }

  private func drawActivity(_ id: String, with daemon: some DaemonConnection, _ out: Output) throws(ControlError) {
    var id = id
    if id == "last" {
      guard let last = try daemon.call(Activities()).activities.first else {
        return out.answer(RemoteActivityList([]), text: String(localized: "No activity at Strava."))
      }
      id = last.id
    }
    let shown = try daemon.call(ShowActivity(id: id))
    give(RideChart(activity: shown.activity, samples: shown.samples, measures: measures), out)
  }

  private var measures: [RideMeasure] { panels?.measures ?? RideMeasure.usual }

  private func give(_ chart: RideChart, _ out: Output) {
    give(RideChartDocument(chart), out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, theme: theme, time: .system)
    }
  }

  private func drawHistory(with daemon: some DaemonConnection, today: String, _ out: Output) throws(ControlError) {
    let (day, since) = span(today)
    let rides = try daemon.call(History(since: since)).rides
    let chart = HistoryChart(rides: rides, today: day, weeks: weeks ?? Self.usualWeeks, time: .system)
    give(chart, HistoryChartDocument(chart, rides: rides, time: .system), out)
  }

  private func drawActivities(with daemon: some DaemonConnection, today: String, _ out: Output) throws(ControlError) {
    let (day, since) = span(today)
    let activities = try daemon.activities(Activities(since: since))
    let chart = HistoryChart(activities: activities, today: day, weeks: weeks ?? Self.usualWeeks, time: .system)
    give(chart, HistoryChartDocument(chart, activities: activities, time: .system), out)
  }

  private static let usualWeeks = 26
  private static let usualDays = 30

  /// The current day, in days from 1970-01-01, and the start of the first shown week.
  private func span(_ today: String) -> (day: Int, since: String) {
    let day = LocalTime.system.day(today) ?? 0
    let first = HistoryChart.monday(ofDay: day) - 7 * ((weeks ?? Self.usualWeeks) - 1)
    return (day, LocalTime.rfc3339(max(0, LocalTime.system.beginning(ofDay: first))))
  }

  private func give(_ chart: HistoryChart, _ document: HistoryChartDocument, _ out: Output) {
    give(document, out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, theme: theme, time: .system)
    }
  }

  /// Draws the scores of the days up to `last`.
  func drawScores(with daemon: some DaemonConnection, to last: CalendarDay, _ out: Output) throws(ControlError) {
    let count = days ?? Self.usualDays
    let first = last.advanced(by: 1 - count)
    let chart = ScoreChart(try daemon.scores(from: first, to: last), first: first, days: count)
    let document = ScoreChartDocument(chart)
    switch format ?? output.flatMap(FileEnding.format(of:)) {
    case .csv?: give(document.csv, document, out)
    case .json?: give(Output.line(of: document), document, out)
    case .svg?, .png?, nil:
      give(document, out) { size in
        chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current))
      } picture: { width, height in
        chart.svg(width: width, height: height, theme: theme)
      }
    }
  }

  /// Prints the scores as text, or writes them to a file.
  private func give(_ text: String, _ document: ScoreChartDocument, _ out: Output) {
    guard let output, output != standardOutput else { return out.json ? out.answer(document, text: "") : out.say(text) }
    write(Array(text.utf8), document, out)
  }

  /// Writes a file, and prints its path and size.
  private func write(_ bytes: [UInt8], _ document: some Encodable, _ out: Output) {
    guard let path = output else { return }
    guard path != standardOutput else {
      return out.json ? out.answer(document, text: "") : writeOut(bytes, named: "chart.png", out)
    }
    if let reason = FileWriting.replaceFile(at: path, with: bytes) { fail(Refusal(cannotWriteTo: path, reason), out) }
    out.answer(document, text: String(localized: "\(path): \(bytes.count) bytes."))
  }

  /// Prints the chart, or writes the picture.
  private func give(
    _ document: some Encodable, _ out: Output, lines: ((columns: Int, rows: Int)) -> [StyledLine],
    picture: (Int, Int) -> String
  ) {
    if output != nil { return write(drawn(picture(width ?? 1000, height ?? usualHeight), out), document, out) }
    let size = Terminal.size
    let isColoured = Terminal.current?.isColoured ?? false
    // The last column stays free, because some terminals wrap there; the last row is for the prompt.
    let lines = out.json ? [] : lines((width ?? size.columns - 1, height ?? size.rows - 1))
    out.answer(document, text: lines.map { $0.encoded(isColoured: isColoured).trimmingEnd }.joined(separator: "\n"))
  }

  /// Each panel beyond the second makes the picture higher.
  private var usualHeight: Int { scores ? 900 : 600 + 160 * max(0, measures.count - 2) }

  /// Returns the bytes of a picture in the requested format.
  private func drawn(_ picture: String, _ out: Output) -> [UInt8] {
    let svg = Array(picture.utf8)
    let named: PictureFormat? = output.flatMap(FileEnding.format(of:))
    guard format == .png || (format == nil && named == .png) else { return svg }
    do throws(PictureRendering.Failure) { return try PictureRendering.png(of: svg) } catch { fail(Refusal(error), out) }
  }

  private static func check(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      String(localized: "\(option) takes \(range.lowerBound) to \(range.upperBound), not \(value)."))
  }
}

/// The forms of the scores of `chart`.
enum ScoreFormat: String, CaseIterable, ExpressibleByArgument, FileFormat {
  case svg, png, csv, json
}

extension ChartTheme: ExpressibleByArgument {}

/// The panels of a ride's chart as they are typed: `power,heart,cadence`.
struct PanelsArgument {
  let measures: [RideMeasure]

  /// The accepted words.
  static let words = RideMeasure.allCases.map(\.rawValue).joined(separator: ", ")

  /// - Throws: `ValidationError` with the first unknown or repeated word.
  init(typed: String) throws {
    var measures: [RideMeasure] = []
    for word in typed.split(separator: ",", omittingEmptySubsequences: false) {
      let word = word.trimmingPrefix(" ").lowercased()
      guard let measure = RideMeasure(rawValue: word), !measures.contains(measure) else {
        let known = BodyText.list(RideMeasure.allCases.map(\.rawValue), .or)
        throw ValidationError(String(localized: "Not `\(word)`: choose \(known), each once."))
      }
      measures.append(measure)
    }
    self.measures = measures
  }
}
