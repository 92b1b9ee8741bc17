import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

struct ChartCommand: DrawingVerb {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Draw a ride over time.",
    usage: """
      jz2ctl chart [<ride>] [--whole] [--panels <panels>] [--output <file>]
      """,
    discussion: """
      Draws on the terminal, or writes a picture with --output FILE.svg or FILE.png. The power axis begins at zero; a \
      spike above the axis is marked with its value. The plan as you rode it is behind the power. Marks below show \
      where a connection dropped, the timer was paused, the target was lowered or you changed the watts. If you forgot \
      to stop, the picture ends at the last pedal stroke. In a browser, an SVG picture shows the values of each \
      minute, lap and mark under the pointer. Power from other programs is drawn as an average of 10 s.

      rsvg-convert, from the package librsvg2-bin, draws PNG pictures, in light colours unless you choose --theme dark.

      --strava draws an activity at Strava, or the last weeks of your rides there, if you connected it with --history. \
      They are Strava's data, and are kept here for at most seven days. `jz2ctl rides --strava` shows the numbers.

      `jz2ctl stats history` and `jz2ctl stats scores` draw weeks and scores.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(
    help: "The number of the ride, or of the activity at Strava. Default: the last ride.", completion: .rides,
    transform: RideArgument.init(typed:))
  var ride: RideArgument?

  @Flag(help: ArgumentHelp("Draw your rides at Strava instead of those here.", visibility: .hidden))
  var strava = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --strava: how many weeks, 1 to 520; default: \(WeekSpan.usual).", visibility: .hidden))
  var weeks: Int?

  @Option(
    help: ArgumentHelp(
      "The panels of a ride, separated by commas: \(PanelsArgument.words); default: power,heart.", valueName: "panels"),
    transform: PanelsArgument.init(typed:))
  var panels: PanelsArgument?

  @Flag(help: "Draw the whole ride, ignoring its trim.")
  var whole = false

  @OptionGroup var drawing: DrawingOptions

  var asked: AskedProgram { strava ? .sync : .daemon }

  /// Each panel beyond the second makes the picture higher.
  var usualHeight: Int { 600 + 160 * max(0, measures.count - 2) }

  func validate() throws {
    guard weeks == nil || strava && ride == nil else {
      throw ValidationError(
        String(localized: "--weeks needs --strava without an activity; `jz2ctl stats history` draws your weeks."))
    }
    guard !whole || !strava else {
      throw ValidationError(String(localized: "--whole works only for a ride in this library."))
    }
    try FileEnding.check(drawing.output, nil, PictureFormat.svg)
    if let weeks { try WeekSpan.check(weeks) }
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    switch (ride, strava) {
    case (_, false): try draw(daemon.number(of: ride ?? .last), with: daemon, out)
    case (let ride?, true): try drawActivity(ride.text, with: daemon, out)
    case (nil, true): try drawActivities(with: daemon, out)
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

  private func drawActivities(with daemon: some DaemonConnection, _ out: Output) throws(ControlError) {
    let span = WeekSpan(weeks)
    let activities = try daemon.activities(Activities(since: span.since))
    let chart = HistoryChart(activities: activities, today: span.today, weeks: span.weeks, time: .system)
    give(chart, HistoryChartDocument(chart, activities: activities, time: .system), out)
  }

  private var measures: [RideMeasure] { panels?.measures ?? RideMeasure.usual }

  private func give(_ chart: RideChart, _ out: Output) {
    give(RideChartDocument(chart), out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, theme: drawing.theme, time: .system)
    }
  }
}

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
