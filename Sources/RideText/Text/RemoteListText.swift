package import ControlWire

/// The answer to `rides --strava`: a list of activities at Strava.
package struct RemoteListText {
  /// The credit that Strava's API agreement requires with its data, and how long jz2 keeps them.
  package static var credit: String {
    String(localized: "Powered by Strava. These are Strava's data, kept here for seven days at most.")
  }

  /// The activities, the newest first.
  let activities: [RemoteActivity]
  let page: Page
  /// The rider's local time.
  let time: LocalTime

  package init(activities: [RemoteActivity], page: Page, time: LocalTime) {
    (self.activities, self.page, self.time) = (activities, page, time)
  }

  /// The table, and the credit.
  package var text: String {
    let table = MonthTable(
      columns: columns, rows: activities, page: page, month: { time.month($0.start) }, heading: Self.heading)
    return "\(table.text)\n\n\(Self.credit)"
  }

  private var columns: [MonthTable<RemoteActivity>.Column] {
    let time = time
    return [
      .init(layout: .init(String(localized: "Activity"), .right)) { $0.id.printable },
      .init(layout: .init(String(localized: "Start"))) { time.text($0.start) },
      .init(layout: .init(String(localized: "Name"), cutTo: 12, drop: 7), isAlways: false) { $0.name?.printable ?? "" },
      .init(layout: .init(String(localized: "Sport"), cutTo: 8, drop: 5), isAlways: false) {
        $0.sport?.printable ?? ""
      },
      .init(layout: .init(String(localized: "Time"), .right)) { "\(ClockTime($0.timerSeconds))" },
      .init(layout: .init(String(localized: "Elapsed"), .right, drop: 1), isAlways: false) {
        $0.elapsedSeconds == $0.timerSeconds ? "" : "\(ClockTime($0.elapsedSeconds))"
      },
      .init(layout: .init(String(localized: "Power"), .right, drop: 8)) { Figure.watts($0.averageWatts) ?? "-" },
      .init(layout: .init(String(localized: "Heart"), .right, drop: 6)) {
        Figure.heartRate($0.averageHeartRate) ?? "-"
      },
      .init(layout: .init(String(localized: "Work"), .right, drop: 3)) {
        $0.kilojoules.map { Figure.work(kilojoules: $0) } ?? "-"
      },
      .init(layout: .init(String(localized: "Distance"), .right, drop: 2)) {
        Figure.distance(metres: $0.distanceMeters) ?? "-"
      },
      .init(layout: .init(String(localized: "Ride"), .right, drop: 4), isAlways: false) {
        $0.ride.map { "\($0)" } ?? ""
      },
    ]
  }

  /// A month and its totals: `November 2026: 10 activities, 12:03:06`.
  private static func heading(_ month: CalendarMonth?, _ activities: [RemoteActivity]) -> String {
    let seconds = activities.reduce(0) { $0 &+ $1.timerSeconds }
    let count = String(
      counting: activities.count, one: "\(activities.count) activity", other: "\(activities.count) activities")
    return "\(month?.title ?? String(localized: "No date")): \(count), \(ClockTime(seconds))"
  }
}
