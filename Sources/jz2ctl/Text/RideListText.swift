import ControlWire

/// A list of rides as people read it.
struct RideListText {
  /// The rides, in the order of the list.
  let rides: [RideSummary]
  /// Whether the months have headings.
  let isByMonth: Bool
  /// How many columns there are; nil where nobody says, and names have 40 of them at most.
  let width: Int?
  /// The rider's clock.
  let time: LocalTime
  /// All rides of the months of which the list has only some; those of other months are all in the list.
  var months: [CalendarMonth: [RideSummary]] = [:]

  /// A table, without the columns that no ride needs.
  var text: String {
    let columns = columns.filter { column in column.isAlways || rides.contains { column.cell($0) != "" } }
    let lines = table(columns).lines
    guard isByMonth else { return lines.joined(separator: "\n") }
    var groups: [(month: CalendarMonth?, rides: [RideSummary], lines: [String])] = []
    for (ride, line) in zip(rides, lines.dropFirst()) {
      let month = time.month(ride.start)
      if groups.last?.month != month || groups.isEmpty { groups.append((month, [], [])) }
      groups[groups.count - 1].rides.append(ride)
      groups[groups.count - 1].lines.append(line)
    }
    let sections = groups.map { ([heading($0.month, $0.rides)] + $0.lines).joined(separator: "\n") }
    return ([lines.first ?? ""] + sections).joined(separator: "\n\n")
  }

  private struct Column {
    let layout: Table.Column
    var isAlways = true
    let cell: (RideSummary) -> String
  }

  private var columns: [Column] {
    let time = time
    return [
      Column(layout: .init("Ride", .right)) { "\($0.id)" },
      Column(layout: .init("Start")) { time.text($0.start) },
      Column(layout: .init("Name"), isAlways: false) { $0.name?.printable ?? "" },
      Column(layout: .init("Time", .right)) { "\(ClockTime($0.timerSeconds))" },
      Column(layout: .init("Elapsed", .right), isAlways: false) {
        $0.elapsedSeconds == $0.timerSeconds ? "" : "\(ClockTime($0.elapsedSeconds))"
      },
      Column(layout: .init("Power", .right)) { RideText.watts($0.averageWatts) ?? "-" },
      Column(layout: .init("Heart", .right)) { RideText.heartRate($0.averageHeartRate) ?? "-" },
      Column(layout: .init("Work", .right)) { RideText.work(kilojoules: $0.kilojoules) },
      Column(layout: .init("Distance", .right)) { RideText.distance(metres: $0.distanceMeters) ?? "-" },
      Column(layout: .init("State"), isAlways: false) { RideListText.marks($0, time) },
    ]
  }

  /// What is unusual about a ride.
  private static func marks(_ ride: RideSummary, _ time: LocalTime) -> String {
    let marks = [
      ride.state == .finished ? nil : ride.state.rawValue, ride.trim == nil ? nil : "trimmed",
      ride.importedFrom.map { "from \($0.printable)" }, ride.deletedUntil.map { "until \(time.text($0).prefix(10))" },
    ]
    return marks.compactMap(\.self).joined(separator: ", ")
  }

  /// The table, its names cut so that a line fits; eight characters of one are left.
  private func table(_ columns: [Column]) -> Table {
    let whole = Table(columns: columns.map(\.layout), rows: rides.map { ride in columns.map { $0.cell(ride) } })
    guard let index = columns.firstIndex(where: { $0.layout.title == "Name" }) else { return whole }
    let longest = whole.rows.map { $0[index].count }.max() ?? 0
    let room = width.map { width in max(8, longest + width - (whole.lines.map(\.count).max() ?? 0)) } ?? 40
    return Table(
      columns: whole.columns,
      rows: whole.rows.map { cells in
        var cells = cells
        if cells[index].count > room { cells[index] = cells[index].fitted(to: room) }
        return cells
      })
  }

  /// A month and its totals, whatever of it the list has: `November 2026: 2 of 10 rides, in all 12:03:06, 5630 kJ`.
  private func heading(_ month: CalendarMonth?, _ listed: [RideSummary]) -> String {
    let rides = month.flatMap { months[$0] } ?? listed
    let seconds = rides.reduce(0) { $0 &+ $1.timerSeconds }
    let part = listed.count < rides.count ? "\(listed.count) of " : ""
    let count = rides.count == 1 ? "1 ride" : "\(rides.count) rides"
    let work = RideText.work(kilojoules: rides.reduce(0) { $0 + $1.kilojoules })
    let all = part.isEmpty ? "" : "in all "
    return "\(month?.title ?? "No date"): \(part)\(count), \(all)\(ClockTime(seconds)), \(work)"
  }
}
