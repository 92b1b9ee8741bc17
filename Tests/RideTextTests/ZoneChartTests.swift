import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct ZoneChartTests {
  private static let zones = PowerZones(.coggan, thresholdWatts: 200)

  /// A ride of a minute in each of several powers.
  private static func rows(_ watts: [Double]) -> [RideSample] {
    (0..<60 * watts.count).map { second in
      RideSample(second: second, timerRunning: true, powerWatts: watts[second / 60], beatsPerMinute: 130)
    }
  }

  private static func chart(_ rows: [RideSample], _ zones: PowerZones = zones) -> RideChart {
    var seconds = Array(repeating: 0, count: zones.count)
    for row in rows { seconds[zones.number(ofWatts: row.powerWatts ?? 0) - 1] += 1 }
    var reviewed = RideChartTests.reviewed()
    reviewed.review.powerZones = zones.zones(seconds: seconds)
    return RideChart(reviewed, rows: rows)
  }

  private static func picture(_ chart: RideChart) -> String {
    chart.svg(width: 1000, height: 600, theme: .light, time: Samples.utc)
  }

  private static func point(_ second: Double, _ value: Double) -> Trace.Point {
    Trace.Point(second: second, value: value)
  }

  @Test func `a line of power is split where it crosses the bound of a zone`() {
    let chart = Self.chart(Self.rows([100, 160]))
    #expect(chart.powerZones.bounds == [110, 150, 180, 210, 240, 300])
    let pieces = chart.zonePieces(of: [Self.point(0, 90), Self.point(8, 170), Self.point(20, 170)])
    #expect(
      pieces == [
        RideChart.ZonePiece(zone: 1, points: [Self.point(0, 90), Self.point(2, 110)]),
        RideChart.ZonePiece(zone: 2, points: [Self.point(2, 110), Self.point(6, 150)]),
        RideChart.ZonePiece(zone: 3, points: [Self.point(6, 150), Self.point(8, 170), Self.point(20, 170)]),
      ])
    let down = chart.zonePieces(of: [Self.point(0, 160), Self.point(10, 100)])
    #expect(down.map(\.zone) == [3, 2, 1] && down.last?.points.last == Self.point(10, 100))
    #expect(chart.zonePieces(of: [Self.point(5, 320)]).map(\.zone) == [7])
    let fromBound = chart.zonePieces(of: [Self.point(0, 110), Self.point(10, 100)])
    #expect(fromBound == [RideChart.ZonePiece(zone: 1, points: [Self.point(0, 110), Self.point(10, 100)])])
    #expect(chart.zonePieces(of: []).isEmpty)
  }

  @Test func `a picture shows the power in the colours of its zones, with number, name and time of each`() {
    let picture = Self.picture(Self.chart(Self.rows([100, 130, 190])))
    for zone in [1, 2, 4] {
      #expect(picture.contains(#"class="zoneLine powerZone\#(zone)""#))
      #expect(picture.contains(#"class="zoneArea powerZone\#(zone)""#))
    }
    #expect(!picture.contains("zoneLine powerZone5") && !picture.contains(#"class="power""#))
    for text in ["Z1 Active recovery 1:00", "Z2 Endurance 1:00", "Z3 Tempo 0:00", "Z4 Threshold 1:00", "Z2"] {
      #expect(picture.contains(">\(text)</text>"), "\(text)")
    }
    #expect(!picture.contains("VO2max"))
    #expect(picture.contains("\nPower zones: Z1 Active recovery 1:00, Z2 Endurance 1:00, Z3 Tempo 0:00,"))
  }

  @Test func `three zones have their own names and colours`() {
    let picture = Self.picture(Self.chart(Self.rows([100, 190, 250]), PowerZones(.lactate, thresholdWatts: 200)))
    for zone in [2, 4, 6] { #expect(picture.contains("zoneLine powerZone\(zone)")) }
    for name in ["Z1 Below LT1 1:00", "Z2 Between LT1 and LT2 1:00", "Z3 Above LT2 1:00"] {
      #expect(picture.contains(">\(name)</text>"), "\(name)")
    }
  }

  @Test func `a chart without zones or power has neither legend nor colours of zones`() {
    let plain = RideChart(RideChartTests.reviewed(), rows: Self.rows([100]))
    #expect(Self.picture(plain).contains(#"class="power""#) && !Self.picture(plain).contains(#"class="zoneLine"#))
    #expect(plain.shownZones.isEmpty && plain.zonePieces(of: [Self.point(0, 100)]).isEmpty)
    var rows = Self.rows([100])
    for index in rows.indices { rows[index].powerWatts = nil }
    #expect(Self.chart(rows).shownZones.isEmpty)
  }

  @Test func `zones whose bounds do not ascend are not shown`() {
    var reviewed = RideChartTests.reviewed()
    for bounds in [[nil, 150, 110], [nil, 110, nil], [nil]] as [[Int?]] {
      reviewed.review.powerZones = bounds.enumerated().map { index, from in
        PowerZones.Zone(number: index + 1, fromWatts: from, belowWatts: nil, seconds: 1)
      }
      #expect(RideChart(reviewed, rows: Self.rows([100])).powerZones.isEmpty)
    }
  }

  @Test func `a picture of an unsteady ride of eight hours is smaller than 120 kB`() {
    let rows = (0..<28_800).map { second in
      RideSample(second: second, timerRunning: true, powerWatts: Double(second * 7919 / 30 % 400))
    }
    #expect(Self.picture(Self.chart(rows)).utf8.count < 120_000)
  }

  @Test func `a chart on a terminal has the number of the zone in each column, and the zones below`() throws {
    let lines = Self.chart(Self.rows([100, 130, 190])).lines(
      columns: 60, rows: 24, glyphs: .ascii, time: Samples.utc)
    let row = try #require(lines.first { $0.plain.hasPrefix("  Z  ") })
    #expect(row.plain.dropFirst(5).prefix(18) == String(repeating: "1", count: 18))
    #expect(row.plain.contains("12") && row.plain.contains("24") && row.plain.hasSuffix("4"))
    #expect(Set(row.spans.map(\.style)) == [.dim, .accent, .caution])
    let text = lines.map(\.plain)
    #expect(text.contains("# Z1 Active recovery 1:00   # Z2 Endurance 1:00"))
    #expect(text.contains("# Z3 Tempo 0:00   # Z4 Threshold 1:00"))
    #expect(lines.count <= 24)
  }

  @Test(arguments: [39, 60, 80, 200]) func `no line of a chart with zones is wider than the terminal`(columns: Int) {
    for glyphs in [ChartGlyphs.unicode, .ascii] {
      let lines = Self.chart(Self.rows([100, 160, 200, 320])).lines(
        columns: columns, rows: 30, glyphs: glyphs, time: Samples.utc)
      #expect(lines.allSatisfy { $0.width <= columns } && lines.count <= 30)
    }
  }

  // MARK: - Weeks

  private static func trend(_ start: String, _ seconds: [Int]?) -> RideTrend {
    var trend = RideTrend(
      id: 1, start: start, timerSeconds: 3600, zone2Seconds: 1800, zone2Watts: 140, decouplingPercent: nil,
      kilojoules: 500)
    trend.powerZoneSeconds = seconds
    return trend
  }

  private static let trends = [
    trend("2026-11-09T08:00:00Z", nil), trend("2026-11-16T08:00:00Z", [600, 2400, 0, 600, 0, 0, 0]),
    trend("2026-11-18T08:00:00Z", [0, 3000, 0, 0, 0, 0, 600]),
  ]

  @Test func `the history shows the time of each week in power zones`() throws {
    let chart = HistoryChart(rides: Self.trends, today: 20_778, weeks: 2, time: Samples.utc)
    let zones = try #require(chart.powerZones)
    #expect(zones.zones == [nil, [600, 5400, 0, 600, 0, 0, 600].map { $0 / 3600 }])
    let picture = chart.svg(width: 1000, height: 600, theme: .light, time: Samples.utc)
    for zone in [1, 2, 4, 7] { #expect(picture.contains(#"<rect class="zoneBar powerZone\#(zone)""#)) }
    #expect(picture.contains(">Time in power zones</tspan>") && picture.contains(">Z7</text>"))
    #expect(picture.contains("\nZ1 10:00, Z2 1:30:00, Z4 10:00, Z7 10:00\n"))
    let lines = chart.lines(columns: 80, rows: 40, glyphs: .ascii, time: Samples.utc)
    #expect(lines.contains { $0.plain.hasPrefix("Time in power zones, h   Z1 Z2 Z3") })
    #expect(lines.contains { line in line.spans.contains { $0.text.contains("2222") && $0.style == .accent } })
    let document = PrintedJSON.text(of: HistoryChartDocument(chart, rides: Self.trends, time: Samples.utc))
    #expect(document.contains(#""powerZoneHours":[0.17,1.5,0,0.17,0,0,0.17]"#))
  }

  @Test func `a history without power zones has no panel for them`() {
    let chart = HistoryChart(rides: [Self.trends[0]], today: 20_778, weeks: 2, time: Samples.utc)
    #expect(chart.powerZones == nil && chart.panels.count == 3)
  }

  @Test func `the weeks have a table of the time in power zones`() {
    let weeks = RideWeeks(rides: Self.trends, today: 20_778, weeks: 2, time: Samples.utc)
    #expect(
      weeks.text.contains(
        """

        Power zones     Z1       Z2  Z3     Z4  Z5  Z6     Z7
        2026-11-16   10:00  1:30:00   -  10:00   -   -  10:00

        """))
    #expect(weeks.weeks.map(\.powerZoneSeconds) == [[600, 5400, 0, 600, 0, 0, 600], nil])
    #expect([1, 2].adding([1, 2, 3]) == [2, 4, 3])
  }
}
