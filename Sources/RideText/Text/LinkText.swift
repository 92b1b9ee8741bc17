package import ControlWire

/// A ride's link incidents as people read them.
package enum LinkText {
  /// The answer to `show --link`: the ride in one line, then one row per incident, then one row per device.
  package static func shown(
    _ ride: RideSummary, _ incidents: [RideLinks.Incident], _ intervals: [RideLinks.Intervals], page: Page,
    time: LocalTime
  ) -> String {
    let heading = "\(RideLine.summary(ride)) Begun \(time.text(ride.start))."
    let drops = Table(columns: columns, rows: incidents.map(cells)).text(on: page)
    let befell = incidents.isEmpty ? "No dropped connection." : drops
    let spoken = intervals.isEmpty ? nil : Table(columns: intervalColumns, rows: intervals.map(cells)).text(on: page)
    return [heading, befell, spoken].compactMap(\.self).joined(separator: "\n\n")
  }

  private static let intervalColumns: [Table.Column] = [
    .init("Notifications"), .init("Intervals", .right, drop: 3), .init("Shortest", .right, drop: 2),
    .init("Longest", .right), .init("Mean", .right), .init("Deviation", .right, drop: 1),
  ]

  private static func cells(of intervals: RideLinks.Intervals) -> [String] {
    let seconds = [
      intervals.shortestSeconds, intervals.longestSeconds, intervals.meanSeconds, intervals.deviationSeconds,
    ]
    return [name(intervals.device), "\(intervals.count)"]
      + seconds.map { "\(Figure.text($0 * 1000, decimals: 1)) ms" }
  }

  private static let columns: [Table.Column] = [
    .init("Elapsed", .right), .init("What", cutTo: 8), .init("Why", cutTo: 8), .init("Signal", .right, drop: 1),
    .init("Lasted", .right),
  ]

  /// Says how often links dropped, with the first ten drops in a table; nil if none did.
  static func drops(in incidents: [RideLinks.Incident], _ page: Page) -> String? {
    let drops = incidents.filter { $0.kind == .drop }
    guard !drops.isEmpty else { return nil }
    let longest = drops.compactMap(\.lastedSeconds).max().map { ", the longest \(Figure.text($0, decimals: 1)) s" }
    let count = drops.count == 1 ? "1 dropped connection" : "\(drops.count) dropped connections"
    let table = Table(columns: columns, rows: drops.prefix(10).map(cells)).text(on: page)
    let rest = drops.count > 10 ? "\nThe first 10; `--link` shows all." : ""
    return "\(count)\(longest ?? "").\n\(table)\(rest)"
  }

  private static func cells(of incident: RideLinks.Incident) -> [String] {
    [
      "\(ClockTime(Int(incident.atSeconds)))", what(incident), why(incident),
      incident.signalDBm.map { "\($0) dBm" } ?? "-", lasted(incident),
    ]
  }

  private static func what(_ incident: RideLinks.Incident) -> String {
    switch incident.kind {
    case .drop: "\(name(incident.device)) lost"
    case .silence: "\(name(incident.device)) silent"
    case .remedy: "radio mended"
    case .interruption: "daemon gone"
    }
  }

  private static func name(_ device: DeviceRole?) -> String {
    switch device {
    case .trainer: "trainer"
    case .heartRate: "heart rate"
    case nil: "link"
    }
  }

  /// Returns the reason in words; a remedy, or a reason this client does not know, by its name on the wire.
  private static func why(_ incident: RideLinks.Incident) -> String {
    guard let reason = incident.reason else { return "-" }
    guard incident.kind == .drop, let known = LinkReason(rawValue: reason) else { return reason.printable }
    return known.phrase
  }

  private static func lasted(_ incident: RideLinks.Incident) -> String {
    if let seconds = incident.lastedSeconds { return "\(Figure.text(seconds, decimals: 1)) s" }
    return incident.kind == .drop ? "to the end" : "-"
  }
}
