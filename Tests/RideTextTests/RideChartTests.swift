import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct RideChartTests {
  /// A ride at 150 W and 130 bpm.
  static func rows(_ count: Int) -> [RideSample] {
    (0..<count).map {
      RideSample(
        second: $0, timerRunning: true, powerWatts: 150, targetWatts: 150, cadenceRpm: 88, beatsPerMinute: 130)
    }
  }

  /// Rows without pedalling.
  static func tail(_ count: Int, from second: Int) -> [RideSample] {
    (second..<(second + count)).map { RideSample(second: $0, timerRunning: true, powerWatts: 0) }
  }

  /// A ride with Zone 2 from 120 to 140 bpm.
  static func reviewed(_ ride: RideSummary = Samples.ride) -> ReviewedRide {
    let review = RideReview(
      normalizedWatts: 151.6, workFromSeconds: 0, workToSeconds: 3600, zone2From: 120, zone2To: 140, zone2Seconds: 0,
      zoneMethod: .zone2Range, zones: [])
    return ReviewedRide(ride: ride, review: review, laps: [], events: [], uploads: [])
  }

  private static func event(
    _ second: Double, _ kind: String, watts: Int? = nil, percent: Int? = nil
  ) -> ReviewedRide.Event {
    var event = ReviewedRide.Event(atSeconds: second, kind: kind)
    (event.watts, event.percent) = (watts, percent)
    return event
  }

  /// A lap of ten minutes.
  private static func lap(_ number: Int, _ label: String?, watts: Int?, to toWatts: Int? = nil) -> ReviewedRide.Lap {
    var lap = ReviewedRide.Lap(
      fromSeconds: 600 * (number - 1), toSeconds: 600 * number, timerSeconds: 600, averageWatts: 149.4,
      averageHeartRate: 130.2, kilojoules: 90, trigger: "time", label: label)
    (lap.interval, lap.plannedWatts, lap.plannedToWatts) = (number, watts, toWatts)
    return lap
  }

  private func chart(_ rows: [RideSample]) -> RideChart { RideChart(Self.reviewed(), rows: rows) }

  private func lines(_ chart: RideChart, columns: Int = 60, rows: Int = 20, _ glyphs: ChartGlyphs) -> [String] {
    chart.lines(columns: columns, rows: rows, glyphs: glyphs, time: Samples.utc).map(\.plain)
  }

  @Test func `a forgotten stop does not squeeze the chart`() {
    let chart = chart(Self.rows(3600) + Self.tail(25_200, from: 3600))
    #expect(chart.time.seconds == 0..<3660)
    #expect(chart.captions == ["Ends at 1:01:00: nobody pedalled for the next 6:59:00."])
    #expect(chart.panels.first?.axis == self.chart(Self.rows(3600)).panels.first?.axis)
  }

  @Test func `a spike above the scale is marked with its height`() throws {
    var rows = Self.rows(60)
    rows[20].powerWatts = 812
    let chart = chart(rows)
    #expect(try #require(chart.panels.first).axis.lowest == 0)
    let drawn = lines(chart, columns: 80, .ascii)
    #expect(drawn.contains { $0.hasPrefix("Power, W") && $0.contains("   ^ up to 812  ") && $0.hasSuffix(", max 812") })
    #expect(drawn.contains { $0.hasPrefix("200 +") && $0.contains("^") })
    let picture = chart.svg(width: 1000, height: 600, time: Samples.utc)
    #expect(picture.contains(#"class="cut""#) && picture.contains(">812</text>"))
    #expect(PrintedJSON.text(of: RideChartDocument(chart)).contains(#""cuts":[{"atSeconds":20.5,"value":812}]"#))
  }

  @Test func `a chart's title is the name of the ride or its plan, and its subtitle has the start`() {
    var ride = Samples.ride
    #expect(RideChart(Self.reviewed(ride), rows: []).title == "Ride 12")
    #expect(RideChart(Self.reviewed(ride), rows: []).subtitle(time: Samples.utc) == "2026-11-21 06:45")
    ride.plan = "Evening"
    #expect(RideChart(Self.reviewed(ride), rows: []).title == "Evening")
    ride.name = "Sunday"
    #expect(RideChart(Self.reviewed(ride), rows: []).title == "Sunday")
    #expect(RideChart(Self.reviewed(ride), rows: []).subtitle(time: Samples.utc) == "2026-11-21 06:45, ride 12")
  }

  @Test func `a chart of the whole ride shows which part the trim keeps`() {
    var ride = Samples.ride
    ride.trim = Trim(fromSeconds: 0, toSeconds: 1702, wholeSeconds: 3387)
    let cut = RideChart(Self.reviewed(ride), rows: Self.rows(60))
    #expect(!cut.subtitle(time: Samples.utc).contains("whole"))
    let whole = RideChart(Self.reviewed(ride), rows: Self.rows(60), isWhole: true)
    #expect(whole.subtitle(time: Samples.utc).hasSuffix(", whole; 0:00 to 28:22 is kept"))
  }

  @Test func `the figures of a ride have names`() {
    #expect(
      chart([]).tiles.map { "\($0.name) \($0.value)" } == [
        "Time 1:00:00", "Average power 149 W", "Normalized 152 W", "Average heart rate 132 bpm", "Work 538 kJ",
        "Distance 31.40 km",
      ])
  }

  @Test func `a chart draws the plan behind the power, and the laps above it`() {
    var reviewed = Self.reviewed()
    reviewed.laps = [
      Self.lap(1, "Warm-up", watts: 100, to: 200), Self.lap(2, "Over", watts: 150), Self.lap(3, nil, watts: nil),
    ]
    let chart = RideChart(reviewed, rows: Self.rows(1800))
    #expect(
      chart.plan == [
        PlanBlock(seconds: 0..<600, fromWatts: 100, toWatts: 200),
        PlanBlock(seconds: 600..<1200, fromWatts: 150, toWatts: 150),
      ])
    let target = chart.panels[0].traces.last?.values ?? []
    #expect(target[0] == 150 && target[300] == nil && target[900] == nil && target[1500] == 150, "where not as planned")
    let picture = chart.svg(width: 1000, height: 600, time: Samples.utc)
    for word in [
      ">1 Warm-up</text>", ">3</text>", "<title>2 Over: 10:00, 150 W planned, 149 W, 130 bpm</title>",
      "<title>1 Warm-up: 10:00, 100 to 200 W planned, 149 W, 130 bpm</title>",
      "<title>15:00 to 16:00\nPower 150 W\nHeart rate 130 bpm\nPlanned 150 W\nLap 2 Over</title>",
    ] { #expect(picture.contains(word), "\(word)") }
    #expect(lines(chart, columns: 80, .ascii).contains("     |1 Warm-up               |2 Over                  |3"))
    var paused = Self.rows(1800)
    for second in 300..<450 { paused[second].timerRunning = false }
    reviewed.laps[0].timerSeconds = 450
    #expect(
      RideChart(reviewed, rows: paused).plan.prefix(2) == [
        PlanBlock(seconds: 0..<300, fromWatts: 100, toWatts: 100 + 100 * 300 / 450.0),
        PlanBlock(seconds: 450..<600, fromWatts: 100 + 100 * 300 / 450.0, toWatts: 200),
      ], "a plan goes on with the timer")
    let steady = RideChart(Self.reviewed(), rows: Self.rows(1800))
    #expect(steady.plan.isEmpty && steady.laps.isEmpty)
  }

  @Test func `events of a ride are marked`() {
    let marks = RideMark.marks(of: [
      Self.event(0, "started"), Self.event(2, "target", watts: 150), Self.event(60, "target", watts: 170),
      Self.event(190, "eased", watts: 140),
      Self.event(100, "trainerLost"), Self.event(104.04, "trainerRestored"), Self.event(200, "eased", watts: 120),
      Self.event(201, "target", watts: 120), Self.event(260, "eased", watts: 170),
      Self.event(261, "target", watts: 170),
      Self.event(300, "paused"), Self.event(420, "resumed"), Self.event(500, "biased", percent: 5),
      Self.event(501, "target", watts: 179), Self.event(600, "strapLost"),
    ])
    #expect(
      marks.map(\.explanation) == [
        "1:00 Target 170 W instead of 150 W", "1:40 Trainer lost, for 4 s",
        "3:10 Target lowered to 120 W: heart rate", "5:00 Paused, for 2:00", "8:20 Bias +5 %",
        "10:00 Heart rate lost",
      ])
    #expect(marks.map(\.kind) == [.change, .drop, .easing, .pause, .change, .drop])
  }

  @Test func `marks are drawn at the time axis, with a legend`() {
    var reviewed = Self.reviewed()
    reviewed.events = [
      Self.event(0, "started"), Self.event(300, "trainerLost"), Self.event(304, "trainerRestored"),
      Self.event(302, "strapLost"), Self.event(900, "biased", percent: -5),
    ]
    let chart = RideChart(reviewed, rows: Self.rows(1200))
    let picture = chart.svg(width: 1000, height: 600, time: Samples.utc)
    for word in [
      ">2 dropped connections</text>", ">watts changed once</text>",
      "<title>5:00 Trainer lost, for 4 s\n5:02 Heart rate lost</title>", "<title>15:00 Bias -5 %</title>",
    ] { #expect(picture.contains(word), "\(word)") }
    let drawn = lines(chart, columns: 80, .ascii)
    #expect(
      drawn.contains {
        $0.trimmingEnd == String(repeating: " ", count: 23) + "v" + String(repeating: " ", count: 37) + "*"
      })
    #expect(drawn.last == "v 2 dropped connections, * watts changed once")
  }

  @Test func `power from other programs is smoothed, and the chart says so`() {
    var ride = Samples.ride
    ride.importedFrom = "fit"
    var rows = Self.rows(600)
    for index in rows.indices { rows[index].powerWatts = index.isMultiple(of: 2) ? 100 : 200 }
    let chart = RideChart(Self.reviewed(ride), rows: rows)
    #expect(chart.panels[0].smoothedSeconds == 10 && chart.panels[0].traces[0].values[300] == 150)
    #expect(chart.panels[1].smoothedSeconds == nil)
    #expect(chart.svg(width: 1000, height: 600, time: Samples.utc).contains(">10 s average</tspan>"))
    #expect(lines(chart, columns: 80, .ascii).contains { $0.contains("10 s average") })
    #expect(self.chart(rows).panels[0].traces[0].values[300] == 100, "our own is drawn as it was measured")
  }

  @Test func `panels are drawn in the requested order, and omitted without data`() {
    let measures: [RideMeasure] = [.cadence, .power, .speed, .heart]
    let chart = RideChart(Self.reviewed(), rows: Self.rows(600), measures: measures)
    #expect(chart.panels.map(\.measure) == [.cadence, .power, .heart])
    #expect(chart.panels.map(\.axis.lowest) == [0, 0, 120])
    var rows = Self.rows(600)
    for index in rows.indices { (rows[index].alpha1, rows[index].speedKmh) = (0.9, 30) }
    let others = RideChart(Self.reviewed(), rows: rows, measures: [.alpha, .speed])
    #expect(others.panels.map(\.reference) == [0.75, nil])
    let picture = others.svg(width: 1000, height: 600, time: Samples.utc)
    for word in [">aerobic threshold near 0.75</text>", ">0.90</text>", ">30.0</text>", #"class="alpha1""#] {
      #expect(picture.contains(word), "\(word)")
    }
  }

  @Test func `the zones of a zone method are drawn as bands with names`() {
    var reviewed = Self.reviewed()
    reviewed.review.zoneMethod = .maximum
    reviewed.review.zones = [
      HeartRateZone(number: 1, fromBpm: nil, belowBpm: 120), HeartRateZone(number: 2, fromBpm: 120, belowBpm: 141),
      HeartRateZone(number: 3, fromBpm: 141, belowBpm: nil),
    ]
    var rows = Self.rows(600)
    for index in rows.indices { rows[index].beatsPerMinute = 90 + index / 6 }
    let chart = RideChart(reviewed, rows: rows)
    #expect(chart.panels[1].bands.map { $0.text() } == ["Zone 1, to 119", "Zone 2, 120–140", "Zone 3, from 141"])
    let picture = chart.svg(width: 1000, height: 600, time: Samples.utc)
    for word in [#"class="zone1""#, #"class="zone3""#, ">Zone 2, 120–140</text>"] {
      #expect(picture.contains(word), "\(word)")
    }
  }

  @Test func `a tail below five minutes is shown`() {
    let chart = chart(Self.rows(3600) + Self.tail(299, from: 3600))
    #expect(chart.time.seconds == 0..<3899)
    #expect(chart.captions.isEmpty)
  }

  @Test func `a ride without pedalling is shown in full`() {
    let rows = (0..<900).map { RideSample(second: $0, timerRunning: true, beatsPerMinute: 90) }
    #expect(chart(rows).time.seconds == 0..<900)
    #expect(chart(rows).panels.map(\.measure) == [.heart])
  }

  @Test func `a pause of at least ten seconds is marked`() {
    var rows = Self.rows(600)
    for second in Array(100..<110) + Array(200..<209) { rows[second].timerRunning = false }
    #expect(chart(rows).pauses == [100..<110])
  }

  @Test func `the heart rate scale always includes Zone 2`() throws {
    var rows = Self.rows(600)
    for index in rows.indices { rows[index].beatsPerMinute = 95 }
    let panel = try #require(chart(rows).panels.last)
    #expect(panel.axis.lowest <= 95 && panel.axis.highest >= 140)
    #expect(panel.zone2 == RideChart.Panel.Band(number: 2, from: 120, below: 141))
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
        "Ride 12, 2026-11-21 06:45", "Time 1:00:00  Average power 149 W", "Normalized 152 W",
        "Average heart rate 132 bpm  Work 538 kJ", "Distance 31.40 km",
        "Power, W   -- target         average 149",
        "200 +",
        "    |'''''''''''''''''''''''''''''''''''",
        "100 +",
        "    |",
        "  0 +",
        "Heart rate, bpm   -- Zone 2, 120-140",
        "    |-----------------------------------",
        "135 +",
        "    |'''''''''''''''''''''''''''''''''''",
        "120 +-----------------------------------",
        "    ++----------------+----------------+",
        "     0               30           60 min",
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
    #expect(height <= max(rows, 17))
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
    #expect(line.contains(#""band":{"fromBeatsPerMinute":120,"toBeatsPerMinute":140},"#))
    #expect(
      line.contains(#""fromSeconds":0,"laps":[],"marks":[],"panels":["#) && line.hasSuffix(#""toSeconds":2}"# + "\n"))
  }
}
