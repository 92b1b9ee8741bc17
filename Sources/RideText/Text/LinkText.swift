package import ControlWire
package import Rides

/// Texts about a ride's link incidents.
package enum LinkText {
  /// The answer to `show --link`: the ride in one line, then one row per incident, then one row per device.
  package static func shown(
    _ ride: RideSummary, _ incidents: [LinkIncident], _ intervals: [RideLinks.Intervals], page: Page,
    time: LocalTime
  ) -> String {
    let heading = RideLine.summary(ride) + " " + String(localized: "Started \(time.text(ride.start)).")
    let drops = Table(columns: columns, rows: incidents.map(cells)).text(on: page)
    let befell = incidents.isEmpty ? String(localized: "No dropped connection.") : drops
    let intervalTable =
      intervals.isEmpty ? nil : Table(columns: intervalColumns, rows: intervals.map(cells)).text(on: page)
    return [heading, befell, intervalTable].compactMap(\.self).joined(separator: "\n\n")
  }

  private static var intervalColumns: [Table.Column] {
    [
      .init(String(localized: "Notifications")), .init(String(localized: "Intervals"), .right, drop: 3),
      .init(String(localized: "Shortest"), .right, drop: 2), .init(String(localized: "Longest"), .right),
      .init(String(localized: "Mean"), .right), .init(String(localized: "Deviation"), .right, drop: 1),
    ]
  }

  private static func cells(of intervals: RideLinks.Intervals) -> [String] {
    let seconds = [
      intervals.shortestSeconds, intervals.longestSeconds, intervals.meanSeconds, intervals.deviationSeconds,
    ]
    return [name(intervals.device), "\(intervals.count)"]
      + seconds.map { "\(Figure.text($0 * 1000, decimals: 1)) ms" }
  }

  private static var columns: [Table.Column] {
    [
      .init(String(localized: "Elapsed"), .right), .init(String(localized: "Event"), cutTo: 8),
      .init(String(localized: "Reason"), cutTo: 8), .init(String(localized: "Signal"), .right, drop: 1),
      .init(String(localized: "Lasted"), .right),
    ]
  }

  /// Returns the number of dropped connections, with the first ten in a table; nil if there was no drop.
  static func drops(in incidents: [LinkIncident], _ page: Page) -> String? {
    let drops = incidents.filter { $0.kind == .drop }
    guard !drops.isEmpty else { return nil }
    let longest = drops.compactMap(\.lastedSeconds).max().map { Figure.text($0, decimals: 1) }
    let table = Table(columns: columns, rows: drops.prefix(10).map(cells)).text(on: page)
    let rest = drops.count > 10 ? "\n" + String(localized: "The first 10; `--link` shows all.") : ""
    return "\(count(drops.count, longest: longest))\n\(table)\(rest)"
  }

  private static func count(_ drops: Int, longest: String?) -> String {
    guard let longest else {
      return String(counting: drops, one: "\(drops) dropped connection.", other: "\(drops) dropped connections.")
    }
    return String(
      counting: drops, one: "\(drops) dropped connection, the longest \(longest) s.",
      other: "\(drops) dropped connections, the longest \(longest) s.")
  }

  private static func cells(of incident: LinkIncident) -> [String] {
    [
      "\(ClockTime(Int(incident.atSeconds)))", what(incident), why(incident),
      incident.signalDBm.map { "\($0) dBm" } ?? "-", lasted(incident),
    ]
  }

  private static func what(_ incident: LinkIncident) -> String {
    switch (incident.kind, incident.device) {
    case (.drop, .trainer?): String(localized: "trainer lost")
    case (.drop, .heartRate?): String(localized: "heart rate lost")
    case (.drop, _): String(localized: "link lost")
    case (.silence, .trainer?): String(localized: "trainer silent")
    case (.silence, .heartRate?): String(localized: "heart rate silent")
    case (.silence, _): String(localized: "link silent")
    case (.refusal, .trainer?): String(localized: "trainer refused")
    case (.refusal, .heartRate?): String(localized: "heart rate refused")
    case (.refusal, _): String(localized: "device refused")
    case (.remedy, _): String(localized: "radio repair")
    case (.interruption, _): String(localized: "daemon not running")
    }
  }

  private static func name(_ device: DeviceRole?) -> String {
    device?.title ?? String(localized: "link")
  }

  /// Returns the reason in words; a remedy, or an unknown reason, has its name on the wire.
  private static func why(_ incident: LinkIncident) -> String {
    guard let reason = incident.reason else { return "-" }
    guard incident.kind == .drop, let known = LinkReason(rawValue: reason) else { return reason.printable }
    return known.localized
  }

  private static func lasted(_ incident: LinkIncident) -> String {
    if let seconds = incident.lastedSeconds { return "\(Figure.text(seconds, decimals: 1)) s" }
    return incident.kind == .drop ? String(localized: "to the end") : "-"
  }
}
