import ArgumentParser
import ControlWire
import Glibc
import RideText

struct ChartCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Draw a ride over time, the last weeks, or your scores.",
    usage: """
      jz2ctl chart <ride> [--whole] [--output <file.svg>]
      jz2ctl chart --history [--weeks <weeks>] [--output <file.svg>]
      jz2ctl chart --scores [--days <days>] [--format <format>] [--output <file>]
      jz2ctl chart --strava [<activity>] [--weeks <weeks>] [--output <file.svg>]
      """,
    discussion: """
      On the terminal, or as an SVG picture with --output. The axis of the power begins at zero; a spike above the axis \
      is marked with its height. If the stop was forgotten, the picture ends at the last pedal stroke.

      With --scores, recovery, strain, sleep and the own range of your heart rate variability by day; a day of which \
      nothing is known is a gap. --format csv or json, or --output FILE.csv, gives the numbers.

      With --strava, an activity at Strava or the last weeks of your rides there, if it was connected with --history; \
      they are Strava's data, and are kept here for seven days at most. `jz2ctl rides --strava` shows the numbers.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(help: "The number of the ride, or of the activity at Strava, or 'last'.")
  var ride: RideArgument?

  @Flag(help: "Draw the last weeks: power in Zone 2, decoupling, time.")
  var history = false

  @Flag(help: "Draw your scores: recovery, strain, sleep, own range.")
  var scores = false

  @Option(
    parsing: .unconditional,
    help: "The last so many days of the scores, \(Limits.scoreDays.text); usually \(Self.usualDays).")
  var days: Int?

  @Option(help: "The form of the scores: svg, csv or json; else the ending of --output.")
  var format: ScoreFormat?

  @Flag(help: "Your rides at Strava instead of those here.")
  var strava = false

  @Option(parsing: .unconditional, help: "The number of weeks, 1 to 520; for the last weeks.")
  var weeks: Int?

  @Flag(help: "The whole ride, without its trim.")
  var whole = false

  @Option(help: ArgumentHelp("Write an SVG picture; a file there is replaced.", valueName: "file"), completion: .file())
  var output: String?

  @Option(parsing: .unconditional, help: "The width: 40 to 400 columns; of a picture 600 to 4000 units.")
  var width: Int?

  @Option(parsing: .unconditional, help: "The height: 10 to 200 rows; of a picture 300 to 4000 units.")
  var height: Int?

  var asked: AskedProgram { strava ? .sync : .daemon }

  func validate() throws {
    guard [ride != nil, history, scores].count(where: { $0 }) == 1 || strava && ride == nil && !scores else {
      throw ValidationError("Give a ride, --history or --scores.")
    }
    guard !scores || !strava else { throw ValidationError("--scores are those of this computer.") }
    guard scores || (days == nil && format == nil) else {
      throw ValidationError("--days and --format go with --scores.")
    }
    guard format != .svg || output != nil else { throw ValidationError("A picture needs --output.") }
    guard !scores || weeks == nil else { throw ValidationError("--scores take --days.") }
    guard ride == nil || weeks == nil else { throw ValidationError("--weeks goes with --history.") }
    guard !whole || ride != nil && !strava else { throw ValidationError("--whole needs a ride.") }
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
    case (let ride?, false): try draw(ride.text, with: daemon, out)
    case (let ride?, true): try drawActivity(ride.text, with: daemon, out)
    case (nil, false): try drawHistory(with: daemon, today: today, out)
    case (nil, true): try drawActivities(with: daemon, today: today, out)
    }
  }

  private func draw(_ ride: String, with daemon: some DaemonConnection, _ out: Output) throws(ControlError) {
    let review = try daemon.call(Review(ride: ride))
    let shown = try daemon.show("\(review.ride.id)", whole: whole)
    let zone2 = review.review.zone2From...max(review.review.zone2From, review.review.zone2To)
    var chart = RideChart(ride: shown.ride, rows: shown.samples, zone2: zone2)
    chart.isWhole = whole
    give(chart, out)
  }

  private func drawActivity(_ id: String, with daemon: some DaemonConnection, _ out: Output) throws(ControlError) {
    var id = id
    if id == "last" {
      guard let last = try daemon.call(Activities()).activities.first else {
        return out.answer(RemoteActivityList([]), text: "No activity at Strava.")
      }
      id = last.id
    }
    let shown = try daemon.call(ShowActivity(id: id))
    give(RideChart(activity: shown.activity, samples: shown.samples), out)
  }

  private func give(_ chart: RideChart, _ out: Output) {
    give(RideChartDocument(chart), out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, time: .system)
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

  /// The day of today, in days from 1970-01-01, and when the first of the weeks to show began.
  private func span(_ today: String) -> (day: Int, since: String) {
    let day = LocalTime.system.day(today) ?? 0
    let first = HistoryChart.monday(ofDay: day) - 7 * ((weeks ?? Self.usualWeeks) - 1)
    return (day, LocalTime.rfc3339(max(0, LocalTime.system.beginning(ofDay: first))))
  }

  private func give(_ chart: HistoryChart, _ document: HistoryChartDocument, _ out: Output) {
    give(document, out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, time: .system)
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
    case .svg?, nil:
      give(document, out) { size in
        chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current))
      } picture: { width, height in
        chart.svg(width: width, height: height)
      }
    }
  }

  /// Prints numbers, or writes them to a file.
  private func give(_ text: String, _ document: ScoreChartDocument, _ out: Output) {
    guard output != nil else { return out.json ? out.answer(document, text: "") : out.say(text) }
    write(text, document, out)
  }

  /// Writes a file, and says so.
  private func write(_ text: String, _ document: some Encodable, _ out: Output) {
    guard let path = output else { return }
    let bytes = Array(text.utf8)
    if let reason = FileWriting.replaceFile(at: path, with: bytes) { fail(Refusal(cannotWriteTo: path, reason), out) }
    out.answer(document, text: "\(path): \(bytes.count) bytes.")
  }

  /// Prints the chart, or writes the picture.
  private func give(
    _ document: some Encodable, _ out: Output, lines: ((columns: Int, rows: Int)) -> [StyledLine],
    picture: (Int, Int) -> String
  ) {
    if output != nil { return write(picture(width ?? 1000, height ?? (scores ? 900 : 600)), document, out) }
    let size = Terminal.size
    let isColoured = Terminal.current?.isColoured ?? false
    // The last column stays free, since some terminals wrap there, and the last row is the prompt's.
    let lines = out.json ? [] : lines((width ?? size.columns - 1, height ?? size.rows - 1))
    out.answer(document, text: lines.map { $0.encoded(isColoured: isColoured).trimmingEnd }.joined(separator: "\n"))
  }

  private static func check(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(option) takes \(range.lowerBound) to \(range.upperBound), not \(value).")
  }
}

/// The forms of the scores of `chart`.
enum ScoreFormat: String, CaseIterable, ExpressibleByArgument, FileFormat {
  case svg, csv, json
}
