import ArgumentParser
import ControlWire
import Glibc
import RideText

struct ChartCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Draw a ride over time, or the last weeks.",
    usage: """
      jz2ctl chart <ride> [--whole] [--output <file.svg>]
      jz2ctl chart --history [--weeks <weeks>] [--output <file.svg>]
      """,
    discussion: """
      On the terminal, or as an SVG picture with --output. The axis of the power begins at zero; a spike above the axis \
      is marked with its height. If the stop was forgotten, the picture ends at the last pedal stroke.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument?

  @Flag(help: "Draw the last weeks: power in Zone 2, decoupling, time.")
  var history = false

  @Option(parsing: .unconditional, help: "The number of weeks, 1 to 520; with --history.")
  var weeks: Int?

  @Flag(help: "The whole ride, without its trim.")
  var whole = false

  @Option(help: ArgumentHelp("Write an SVG picture; a file there is replaced.", valueName: "file"), completion: .file())
  var output: String?

  @Option(parsing: .unconditional, help: "The width: 40 to 400 columns; of a picture 600 to 4000 units.")
  var width: Int?

  @Option(parsing: .unconditional, help: "The height: 10 to 200 rows; of a picture 300 to 4000 units.")
  var height: Int?

  func validate() throws {
    guard (ride != nil) != history else { throw ValidationError("Give a ride, or --history.") }
    guard history || weeks == nil else { throw ValidationError("--weeks goes with --history.") }
    guard !history || !whole else { throw ValidationError("--whole needs a ride.") }
    try FileEnding.check(output, nil, PictureFormat.svg)
    try Self.check("--weeks", weeks, 1...520)
    try Self.check("--width", width, output == nil ? 40...400 : 600...4000)
    try Self.check("--height", height, output == nil ? 10...200 : 300...4000)
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    if let ride {
      try draw(ride.text, with: daemon, out)
    } else {
      try drawHistory(with: daemon, today: LocalTime.rfc3339(Int(time(nil))), out)
    }
  }

  private func draw(_ ride: String, with daemon: some DaemonConnection, _ out: Output) throws(ControlError) {
    let review = try daemon.call(Review(ride: ride))
    let shown = try daemon.show("\(review.ride.id)", whole: whole)
    let zone2 = review.review.zone2From...max(review.review.zone2From, review.review.zone2To)
    var chart = RideChart(ride: shown.ride, rows: shown.samples, zone2: zone2)
    chart.isWhole = whole
    give(RideChartDocument(chart), out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, time: .system)
    }
  }

  private func drawHistory(with daemon: some DaemonConnection, today: String, _ out: Output) throws(ControlError) {
    let (day, weeks) = (LocalTime.system.day(today) ?? 0, weeks ?? 26)
    let first = HistoryChart.monday(ofDay: day) - 7 * (weeks - 1)
    let since = LocalTime.rfc3339(max(0, LocalTime.system.beginning(ofDay: first)))
    let rides = try daemon.call(History(since: since)).rides
    let chart = HistoryChart(rides: rides, today: day, weeks: weeks, time: .system)
    give(HistoryChartDocument(chart, rides: rides, time: .system), out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, time: .system)
    }
  }

  /// Prints the chart, or writes the picture.
  private func give(
    _ document: some Encodable, _ out: Output, lines: ((columns: Int, rows: Int)) -> [StyledLine],
    picture: (Int, Int) -> String
  ) {
    if let path = output {
      let bytes = Array(picture(width ?? 1000, height ?? 600).utf8)
      if let reason = FileWriting.replaceFile(at: path, with: bytes) {
        out.refuse(Refusal(cannotWriteTo: path, reason))
        Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
      }
      if !out.json { return out.answer(EmptyReply(), text: "\(path): \(bytes.count) bytes.") }
    }
    let size = Terminal.size
    let isColoured = Terminal.current?.isColoured ?? false
    // The last column stays free, since some terminals wrap there, and the last row is the prompt's.
    let lines = out.json ? [] : lines((width ?? size.columns - 1, height ?? size.rows - 1))
    out.answer(
      document, text: lines.map { $0.encoded(isColoured: isColoured).trimmingEnd }.joined(separator: "\n"))
  }

  private static func check(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(option) takes \(range.lowerBound) to \(range.upperBound), not \(value).")
  }
}
