import ClientTestKit
import ControlWire
import Testing

@testable import RideText

@Suite struct RideChartTests {
  /// A ride at 150 W and 130 bpm.
  static func rows(_ count: Int) -> [SampleRow] {
    (0..<count).map {
      SampleRow(
        elapsedSeconds: $0, timerRunning: true, powerWatts: 150, targetWatts: 150, cadenceRpm: 88, beatsPerMinute: 130)
    }
  }

  /// Rows without pedalling.
  static func tail(_ count: Int, from second: Int) -> [SampleRow] {
    (second..<(second + count)).map { SampleRow(elapsedSeconds: $0, timerRunning: true, powerWatts: 0) }
  }

  private func chart(_ rows: [SampleRow]) -> RideChart {
    RideChart(ride: Samples.ride, rows: rows, zone2: 120...140)
  }

  private func lines(_ chart: RideChart, columns: Int = 60, rows: Int = 20, _ glyphs: ChartGlyphs) -> [String] {
    chart.lines(columns: columns, rows: rows, glyphs: glyphs, time: Samples.utc).map(\.plain)
  }

  @Test func `a forgotten stop does not squeeze the chart`() {
    let chart = chart(Self.rows(3600) + Self.tail(25_200, from: 3600))
    #expect(chart.time.seconds == 0..<3660)
    #expect(chart.captions == ["Ends at 1:01:00: for 6:59:00 after that nobody pedalled."])
    #expect(chart.panels.first?.axis == self.chart(Self.rows(3600)).panels.first?.axis)
  }

  @Test func `a spike above the scale is marked with its height`() throws {
    var rows = Self.rows(60)
    rows[20].powerWatts = 812
    let chart = chart(rows)
    #expect(try #require(chart.panels.first).axis.lowest == 0)
    let drawn = lines(chart, columns: 80, .ascii)
    #expect(drawn.contains { $0.hasPrefix("Power, W") && $0.hasSuffix("   ^ up to 812") })
    #expect(drawn.contains { $0.hasPrefix("200 +") && $0.contains("^") })
    let picture = chart.svg(width: 1000, height: 600, time: Samples.utc)
    #expect(picture.contains(#"class="cut""#) && picture.contains(">812</text>"))
    #expect(PrintedJSON.text(of: RideChartDocument(chart)).contains(#""cuts":[{"atSeconds":20.5,"value":812}]"#))
  }

  @Test func `a chart's title is the ride's name, or else its plan's`() {
    var ride = Samples.ride
    ride.plan = "Evening"
    #expect(RideChart(ride: ride, rows: [], zone2: 120...140).title == "Ride 12: Evening")
    ride.name = "Sunday"
    #expect(RideChart(ride: ride, rows: [], zone2: 120...140).title == "Ride 12: Sunday")
  }

  @Test func `a chart of the whole ride says how it is cut`() {
    var ride = Samples.ride
    ride.trim = Trim(fromSeconds: 0, toSeconds: 1702, wholeSeconds: 3387)
    var chart = RideChart(ride: ride, rows: Self.rows(60), zone2: 120...140)
    #expect(!chart.totals(time: Samples.utc).contains("whole"))
    chart.isWhole = true
    #expect(chart.totals(time: Samples.utc).hasSuffix("31.40 km, whole; 0:00 to 28:22 is kept"))
  }

  @Test func `a tail below five minutes is shown`() {
    let chart = chart(Self.rows(3600) + Self.tail(299, from: 3600))
    #expect(chart.time.seconds == 0..<3899)
    #expect(chart.captions.isEmpty)
  }

  @Test func `a ride without pedalling is shown as a whole`() {
    let rows = (0..<900).map { SampleRow(elapsedSeconds: $0, timerRunning: true, beatsPerMinute: 90) }
    #expect(chart(rows).time.seconds == 0..<900)
    #expect(chart(rows).panels.map(\.title) == ["Heart rate"])
  }

  @Test func `a pause is marked from ten seconds on`() {
    var rows = Self.rows(600)
    for second in Array(100..<110) + Array(200..<209) { rows[second].timerRunning = false }
    #expect(chart(rows).pauses == [100..<110])
  }

  @Test func `the heart rate scale always includes Zone 2`() throws {
    var rows = Self.rows(600)
    for index in rows.indices { rows[index].beatsPerMinute = 95 }
    let panel = try #require(chart(rows).panels.last)
    #expect(panel.axis.lowest <= 95 && panel.axis.highest >= 140)
    #expect(panel.band == 120...140)
  }

  @Test func `a band lies between the rows of its values`() throws {
    let plot = TerminalPlot(
      axis: Axis(covering: 100...160, ticks: 6), columns: 10, rows: 13, labelWidth: 3, glyphs: .unicode)
    #expect(plot.rows(of: 120...140) == 4...8)
    #expect(plot.row(of: 160) == 0 && plot.row(of: 100) == 12)
    #expect(plot.row(of: 1900) == 0)
  }

  @Test func `a ride's chart is drawn in characters`() {
    #expect(
      lines(chart(Self.rows(3600)), columns: 40, rows: 18, .ascii).map(\.trimmingEnd) == [
        "Ride 12", "2026-11-21 06:45, 1:00:00, 149 W, 132", "bpm, 538 kJ, 31.40 km",
        "Power, W   -- target 150",
        "200 +",
        "    |'''''''''''''''''''''''''''''''''''",
        "100 +",
        "    |",
        "  0 +",
        "Heart rate, bpm   -- Zone 2, 120-140",
        "140 +-----------------------------------",
        "    |",
        "130 +...................................",
        "    |",
        "120 +-----------------------------------",
        "    ++----------------+----------------+",
        "   0 min             30               60",
      ])
  }

  @Test(arguments: [39, 57, 80, 200], [10, 24, 60])
  func `no line of a ride's chart is wider than the terminal`(columns: Int, rows: Int) {
    for ride in [Self.rows(3600), Self.rows(60), Self.rows(1), [], Self.rows(3600) + Self.tail(25_200, from: 3600)] {
      for glyphs in [ChartGlyphs.unicode, .ascii] {
        let widest = lines(chart(ride), columns: columns, rows: rows, glyphs).map(\.count).max() ?? 0
        #expect(widest <= columns)
      }
    }
    let height = lines(chart(Self.rows(3600)), columns: columns, rows: rows, .unicode).count
    #expect(height <= max(rows, 16))
  }

  @Test func `a chart in ASCII has only ASCII characters`() {
    var rows = Self.rows(600)
    for second in 100..<160 { rows[second].timerRunning = false }
    let printed = lines(chart(rows), .ascii).joined()
    #expect(printed.utf8.count == printed.count && printed.contains("/"))
  }

  @Test func `a chart of an empty ride says that there is nothing to draw`() {
    #expect(lines(chart([]), .unicode).last == RideChart.empty)
    #expect(chart([]).svg(width: 1000, height: 600, time: Samples.utc).contains(RideChart.empty))
  }

  @Test func `a ride's chart in JSON is one object`() {
    var rows = Self.rows(2)
    rows[1].beatsPerMinute = nil
    let line = PrintedJSON.text(of: RideChartDocument(chart(rows)))
    #expect(line.contains(#""series":[{"name":"heartRate","stepSeconds":1,"values":[130,null]}],"#))
    #expect(line.contains(#""band":{"from":120,"to":140},"#))
    #expect(line.contains(#""fromSeconds":0,"panels":["#) && line.hasSuffix(#""toSeconds":2}"# + "\n"))
  }
}
