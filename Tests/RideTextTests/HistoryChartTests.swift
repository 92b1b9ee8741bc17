import ClientTestKit
import ControlWire
import Testing

@testable import RideText

@Suite struct HistoryChartTests {
  private static let today = 20_778  // 2026-11-21, a Saturday.

  private static func ride(_ start: String, watts: Double?, seconds: Int = 3600, zone2: Int = 1800) -> RideTrend {
    RideTrend(
      id: 1, start: start, timerSeconds: seconds, zone2Seconds: zone2, zone2Watts: watts, decouplingPercent: nil)
  }

  private func chart(_ rides: [RideTrend], weeks: Int = 3, time: LocalTime = Samples.utc) -> HistoryChart {
    HistoryChart(rides: rides, today: Self.today, weeks: weeks, time: time)
  }

  private func sums(_ chart: HistoryChart) -> [Double?] { chart.hours.sums.map { $0?.all } }

  @Test(arguments: [(20_778, 20_773), (20_773, 20_773), (20_779, 20_773), (20_780, 20_780), (4, 4)])
  func `a week begins on Monday`(day: Int, monday: Int) {
    #expect(HistoryChart.monday(ofDay: day) == monday)
  }

  @Test func `a ride belongs to the week of its local start`() {
    let ride = Self.ride("2026-11-15T23:30:00Z", watts: 150)
    #expect(sums(chart([ride])) == [1, nil])
    #expect(sums(chart([ride], time: Samples.berlin)) == [1])
  }

  @Test func `a week's mean power is weighted by time in Zone 2`() {
    let rides = [
      Self.ride("2026-11-16T08:00:00Z", watts: 140, zone2: 3000),
      Self.ride("2026-11-18T08:00:00Z", watts: 160, zone2: 1000),
      Self.ride("2026-11-19T08:00:00Z", watts: nil),
    ]
    #expect(chart(rides).panels[0].means == [145])
    #expect(chart(rides).panels[0].rides.map(\.value) == [140, 160])
    #expect(sums(chart(rides)) == [3])
  }

  @Test func `weeks without rides have no values instead of zeros`() {
    let chart = chart([Self.ride("2026-11-02T08:00:00Z", watts: 140), Self.ride("2026-11-16T08:00:00Z", watts: 150)])
    #expect(chart.panels[0].means == [140, nil, 150])
    #expect(HistoryChart.lines(chart.panels[0].means).map { $0.map(\.week) } == [[0], [2]])
    #expect(sums(chart) == [1, nil, 1])
  }

  @Test func `the history begins with the week of the first ride`() {
    let rides = [Self.ride("2026-10-14T08:00:00Z", watts: 140), Self.ride("2026-11-16T08:00:00Z", watts: 150)]
    #expect(chart(rides, weeks: 26).weeks == 6)
    #expect(sums(chart(rides, weeks: 26)) == [1, nil, nil, nil, nil, 1])
    #expect(chart([rides[1]], weeks: 26).weeks == 1)
    #expect(chart([rides[0]], weeks: 26).weeks == 6, "up to this week")
    #expect(chart(rides, weeks: 2).weeks == 1)
  }

  @Test func `a history without rides says so`() {
    let chart = chart([])
    #expect(chart.svg(width: 1000, height: 600, time: Samples.utc).contains(">No rides yet. Start one: "))
    let lines = chart.lines(columns: 80, rows: 24, glyphs: .ascii, time: Samples.utc).map(\.plain)
    #expect(lines.last == "No rides yet. Start one: `jz2ctl start 150 60`." && lines.count == 3)
  }

  @Test func `a panel without values says what is missing`() {
    let chart = chart([Self.ride("2026-11-16T08:00:00Z", watts: 150)])
    let missing = "No ride with 20 minutes of steady riding yet."
    #expect(chart.svg(width: 1000, height: 600, time: Samples.utc).contains(">\(missing)</text>"))
    let lines = chart.lines(columns: 80, rows: 24, glyphs: .ascii, time: Samples.utc).map(\.plain)
    #expect(lines.contains("Decoupling, %   \(missing)"))
  }

  @Test func `hours are split into Zone 2 and others`() throws {
    let chart = chart([Self.ride("2026-11-16T08:00:00Z", watts: 150, seconds: 7200, zone2: 1800)])
    #expect(chart.hours.sums == [HistoryChart.Panel.Hours(zone2: 0.5, other: 1.5)])
    let picture = chart.svg(width: 1000, height: 600, time: Samples.utc)
    for word in [
      #"class="zone2Bar""#, #"class="otherBar""#, #"class="openBar""#, ">2.0</text>", ">this week so far</text>",
      "Week of 2026-11-16 so far: 1 ride\n2.0 h, 0.5 h in Zone 2\nPower in Zone 2 150 W</title>",
    ] { #expect(picture.contains(word), "\(word)") }
  }

  @Test func `rides outside the weeks are ignored`() {
    #expect(chart([Self.ride("2026-11-01T08:00:00Z", watts: 140), Self.ride("nonsense", watts: 1)]).rideCount == 0)
  }

  @Test func `the decoupling scale always includes 5 percent`() {
    let axis = chart([]).panels[1].axis
    #expect(axis.lowest < 5 && axis.highest > 5)
  }

  @Test func `a month is labelled at its first Monday, with the year for January and the first label`() {
    let early = [Self.ride("2026-08-31T08:00:00Z", watts: 140)]
    #expect(chart(early, weeks: 12).months.map(\.name) == ["Sep 2026", "Oct", "Nov"])
    #expect(chart(early, weeks: 12).months.map(\.week) == [1, 5, 9])
    let last = chart([Self.ride("2025-12-01T08:00:00Z", watts: 140)], weeks: 60).months.map(\.name)
    #expect(last.prefix(3) == ["Dec 2025", "Jan 2026", "Feb"])
    #expect(chart([Self.ride("2026-11-16T08:00:00Z", watts: 140)]).months.map(\.name) == ["Nov 2026"])
  }

  @Test func `the title of a history shows its rides, weeks and days`() {
    let chart = chart([Self.ride("2026-11-02T08:00:00Z", watts: 140)])
    #expect(chart.title == "1 ride in 3 weeks")
    #expect(chart.subtitle(time: Samples.utc) == "2026-11-02 to 2026-11-22")
  }

  @Test(arguments: [1, 3, 26, 104, 520], [39, 80, 200])
  func `no line of the history chart is wider than the terminal`(weeks: Int, columns: Int) {
    let rides = [Self.ride("2026-11-16T08:00:00Z", watts: 140), Self.ride("2026-11-21T08:00:00Z", watts: 150)]
    for glyphs in [ChartGlyphs.unicode, .ascii] {
      let lines = chart(rides, weeks: weeks).lines(columns: columns, rows: 24, glyphs: glyphs, time: Samples.utc)
      let widest = lines.map(\.width).max() ?? 0
      #expect(widest <= columns && lines.count <= 24)
    }
  }

  @Test func `the history chart in JSON is one object`() {
    let rides = [Self.ride("2026-11-16T08:00:00Z", watts: 140)]
    let line = PrintedJSON.text(of: HistoryChartDocument(chart(rides, weeks: 1), rides: rides, time: Samples.utc))
    #expect(
      line.contains(#""weeks":[{"hours":1,"isOpen":true,"monday":"2026-11-16","zone2Hours":0.5,"zone2Watts":140}]"#))
  }
}
