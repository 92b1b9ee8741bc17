import ControlWire

/// What befell a ride's links, as people read it.
enum LinkText {
  /// The answer to `show --link`: the ride in a line, then an incident a row.
  static func shown(_ ride: RideSummary, _ incidents: [LinkIncident], localTime: (String) -> String) -> String {
    let heading = "\(RideText.summary(ride)) Begun \(localTime(ride.start))."
    guard !incidents.isEmpty else { return "\(heading)\n\nNo link was lost." }
    let columns: [Table.Column] = [
      .init("Elapsed", .right), .init("What"), .init("Why"), .init("Signal", .right), .init("Lasted", .right),
    ]
    return "\(heading)\n\n" + Table(columns: columns, rows: incidents.map(cells)).text
  }

  private static func cells(of incident: LinkIncident) -> [String] {
    [
      "\(ClockTime(Int(incident.atSeconds)))", what(incident), why(incident),
      incident.signalDBm.map { "\($0) dBm" } ?? "-", lasted(incident),
    ]
  }

  private static func what(_ incident: LinkIncident) -> String {
    switch incident.kind {
    case .drop: "\(name(incident.device)) lost"
    case .silence: "\(name(incident.device)) silent"
    case .remedy: "radio mended"
    case .interruption: "daemon gone"
    }
  }

  private static func name(_ device: Device.Kind?) -> String {
    switch device {
    case .trainer: "trainer"
    case .heartRate: "heart rate"
    case nil: "link"
    }
  }

  /// A reason in words; a measure, or a reason that is new, by its name.
  private static func why(_ incident: LinkIncident) -> String {
    guard let reason = incident.reason else { return "-" }
    guard incident.kind == .drop, let known = LinkReason(rawValue: reason) else { return reason.printable }
    return known.phrase
  }

  private static func lasted(_ incident: LinkIncident) -> String {
    if let seconds = incident.lastedSeconds { return "\(Figure.text(seconds, decimals: 1)) s" }
    return incident.kind == .drop ? "to the end" : "-"
  }
}
