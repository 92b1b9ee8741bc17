import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct PowerFrameTests {
  private static let intervals: [IntervalStatus] = [100, 200, 130, 320, 0].enumerated().map { index, watts in
    var interval = IntervalStatus(number: index + 1, end: .timer)
    (interval.watts, interval.remainingSeconds) = (watts > 0 ? watts : nil, 120)
    return interval
  }

  /// A ride with FTP of 200 W and a critical power.
  private static var riding: Status {
    var status = Samples.planned
    status.ride?.powerZones = PowerZones(.coggan, thresholdWatts: 200)
      .zones(seconds: [300, 1200, 90, 0, 40, 12, 3])
    status.ride?.wPrime = WPrimeStatus(
      criticalWatts: 190, fullKilojoules: 18, kilojoules: 11.24, leastKilojoules: 6)
    status.ride?.averageWatts = 171
    status.ride?.kilojoules = 295.5
    return status
  }

  private static func frame(_ status: Status, columns: Int, glyphs: Glyphs = .ascii) -> LiveFrame {
    var frame = LiveFrame(status: status, news: .fresh, columns: columns, glyphs: glyphs)
    (frame.intervals, frame.hasKeys) = (intervals, true)
    return frame
  }

  private static func text(_ status: Status, columns: Int, rows: Int) -> String {
    frame(status, columns: columns).lines(rows: rows).map(\.plain.trimmingEnd).joined(separator: "\n")
  }

  @Test func `zone and W′ balance fit a terminal of 40 columns and 15 rows`() {
    #expect(
      Self.text(Self.riding, columns: 40, rows: 15) == """
        Riding                     ride 12: mix
        28:47 done                30:02 elapsed
        Interval 2 of 11  Over     100 to 200 W
        ###########......................  33 %
        0:20 done                    0:40 to go
        > Ease off now
        Next      3 Under: 180 W, 500 m
        Power       148 W Z2 of 150 W  -2 W
        W'         11.2 kJ  62 %
        Heart rate  132 bpm
        Cadence      88 rpm  target 85-95 rpm
        Average   171 W
        Work      296 kJ, 296 kcal
        Zones, W  Z1 5:00, Z2 20:00, Z3 1:30
        + - 5 W   space pause   n next   ? keys
        """)
  }

  @Test func `zone, W′ balance and time in zones fit a terminal of 80 columns and 24 rows`() {
    #expect(
      Self.text(Self.riding, columns: 80, rows: 24) == """
        Riding                                                             ride 12: mix

                                                       ################
                        ################               ################
        ###############################################################################
        =====================^---------------------------------------------------------
        28:47 done                                                        30:02 elapsed

        Interval 2 of 11  Over                                             100 to 200 W
        ########################.................................................  33 %
        0:20 done                                                            0:40 to go
        > Ease off now
        Next      3 Under: 180 W, 500 m
        Power       148 W Z2 [---------------O|----------------]  target 150 W  -2 W
        W'         11.2 kJ   #####################..............  62 %
        Heart rate  132 bpm
        Cadence      88 rpm  target 85-95 rpm
        Speed      31.4 km/h                   Bias         +5 %
        Average   171 W                        Work      296 kJ, 296 kcal
        Zones, W  Z1 5:00, Z2 20:00, Z3 1:30, Z5 0:40, Z6 0:12, Z7 0:03
        Trainer   * KICKR 1A2B                   connected
        Strap     * TICKR 77F0                   connected      battery 80 %
        Ended     1 Warm up, 10:00
        + - 5 W   space pause   n next   l lap   S y stop   q leave   b back   ? keys
        """)
  }

  @Test func `a ramp test at its end offers the command that sets FTP`() {
    var status = Self.riding
    status.ride?.test = TestStatus(test: .ramp, meanWatts: 308, isOver: true)
    #expect(
      Self.text(status, columns: 40, rows: 15) == """
        Riding                     ride 12: mix
        28:47 done                30:02 elapsed
        Interval 2 of 11  Over     100 to 200 W
        ###########......................  33 %
        0:20 done                    0:40 to go
        > Ease off now
        Next      3 Under: 180 W, 500 m
        FTP test  231 W, 75 % of the best
                  minute (308 W); `jz2ctl
                  settings --ftp 231` sets it
        Power       148 W Z2 of 150 W  -2 W
        W'         11.2 kJ  62 %
        Heart rate  132 bpm
        Cadence      88 rpm  target 85-95 rpm
        + - 5 W   space pause   n next   ? keys
        """)
  }

  @Test func `big digits have the zone of the power in their title`() {
    let text = Self.text(Self.riding, columns: 120, rows: 40)
    #expect(text.contains("Power, W  Z2     "))
    #expect(text.contains("\nZones, W  Z1 5:00, Z2 20:00, Z3 1:30, Z5 0:40, Z6 0:12, Z7 0:03\n"))
    #expect(text.contains("\nW'         11.2 kJ   ####"))
  }

  @Test(arguments: [20, 30, 40, 60, 76, 80, 100, 200], [5, 10, 15, 24, 40])
  func `no frame with zones and a test is larger than its terminal`(columns: Int, rows: Int) {
    var status = Self.riding
    for test in [nil, TestStatus(test: .ramp, meanWatts: 308), TestStatus(test: .ramp, meanWatts: 308, isOver: true)] {
      status.ride?.test = test
      for glyphs in [Glyphs.unicode, .ascii] {
        let lines = Self.frame(status, columns: columns, glyphs: glyphs).lines(rows: rows)
        #expect(lines.count <= rows && lines.allSatisfy { $0.width < columns })
      }
    }
  }

  @Test func `a ride without FTP and critical power has no zones and no W′`() {
    let text = Self.text(Samples.planned, columns: 80, rows: 40)
    for word in ["Z1", "Zones", "W'"] { #expect(!text.contains(word), "\(word)") }
    #expect(Self.frame(Samples.planned, columns: 80).powerZone == nil)
  }

  @Test func `the zone has its colour, and is left out before the difference from the target`() {
    #expect(Self.frame(Self.riding, columns: 80).powerZone == StyledLine("Z2", .accent))
    var status = Self.riding
    status.trainer?.powerWatts = 320
    #expect(Self.frame(status, columns: 80).powerZone == StyledLine("Z7", .brightViolet))
    #expect(Self.frame(Self.riding, columns: 35).figures.first?.plain == "Power       148 W of 150 W  -2 W")
    status.ride?.targetWatts = nil
    status.ride?.wantedWatts = nil
    #expect(Self.frame(status, columns: 80).figures.first?.plain == "Power       320 W Z7  free")
    status.trainer?.powerWatts = nil
    #expect(Self.frame(status, columns: 80).powerZone == nil)
  }

  @Test func `the shortest times are left out if the time in zones is too wide`() {
    #expect(
      Self.frame(Self.riding, columns: 40).powerZoneTimes.map(\.plain) == ["Zones, W  Z1 5:00, Z2 20:00, Z3 1:30"])
    var status = Self.riding
    status.ride?.powerZones = PowerZones(.lactate, thresholdWatts: 200).zones(seconds: [0, 0, 0])
    #expect(Self.frame(status, columns: 40).powerZoneTimes.isEmpty)
  }

  @Test(arguments: [
    (18.0, "18.0", "100", Style.bold), (4.4, "4.4", "24", .caution), (0, "0.0", "0", .bad), (-1.24, "-1.2", "-7", .bad),
  ])
  func `a low W′ balance is highlighted`(kilojoules: Double, value: String, percent: String, style: Style) throws {
    var status = Self.riding
    status.ride?.wPrime?.kilojoules = kilojoules
    let line = try #require(Self.frame(status, columns: 40).wPrime.first)
    #expect(line.plain.hasSuffix("\(value) kJ  \(percent) %"))
    #expect(line.spans.contains { $0.text.hasSuffix(value) && $0.style == style })
  }

  @Test func `a skyline has the colours of the planned zones`() throws {
    let lines = Self.frame(Self.riding, columns: 51).skyline(rows: 3)
    let base = try #require(lines.dropLast().last)
    #expect(base.spans.map(\.style) == [.dim, .caution, .accent, .brightViolet, .dim])
    let plain = Self.frame(Samples.planned, columns: 51).skyline(rows: 3)
    #expect(plain.map(\.plain) == lines.map(\.plain))
    #expect(Set(plain.flatMap(\.spans).map(\.style)) == [.good, .accent, .dim])
  }

  @Test func `a test shows its state, and no result if it is incomplete`() {
    let text = { (test: PlanTest, watts: Double?, isOver: Bool) in
      TestText.text(TestStatus(test: test, meanWatts: watts, isOver: isOver))
    }
    #expect(text(.ramp, nil, false) == "FTP will be 75 % of the best minute")
    #expect(text(.ramp, 307.6, false) == "best minute 308 W, FTP 231 W")
    #expect(text(.twentyMinutes, nil, false) == "FTP will be 95 % of the 20 minutes")
    #expect(text(.twentyMinutes, 250.4, false) == "average 250 W so far")
    #expect(text(.twentyMinutes, 250, true).contains("`jz2ctl settings --ftp 238`"))
    #expect(text(.ramp, nil, true) == "the test was not ridden to its end")
  }

  @Test func `the summary of a ride has its power zones and its test`() {
    var frame = LiveFrame(
      status: Status(phase: .idle), news: .finished, columns: 80, glyphs: .ascii, last: Samples.ride)
    var review = RideChartTests.reviewed().review
    review.powerZones = PowerZones(.coggan, thresholdWatts: 200).zones(seconds: [900, 2700, 0, 0, 0, 0, 0])
    review.test = TestStatus(test: .ramp, meanWatts: 308, isOver: true)
    frame.review = review
    let lines = frame.parting.map(\.plain.trimmingEnd)
    #expect(lines.contains("Zones, W  1: 25 %, 2: 75 %"))
    #expect(lines.contains("FTP test  231 W, 75 % of the best minute (308 W); `jz2ctl settings --ftp 231`"))
  }
}
