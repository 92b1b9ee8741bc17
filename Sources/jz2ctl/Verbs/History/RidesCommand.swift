public import ArgumentParser
public import ControlWire
import RideText

struct RidesCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rides", abstract: "List the rides, the newest first.",
    discussion: "Months are those of this computer's time zone.")

  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("Only rides with this in their name or note.", valueName: "text"))
  var search: String?

  @Option(help: "The order: date, longest or shortest.")
  var sort: RideListing.Sort = .date

  @Option(parsing: .unconditional, help: "How many at most; without it, all.")
  var limit: Int?

  @Option(parsing: .unconditional, help: "How many to pass over first.")
  var offset: Int?

  @Option(help: ArgumentHelp("Only rides of this month.", valueName: "YYYY-MM"))
  var month: MonthArgument?

  @Flag(help: "The deleted rides in place of the others.")
  var deleted = false

  func validate() throws {
    guard (limit ?? 1) >= 1 else { throw ValidationError("--limit takes 1 or more.") }
    guard (offset ?? 0) >= 0 else { throw ValidationError("--offset takes 0 or more.") }
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let rides = try daemon.rides(listing(at: .system))
    let months = output.json ? [:] : try months(of: rides, daemon, .system)
    output.answer(RideList(rides: rides), text: text(rides, months))
  }

  /// All rides of the months in a list that may lack some of them.
  func months(
    of rides: [RideSummary], _ daemon: some Daemon, _ time: LocalTime
  ) throws(ControlError) -> [CalendarMonth: [RideSummary]] {
    guard sort == .date, limit != nil || offset != nil || search != nil else { return [:] }
    var months: [CalendarMonth: [RideSummary]] = [:]
    for month in Set(rides.compactMap { time.month($0.start) }) {
      months[month] = try daemon.rides(
        RideListing(
          since: Self.beginning(of: month, time), before: Self.beginning(of: month.next, time),
          deleted: deleted ? true : nil))
    }
    return months
  }

  private static func beginning(of month: CalendarMonth, _ time: LocalTime) -> String {
    LocalTime.rfc3339(time.beginning(ofDay: month.firstDay))
  }

  /// What the daemon is asked for; a month begins and ends by the rider's clock.
  func listing(at time: LocalTime) -> RideListing {
    let beginnings = month.map { [$0.month, $0.month.next] } ?? []
    let bounds = beginnings.map { Self.beginning(of: $0, time) }
    return RideListing(
      limit: limit, offset: offset, search: search, sort: sort == .date ? nil : sort, since: bounds.first,
      before: bounds.last, deleted: deleted ? true : nil)
  }

  private func text(_ rides: [RideSummary], _ months: [CalendarMonth: [RideSummary]]) -> String {
    guard rides.isEmpty else {
      let width = Terminal.current.map { _ in Terminal.size.columns }
      return RideListText(rides: rides, isByMonth: sort == .date, width: width, time: .system, months: months).text
    }
    if deleted { return "No deleted ride." }
    if search != nil || month != nil || offset != nil { return "No such ride." }
    return "No ride yet. `jz2ctl start --watts W --minutes M` begins the first."
  }
}

extension RideListing.Sort: ExpressibleByArgument {}

/// Rides as `--json` prints them.
struct RideList: Encodable {
  let rides: [RideSummary]
}
