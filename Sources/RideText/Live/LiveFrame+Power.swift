import ControlWire
import Rides

// Power zones, W′ balance and a test of FTP; each is absent if the daemon does not send it.

extension LiveFrame {
  /// The rider's power zones; empty without a functional threshold power.
  var powerZones: [PowerZones.Zone] { status.ride?.powerZones ?? [] }

  /// The zone of the power, `Z4` in its colour; nil without zones or power.
  var powerZone: StyledLine? {
    guard let watts = status.powerWatts, let style = zoneStyle(watts: Double(watts)),
      let zone = powerZones.zone(ofWatts: Double(watts))
    else { return nil }
    return StyledLine(PowerZoneName.short(zone.number), style)
  }

  /// Returns the colour of a power's zone; nil without zones.
  func zoneStyle(watts: Double) -> Style? {
    powerZones.zone(ofWatts: watts).map { ZonePalette.style(of: $0.number, in: powerZones.count) }
  }

  /// The time in each power zone, without the shortest ones if there is too little room: `Z2 22:30, Z4 8:00`.
  var powerZoneTimes: [StyledLine] {
    var shown = powerZones.filter { $0.seconds ?? 0 > 0 }
    guard !shown.isEmpty else { return [] }
    let name = row(String(localized: "Zones, W"), "")
    while true {
      let line = shown.enumerated().reduce(name) { line, entry in
        let (zone, style) = (entry.element, ZonePalette.style(of: entry.element.number, in: powerZones.count))
        return line + (entry.offset == 0 ? "" : ", ") + StyledLine(PowerZoneName.short(zone.number), style)
          + " \(ClockTime(zone.seconds ?? 0))"
      }
      guard line.width > width, shown.count > 1,
        let shortest = shown.indices.min(by: { shown[$0].seconds ?? 0 < shown[$1].seconds ?? 0 })
      else { return [line] }
      shown.remove(at: shortest)
    }
  }

  /// The W′ balance in kilojoules and percent, with a bar if there is room; empty without a critical power.
  var wPrime: [StyledLine] {
    guard let balance = status.ride?.wPrime, balance.fullKilojoules > 0 else { return [] }
    let share = balance.kilojoules / balance.fullKilojoules
    let style: Style = share <= 0 ? .bad : share < Self.scarce ? .caution : .bold
    let value = figure("W\(glyphs.prime)", Figure.text(balance.kilojoules, decimals: 1), "kJ", style)
    let percent = StyledLine("  \(Figure.text(share * 100, decimals: 0)) %", .dim)
    guard width >= 60 else { return [value + percent] }
    return [value.padded(to: 21) + glyphs.progressBar(share, width: min(41, width - 44)) + percent]
  }

  /// The share of W′ below which the balance is highlighted.
  private static let scarce = 0.25

  /// The test of FTP: its state, or its result with the command that sets FTP; empty in other rides.
  var test: [StyledLine] {
    guard let test = status.ride?.test else { return [] }
    return [row(String(localized: "FTP test"), TestText.text(test), test.over == true ? .accent : .plain)]
  }

  /// The importance of the test; its result must be seen.
  var testRank: Section.Rank { status.ride?.test?.over == true ? .vital : .important }
}
