package import ControlWire
import Rides

/// A ride in one line.
package enum RideLine {
  /// Returns the summary and, below it, the path of the ride's file.
  package static func stopped(_ ride: RideSummary, folder: String?) -> String {
    let path = ride.fileName.map { [folder, $0].compactMap(\.self).joined(separator: "/").printable }
    let file = path.map {
      "\n" + String(localized: "File \($0); `jz2ctl export \(ride.id) --output FILE` writes a copy.")
    }
    let isShort = ride.timerSeconds < Limits.leastComparedSeconds
    let removal = isShort ? "\n" + String(localized: "To remove so short a ride: `jz2ctl delete \(ride.id)`.") : ""
    return summary(ride) + (file ?? "") + removal
  }

  /// Reports that a ride ended and was deleted.
  package static func discarded(_ ride: RideSummary, time: LocalTime) -> String {
    let limit =
      ride.deletedUntil.map {
        String(localized: "It is deleted; `jz2ctl undo \(ride.id)` restores it until \(time.text($0)).")
      } ?? String(localized: "It is deleted; `jz2ctl undo \(ride.id)` restores it.")
    return "\(summary(ride))\n\(limit)"
  }

  /// The answer to `rename`.
  ///
  /// `Ride 12 is now called Sunday. The sport of ride 12 is running.`
  package static func renamed(_ ride: RideSummary, isNamed: Bool, isOfSport: Bool) -> String {
    let name = ride.name.map { String(localized: "Ride \(ride.id) is now called \($0.printable).") } ?? nameless(ride)
    let sport = ride.sport.map { String(localized: "The sport of ride \(ride.id) is \($0.title).") }
    return [isNamed ? name : nil, isOfSport ? sport : nil].compactMap(\.self).joined(separator: " ")
  }

  private static func nameless(_ ride: RideSummary) -> String {
    ride.plan.map {
      String(localized: "Ride \(ride.id) has no name now; its plan's name, \($0.printable), is shown.")
    } ?? String(localized: "Ride \(ride.id) has no name now.")
  }

  /// Summarises a ride in one line.
  ///
  /// `Ride 12: 1:00:00, 149 W, 132 bpm, 537 kJ, 31.40 km.`
  package static func summary(_ ride: RideSummary) -> String {
    String(localized: "Ride \(ride.id): \(figures(ride)).")
  }

  /// Identifies a ride for a rider.
  ///
  /// `ride 12 Sunday from 2026-11-21 07:45 (1:00:00, 149 W)`
  package static func known(_ ride: RideSummary, time: LocalTime) -> String {
    let figures = ["\(ClockTime(ride.timerSeconds))", Figure.watts(ride.averageWatts)].compactMap(\.self)
    let name = ride.name.map { " \($0.printable)" } ?? ""
    let list = figures.joined(separator: ", ")
    return String(localized: "ride \(ride.id)\(name) from \(time.text(ride.start)) (\(list))")
  }

  /// Lists a ride's figures.
  ///
  /// `1:00:00, 149 W, 132 bpm, 537 kJ, 31.40 km`
  package static func figures(_ ride: RideSummary) -> String {
    let paused =
      ride.elapsedSeconds > ride.timerSeconds ? String(localized: "\(ClockTime(ride.elapsedSeconds)) elapsed") : nil
    let parts = [
      "\(ClockTime(ride.timerSeconds))", paused, Figure.watts(ride.averageWatts),
      Figure.heartRate(ride.averageHeartRate), Figure.work(kilojoules: ride.kilojoules),
      Figure.distance(metres: ride.distanceMeters), ride.state == .finished ? nil : ride.state.title,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

/// The answer to `rides`: a list of rides.
package struct RideListText {
  /// The rides, in the order of the list.
  let rides: [RideSummary]
  /// Whether each month has a heading.
  let isByMonth: Bool
  let page: Page
  /// The rider's local time.
  let time: LocalTime
  /// All rides of each month that the list shows only in part; the list is complete for other months.
  let months: [CalendarMonth: [RideSummary]]

  package init(
    rides: [RideSummary], isByMonth: Bool, page: Page, time: LocalTime,
    months: [CalendarMonth: [RideSummary]] = [:]
  ) {
    (self.rides, self.isByMonth, self.page) = (rides, isByMonth, page)
    (self.time, self.months) = (time, months)
  }

  /// The table, without columns that are empty for every ride.
  package var text: String {
    let heading: ((CalendarMonth?, [RideSummary]) -> String)? = isByMonth ? { self.heading($0, $1) } : nil
    return MonthTable<RideSummary>(
      columns: columns, rows: rides, page: page, month: { time.month($0.start) }, heading: heading
    ).text
  }

  private typealias Column = MonthTable<RideSummary>.Column

  private var columns: [Column] {
    let time = time
    return [
      Column(layout: .init(String(localized: "Ride"), .right)) { "\($0.id)" },
      Column(layout: .init(String(localized: "Start"))) { time.text($0.start) },
      Column(layout: .init(String(localized: "Sport"), drop: 8), isAlways: false) { $0.unusualSport ?? "" },
      Column(layout: .init(String(localized: "Name"), cutTo: 12, drop: 6), isAlways: false) {
        $0.title?.printable ?? ""
      },
      Column(layout: .init(String(localized: "Time"), .right)) { "\(ClockTime($0.timerSeconds))" },
      Column(layout: .init(String(localized: "Elapsed"), .right, drop: 1), isAlways: false) {
        $0.elapsedSeconds == $0.timerSeconds ? "" : "\(ClockTime($0.elapsedSeconds))"
      },
      Column(layout: .init(String(localized: "Power"), .right, drop: 7)) { Figure.watts($0.averageWatts) ?? "-" },
      Column(layout: .init(String(localized: "Heart"), .right, drop: 5)) {
        Figure.heartRate($0.averageHeartRate) ?? "-"
      },
      Column(layout: .init(String(localized: "Work"), .right, drop: 3)) { Figure.work(kilojoules: $0.kilojoules) },
      Column(layout: .init(String(localized: "Distance"), .right, drop: 2)) {
        Figure.distance(metres: $0.distanceMeters) ?? "-"
      },
      Column(layout: .init(String(localized: "State"), cutTo: 9, drop: 4), isAlways: false) {
        RideListText.marks($0, time)
      },
    ]
  }

  /// Lists unusual properties of a ride: its state, a trim, its source, the date until which it can be undeleted.
  private static func marks(_ ride: RideSummary, _ time: LocalTime) -> String {
    let marks = [
      ride.state == .finished ? nil : ride.state.title, ride.trim == nil ? nil : String(localized: "trimmed"),
      ride.importedFrom.map { String(localized: "from \($0.printable)") },
      ride.deletedUntil.map { String(localized: "until \(time.text($0).prefix(10))") },
    ]
    return marks.compactMap(\.self).joined(separator: ", ")
  }

  /// Returns a month with the totals of all its rides: `November 2026: 2 of 10 rides, in all 12:03:06, 5630 kJ`.
  private func heading(_ month: CalendarMonth?, _ listed: [RideSummary]) -> String {
    let rides = month.flatMap { months[$0] } ?? listed
    let seconds = rides.reduce(0) { $0 &+ $1.timerSeconds }
    let count = rides.count.rides
    let work = Figure.work(kilojoules: rides.reduce(0) { $0 + $1.kilojoules })
    let title = month?.title ?? String(localized: "No date")
    guard listed.count < rides.count else {
      let totals = "\(count), \(ClockTime(seconds)), \(work)"
      return String(localized: "\(title): \(totals)")
    }
    return String(localized: "\(title): \(listed.count) of \(count), in all \(ClockTime(seconds)), \(work)")
  }
}

extension RideSummary {
  /// The sport, unless it is cycling, which most rides are.
  var unusualSport: String? { sport.flatMap { $0.isCycling ? nil : $0.title } }
}
