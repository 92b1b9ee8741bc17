import ControlWire
import Rides

/// Texts about power zones, critical power and threshold power.
enum PowerZoneText {
  /// Returns a ride's time in each zone, with bars.
  static func ofRide(_ zones: [PowerZones.Zone], thresholdWatts: Int, glyphs: Glyphs) -> String {
    let total = zones.reduce(0) { $0 &+ max(0, $1.seconds ?? 0) }
    let columns: [Table.Column] = [
      .init(String(localized: "Zone"), .right), .init(String(localized: "Name")), .init(String(localized: "Power")),
      .init(String(localized: "Time"), .right), .init(String(localized: "Share"), .right), .init(""),
    ]
    let rows = zones.map { zone in
      let seconds = max(0, zone.seconds ?? 0)
      let share = total > 0 ? Double(seconds) / Double(total) : 0
      return [
        "\(zone.number)", name(zone, zones), bounds(zone), "\(ClockTime(seconds))",
        "\(Figure.text(share * 100, decimals: 0)) %",
        glyphs.bar(share, width: 24),
      ]
    }
    return String(localized: "Power zones by FTP \(thresholdWatts) W") + "\n" + Table(columns: columns, rows: rows).text
  }

  /// Returns the bounds of the zones; without FTP, how to set it.
  static func ofSettings(_ zones: [PowerZones.Zone]?, _ settings: RiderSettings) -> String {
    guard let zones, let threshold = settings.thresholdWatts else { return withoutThreshold }
    let percents = PowerZones.startPercents(settings.zoneMethod).map { Figure.short($0) }
    let shares = percents.dropLast().joined(separator: ", ")
    let title = String(
      localized: "Power zones: \(shares) and \(percents.last ?? "") % of FTP, \(threshold) W.")
    let columns: [Table.Column] = [
      .init(String(localized: "Zone"), .right), .init(String(localized: "Name")), .init(String(localized: "Power")),
    ]
    let rows = zones.map { ["\($0.number)", name($0, zones), bounds($0)] }
    return title + "\n" + Table(columns: columns, rows: rows).text
  }

  /// The way to power zones for a rider without FTP.
  static var withoutThreshold: String {
    String(
      localized: "Power zones need your FTP: `jz2ctl start ramp-test` tests it, `jz2ctl settings --ftp N` sets it.")
  }

  private static func name(_ zone: PowerZones.Zone, _ zones: [PowerZones.Zone]) -> String {
    PowerZoneName.title(of: zone.number, in: zones.count) ?? "-"
  }

  /// Formats a zone: `below 138 W`, `138 to 187 W`, `from 375 W`.
  private static func bounds(_ zone: PowerZones.Zone) -> String {
    switch (zone.fromWatts, zone.belowWatts) {
    case (let from?, let below?): String(localized: "\(from) to \(below &- 1) W")
    case (let from?, nil): String(localized: "from \(from) W")
    case (nil, let below?): String(localized: "below \(below) W")
    case (nil, nil): String(localized: "any")
    }
  }

  /// Formats the least W′ balance of a ride: `6.1 of 18.2 kJ at least (critical power 231 W)`.
  static func wPrime(_ status: WPrimeStatus) -> String {
    let least = Figure.text(status.leastKilojoules, decimals: 1)
    let full = Figure.text(status.fullKilojoules, decimals: 1)
    return String(
      localized: "\(least) of \(full) kJ left at the lowest point (critical power \(status.criticalWatts) W)")
  }

  /// Returns the sentences about the threshold power and the critical power that best powers suggest.
  static func estimate(_ estimate: ThresholdEstimate) -> String {
    let best = Figure.text(estimate.twentyMinuteWatts, decimals: 0)
    let threshold = String(
      localized: "FTP: \(estimate.thresholdWatts) W, 95 % of the best 20 minutes (\(best) W). "
        + "`jz2ctl settings --ftp \(estimate.thresholdWatts)` sets it.")
    guard let model = estimate.criticalPower else { return threshold }
    let (watts, error) = (Figure.text(model.watts, decimals: 0), Figure.text(model.errorWatts, decimals: 0))
    let work = Figure.text(model.wPrimeKilojoules, decimals: 1)
    let workError = Figure.text(model.wPrimeErrorKilojoules, decimals: 1)
    // The command needs a point, whatever the language.
    let typed = Figure.pointed(model.wPrimeKilojoules, decimals: 1)
    let critical = String(
      localized: "Critical power: \(watts) W (error \(error) W), W′ \(work) kJ (error \(workError) kJ), by the linear "
        + "model of work and time over 3 to 20 minutes. `jz2ctl settings --critical-power \(watts) --w-prime \(typed)` "
        + "sets them.")
    return threshold + "\n" + critical
  }

  /// Formats the mean balance and quality of the pedalling: `51 % left; torque effectiveness 82 and 79 %`.
  static func pedalling(_ pedalling: Pedalling) -> String? {
    let balance = pedalling.leftPercent.map { left in
      let (left, right) = (Figure.text(left, decimals: 1), Figure.text(100 - left, decimals: 1))
      return String(localized: "\(left) % left, \(right) % right")
    }
    let effectiveness = pair(pedalling.leftTorqueEffectivenessPercent, pedalling.rightTorqueEffectivenessPercent)
      .map { String(localized: "torque effectiveness \($0) %") }
    let smoothness = pair(pedalling.leftPedalSmoothnessPercent, pedalling.rightPedalSmoothnessPercent)
      .map { String(localized: "smoothness \($0) %") }
    let parts = [balance, effectiveness, smoothness].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Formats the values of both legs: `82/79`.
  private static func pair(_ left: Double?, _ right: Double?) -> String? {
    let values = [left, right].compactMap(\.self).map { Figure.text($0, decimals: 0) }
    return values.isEmpty ? nil : values.joined(separator: "/")
  }
}
