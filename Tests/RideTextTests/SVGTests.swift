import ClientTestKit
import ControlWire
import Foundation
import Rides
import TestKit
import Testing

@testable import RideText

@Suite struct SVGTests {
  private static let xmllint = "/usr/bin/xmllint"

  private static let ride: String = {
    var rows = RideChartTests.rows(3600)
    for second in 1000..<1100 { (rows[second].timerRunning, rows[second].powerWatts) = (false, nil) }
    var ride = Samples.ride
    ride.name = "Up & <down> \"]]>\u{1B}"
    return RideChart(RideChartTests.reviewed(ride), rows: rows).svg(width: 1000, height: 600, time: Samples.utc)
  }()

  private static let history: String = {
    let rides = (0..<40).map { day in
      RideTrend(
        id: day, start: LocalTime.rfc3339((20_700 + day * 2) * 86_400), timerSeconds: 3600, zone2Seconds: 1800,
        zone2Watts: 140, decouplingPercent: 4)
    }
    let chart = HistoryChart(rides: rides, today: 20_778, weeks: 26, time: Samples.utc)
    return chart.svg(width: 1000, height: 600, time: Samples.utc)
  }()

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: xmllint), "needs xmllint"), arguments: [ride, history])
  func `an SVG chart is well-formed XML`(picture: String) async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "chart.svg")
    try picture.write(toFile: path, atomically: true, encoding: .utf8)
    let check = try await Program(Self.xmllint, ["--nonet", "--noout", path]).outcome()
    #expect(check.status == 0, "\(check.error)")
  }

  @Test func `a ride's name is escaped in an SVG chart`() {
    #expect(Self.ride.contains(">Up &amp; &lt;down&gt; &quot;]]&gt;?, 2026-11-21 06:45, ride 12</title>"))
    #expect(SVGDrawing.escaped("<script>") == "&lt;script&gt;")
  }

  @Test(arguments: [ride, history])
  func `an SVG chart has no external references`(picture: String) {
    for word in ["<script", "href", "url(", "@import", "<image"] { #expect(!picture.contains(word), "\(word)") }
    #expect(picture.contains("prefers-color-scheme:dark"))
    #expect(picture.contains(#"viewBox="0 0 1000 600""#))
    #expect(!picture.contains("nan") && !picture.contains("inf"))
  }

  @Test func `an SVG chart of a ride shows its lines, its band and its pause`() {
    for word in [
      #"class="power""#, #"class="target""#, #"class="heartRate""#, #"class="zone2""#, #"class="pause""#,
      ">Zone 2, 120–140</text>", ">2026-11-21 06:45, ride 12</tspan>", ">Average power</text>", ">149 W</text>",
      ">0</text>", ">60 min</text>", ">Power</tspan>", #"class="powerMeanLine""#, ">132</text>", ">1 pause</text>",
    ] { #expect(Self.ride.contains(word), "\(word)") }
  }

  @Test func `a picture has the colours of its theme`() {
    let chart = RideChart(RideChartTests.reviewed(), rows: RideChartTests.rows(60))
    func picture(_ theme: ChartTheme) -> String { chart.svg(width: 1000, height: 600, theme: theme, time: Samples.utc) }
    #expect(!picture(.light).contains("#0d1117") && !picture(.light).contains("@media"))
    #expect(picture(.dark).contains("#0d1117") && !picture(.dark).contains("@media"))
    #expect(picture(.auto).contains("@media (prefers-color-scheme:dark)"))
  }

  @Test func `a picture has a title and a description for screen readers`() {
    #expect(Self.ride.contains(#"role="img" aria-labelledby="jz2-title jz2-desc""#))
    #expect(Self.ride.contains("Time 1:00:00, Average power 149 W, Normalized 152 W,"))
    #expect(Self.ride.contains("\nPower from 150 to 150 W.\n"))
    #expect(Self.history.contains("\nWeek of 2026-11-09: 4 rides\n4.0 h, 2.0 h in Zone 2\n"))
  }

  @Test func `missing data leaves a gap in an SVG line`() {
    #expect(Self.ride.components(separatedBy: #"<path class="power" "#).count - 1 == 2)
    #expect(Self.ride.components(separatedBy: #"<path class="heartRate" "#).count - 1 == 1)
  }

  @Test func `an SVG chart of a long ride is smaller than 60 kB`() {
    let chart = RideChart(RideChartTests.reviewed(), rows: RideChartTests.rows(28_800))
    #expect(chart.svg(width: 1000, height: 600, time: Samples.utc).utf8.count < 60_000)
  }

  @Test func `an SVG chart of the history shows points, lines and bars`() {
    for word in [#"class="point""#, #"class="mean""#, #"class="zone2Bar""#, #"class="reference""#, ">Nov<"] {
      #expect(Self.history.contains(word), "\(word)")
    }
  }
}
