import ClientTestKit
import ControlWire
import Foundation
import Rides
import Testing

@testable import RideText

@Suite struct ScoreChartTests {
  private static let first = Samples.day("2026-08-28")

  /// Scores of simulated days; every fifth day has no measurement, and the 40th to the 46th have no scores.
  static func simulated(_ count: Int) -> [DayScores] {
    (0..<count).filter { !(40..<47).contains($0) }.map { index in
      let date = first.advanced(by: index)
      let wave = Double((index * 37) % 23) / 23
      let isKnown = index % 5 != 4
      let ln = 3.5 + 0.5 * wave
      return DayScores(
        date: date, version: 1,
        recovery: RecoveryScore(
          score: isKnown && index > 2 ? 20 + 75 * wave : nil, category: isKnown && index > 2 ? .moderate : nil,
          missing: [], inputs: []),
        strain: StrainScore(
          score: index % 3 == 0 ? 0 : 6 + 14 * wave, category: .light, raw: 1, rides: 1, ridesWithoutHeartRate: 0),
        sleep: index % 7 == 6
          ? nil
          : SleepScore(
            score: 55 + 44 * (1 - wave), duration: 90, needMinutes: 450, isNeedPersonal: false, asleepMinutes: 430,
            source: .entered),
        range: NormalRange(
          today: isKnown ? ln : nil, mean7: index > 2 ? 3.72 + 0.1 * wave : nil, low: index > 13 ? 3.6 : nil,
          high: index > 13 ? 3.9 : nil, days7: 5, days60: 30))
    }
  }

  static func chart(_ count: Int) -> ScoreChart { ScoreChart(simulated(count), first: first, days: count) }

  @Test func `the axes of the scores begin at zero and end at their highest value`() {
    let axes = ScoreChart([], first: Self.first, days: 7).panels.map(\.axis)
    #expect(axes.map(\.lowest).prefix(3) == [0, 0, 0] && axes.map(\.highest).prefix(3) == [100, 21, 100])
  }

  @Test func `the axis of heart rate variability is in milliseconds`() {
    let panel = Self.chart(30).panels[3]
    #expect(panel.unit == "ms" && panel.axis.lowest >= 20 && panel.axis.highest <= 70)
    #expect(Self.chart(30).text(ofDay: 0).contains("HRV 33 ms"))
  }

  @Test func `days without data are gaps`() {
    let chart = Self.chart(90)
    #expect(chart.days == 90 && chart.panels[1].values[40..<47].allSatisfy { $0 == nil })
    #expect(ScoreChart.lines([1, nil, 2, 3]).map { $0.map(\.day) } == [[0], [2, 3]])
  }

  @Test(arguments: [1, 7, 30, 90, 400], [39, 79, 200])
  func `no line of the scores' chart is wider than the terminal`(days: Int, columns: Int) {
    for glyphs in [ChartGlyphs.unicode, .ascii] {
      let lines = Self.chart(days).lines(columns: columns, rows: 23, glyphs: glyphs)
      #expect(lines.allSatisfy { $0.width <= columns } && lines.count <= 23)
    }
  }

  @Test(arguments: [
    (7, ["Aug 28", "29", "30", "31", "Sep 1", "2", "3"]), (30, ["Aug 31", "Sep 7", "Sep 14", "Sep 21"]),
    (90, ["Sep 2026", "Oct", "Nov"]),
  ])
  func `days, weeks or months are labelled`(days: Int, labels: [String]) {
    #expect(Self.chart(days).ticks.map(\.label) == labels)
  }

  @Test func `unknown values are empty in the CSV of scores`() {
    let lines = ScoreChartDocument(Self.chart(5)).csv.split(separator: "\r\n").map(String.init)
    #expect(
      lines == [
        "date,recovery,category,provisional,strain,sleep,lnHRV,mean7,low,high",
        "2026-08-28,,,,0.0000,99.0000,3.5000,,,", "2026-08-29,,,,14.5217,72.2174,3.8043,,,",
        "2026-08-30,,,,9.0435,89.4348,3.6087,,,",
        "2026-08-31,81.9565,moderate,false,0.0000,62.6522,3.9130,3.8026,,",
        "2026-09-01,,,,12.0870,79.8696,,3.7635,,",
      ])
  }

  @Test func `the picture of the scores shows categories, the usual range and gaps`() {
    let picture = Self.chart(90).svg(width: 1000, height: 900)
    for word in [
      #"class="poor""#, #"class="moderate""#, #"class="optimal""#, #"class="band""#, #"class="bar""#,
      ">Recovery</tspan>", ">21</text>", ">Nov</text>", "Scores of 90 days, 2026-08-28 to 2026-11-25",
      ">optimal, from 67</text>", ">poor</text>", "<title>2026-11-25\n",
    ] { #expect(picture.contains(word), "\(word)") }
    #expect(picture.components(separatedBy: #"class="band""#).count == 3, "the range is interrupted once")
    #expect(!picture.contains("nan") && !picture.contains("inf") && picture.utf8.count < 60_000)
  }
}
