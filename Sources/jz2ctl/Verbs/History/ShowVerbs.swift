public import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

extension VerbFamily {
  static var show: [any ParsableCommand.Type] {
    [RidesCommand.self, ShowCommand.self, ChartCommand.self, StatsCommand.self, ExportCommand.self]
  }
}

struct RidesCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rides", abstract: "List the rides, the newest first.",
    discussion: """
      Months are in this computer's time zone. --strava lists your activities at Strava, if you connected it with \
      --history. They are Strava's data, and are kept here for at most seven days.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Option(help: ArgumentHelp("Only rides with this text in their name, plan or note.", valueName: "text"))
  var search: String?

  @Option(help: "Only rides of this sport.")
  var sport: Sport?

  @Option(help: "The order: date, longest or shortest.")
  var sort: RideSort = .date

  @Option(parsing: .unconditional, help: "List at most this many; default: all.")
  var limit: Int?

  @Option(help: ArgumentHelp("Only rides of this month: 2026-11, 11 or november.", valueName: "month"))
  var month: MonthArgument?

  @Flag(help: "Only deleted rides.")
  var deleted = false

  @Flag(
    help: ArgumentHelp("List your activities at Strava; only with --month and --limit.", visibility: .hidden))
  var strava = false

  var asked: AskedProgram { strava ? .sync : .daemon }

  func validate() throws {
    guard !strava || (search == nil && sport == nil && sort == .date && !deleted) else {
      throw ValidationError(String(localized: "--strava allows only --month and --limit."))
    }
    guard (limit ?? 1) >= 1 else { throw ValidationError(String(localized: "--limit takes 1 or more.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    if strava { return try listActivities(with: daemon, output, .system) }
    let rides = try daemon.rides(listing(at: .system))
    let months = output.json ? [:] : try months(of: rides, daemon, .system)
    output.answer(RideList(rides: rides), text: text(rides, months))
  }

  private func listActivities(
    with daemon: some DaemonConnection, _ output: Output, _ time: LocalTime
  ) throws(ControlError) {
    let bounds = bounds(at: time)
    let activities = try daemon.activities(Activities(since: bounds.first, before: bounds.last), atMost: limit)
    let text =
      activities.isEmpty ? noActivity : RemoteListText(activities: activities, page: .current, time: time).text
    output.answer(RemoteActivityList(activities), text: text)
  }

  private var noActivity: String {
    month == nil
      ? String(localized: "No activity at Strava.") : String(localized: "No activity at Strava in that month.")
  }

  /// Returns all rides of the listed months, if the list may lack some of them.
  func months(
    of rides: [RideSummary], _ daemon: some DaemonConnection, _ time: LocalTime
  ) throws(ControlError) -> [CalendarMonth: [RideSummary]] {
    guard sort == .date, limit != nil || search != nil || sport != nil else { return [:] }
    var months: [CalendarMonth: [RideSummary]] = [:]
    for month in Set(rides.compactMap { time.month($0.start) }) {
      months[month] = try daemon.rides(
        Rides(
          since: Self.beginning(of: month, time), before: Self.beginning(of: month.next, time),
          deleted: deleted ? true : nil))
    }
    return months
  }

  private static func beginning(of month: CalendarMonth, _ time: LocalTime) -> String {
    LocalTime.rfc3339(time.beginning(ofDay: month.firstDay))
  }

  /// Returns the request; a month begins and ends by the rider's clock.
  func listing(at time: LocalTime) -> Rides {
    let bounds = bounds(at: time)
    return Rides(
      limit: limit, search: search, sport: sport, sort: sort == .date ? nil : sort, since: bounds.first,
      before: bounds.last, deleted: deleted ? true : nil)
  }

  /// Returns the start and the end of the month; empty without a month.
  private func bounds(at time: LocalTime) -> [String] {
    let beginnings =
      month.map { $0.month(today: time.moment(ofUnixTime: Int(Glibc.time(nil))).day) }.map { [$0, $0.next] } ?? []
    return beginnings.map { Self.beginning(of: $0, time) }
  }

  private func text(_ rides: [RideSummary], _ months: [CalendarMonth: [RideSummary]]) -> String {
    guard rides.isEmpty else {
      return RideListText(rides: rides, isByMonth: sort == .date, page: .current, time: .system, months: months).text
    }
    if deleted { return String(localized: "No deleted rides.") }
    if let month, search == nil, sport == nil {
      let title = month.month(today: LocalTime.now.day).title
      return String(localized: "No ride in \(title).")
    }
    if search != nil || sport != nil || month != nil { return String(localized: "No ride matches.") }
    return String(localized: "No rides yet. Start one: `jz2ctl start 150 60`.")
  }
}

extension RideSort: ExpressibleByArgument {}

struct ShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the analysis of a ride.",
    discussion: "--json prints everything about the ride, including its seconds, as one object.")

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(help: "The ride's number.", completion: .rides, transform: RideArgument.init(typed:))
  var ride = RideArgument.last

  @Flag(help: "Show its connections: drops, their reasons, reconnection times, and intervals of the data.")
  var link = false

  @Flag(help: "Show its values over time, in a table.")
  var samples = false

  @Flag(help: "With --samples or --json: the seconds of the whole ride, ignoring its trim.")
  var whole = false

  func validate() throws {
    guard !link || !samples else { throw ValidationError(String(localized: "Give --link or --samples, not both.")) }
    guard !whole || samples || (options.json && !link) else {
      throw ValidationError(String(localized: "--whole needs --samples or --json."))
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    if link {
      let shown = try daemon.call(Links(ride: daemon.number(of: ride)))
      output.answer(
        shown, text: LinkText.shown(shown.ride, shown.incidents, shown.intervals, page: .current, time: .system))
    } else if options.json {
      output.answer(try everything(from: daemon), text: "")
    } else if samples {
      let shown = try daemon.show(daemon.number(of: ride), whole: whole)
      let text = SampleText.shown(shown.ride, samples: shown.samples, page: .current, time: .system)
      output.answer(EmptyReply(), text: text)
    } else {
      let reviewed = try daemon.call(Review(ride: daemon.number(of: ride)))
      let links = try daemon.call(Links(ride: "\(reviewed.ride.id)"))
      let text = ReviewText(reviewed: reviewed, incidents: links.incidents, page: .current, time: .system).text
      let records = daemon.records(of: reviewed.ride).map { "\n\n\($0)" } ?? ""
      output.answer(EmptyReply(), text: text + records)
    }
  }

  /// Returns all data of one ride; the first response resolves `last`, and the other requests use its number.
  private func everything(from daemon: some DaemonConnection) throws(ControlError) -> WholeRide {
    let reviewed = try daemon.call(Review(ride: daemon.number(of: ride)))
    let name = "\(reviewed.ride.id)"
    return WholeRide(
      shown: try daemon.show(name, whole: whole), reviewed: reviewed, links: try daemon.call(Links(ride: name)))
  }
}

/// The replies of `Show`, `Review` and `Links` in one object; the ride is that of `Show`, which may be untrimmed.
struct WholeRide: Encodable {
  let shown: ShownRide
  let reviewed: ReviewedRide
  let links: RideLinks

  func encode(to encoder: any Encoder) throws {
    try links.encode(to: encoder)
    try reviewed.encode(to: encoder)
    try shown.encode(to: encoder)
  }
}
