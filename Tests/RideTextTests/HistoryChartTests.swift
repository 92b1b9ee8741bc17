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

  @Test(arguments: [(20_778, 20_773), (20_773, 20_773), (20_779, 20_773), (20_780, 20_780), (4, 4)])
  func `a week begins on Monday`(day: Int, monday: Int) {
    #expect(HistoryChart.monday(ofDay: day) == monday)
  }

  @Test func `a ride belongs to the week of its local start`() {
    let ride = Self.ride("2026-11-15T23:30:00Z", watts: 150)
    #expect(chart([ride]).panels[2].sums == [nil, 1, nil])
    #expect(chart([ride], time: Samples.berlin).panels[2].sums == [nil, nil, 1])
  }

  @Test func `a week's mean power is weighted by time in Zone 2`() {
    let rides = [
      Self.ride("2026-11-16T08:00:00Z", watts: 140, zone2: 3000),
      Self.ride("2026-11-18T08:00:00Z", watts: 160, zone2: 1000),
      Self.ride("2026-11-19T08:00:00Z", watts: nil),
    ]
    #expect(chart(rides).panels[0].means == [nil, nil, 145])
    #expect(chart(rides).panels[0].rides.map(\.value) == [140, 160])
    #expect(chart(rides).panels[2].sums == [nil, nil, 3])
  }

  @Test func `weeks without rides have no values instead of zeros`() {
    let chart = chart([Self.ride("2026-11-02T08:00:00Z", watts: 140), Self.ride("2026-11-16T08:00:00Z", watts: 150)])
    #expect(chart.panels[0].means == [140, nil, 150])
    #expect(HistoryChart.lines(chart.panels[0].means).map { $0.map(\.week) } == [[0], [2]])
    #expect(chart.panels[2].sums == [1, nil, 1])
  }

  @Test func `weeks before the first ride are left out, but a month is always shown`() {
    let rides = [Self.ride("2026-10-14T08:00:00Z", watts: 140), Self.ride("2026-11-16T08:00:00Z", watts: 150)]
    #expect(chart(rides, weeks: 26).weeks == 6)
    #expect(chart(rides, weeks: 26).panels[2].sums == [1, nil, nil, nil, nil, 1])
    #expect(chart([rides[1]], weeks: 26).weeks == 4)
    #expect(chart([rides[1]], weeks: 2).weeks == 2)
  }

  @Test func `rides outside the weeks are ignored`() {
    #expect(chart([Self.ride("2026-11-01T08:00:00Z", watts: 140), Self.ride("nonsense", watts: 1)]).rideCount == 0)
  }

  @Test func `the decoupling scale always includes 5 percent`() {
    let axis = chart([]).panels[1].axis
    #expect(axis.lowest < 5 && axis.highest > 5)
  }

  @Test func `a month's label stands at its first Monday`() {
    #expect(chart([], weeks: 12).months.map(\.name) == ["Sep", "Oct", "Nov"])
    #expect(chart([], weeks: 12).months.map(\.week) == [1, 5, 9])
    #expect(chart([], weeks: 48).months.first?.name == "2026")
    #expect(chart([], weeks: 3).title(time: Samples.utc) == "0 rides in 3 weeks, 2026-11-02 to 2026-11-22")
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
    #expect(line.contains(#""weeks":[{"hours":1,"monday":"2026-11-16","zone2Watts":140}]"#))
  }
}
