import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct RecordTextTests {
  private static func mark(_ ride: Int, watts: Double) -> RecordMark {
    RecordMark(ride: ride, start: "2026-11-21T06:45:12Z", title: ride == 7 ? "Tempo" : nil, watts: watts)
  }

  private static let records = [
    PersonalRecord(.power, overSeconds: 5, best: mark(7, watts: 612.4), before: mark(3, watts: 590)),
    PersonalRecord(.power, overSeconds: 1200, best: mark(3, watts: 243)),
    PersonalRecord(.time, best: RecordMark(ride: 7, start: "2026-11-21T06:45:12Z", timerSeconds: 5400)),
    PersonalRecord(
      .distance, best: RecordMark(ride: 7, start: "2026-11-21T06:45:12Z", distanceMeters: 31_400),
      before: RecordMark(ride: 3, start: "2026-11-20T06:45:12Z", distanceMeters: 30_000)),
    PersonalRecord(.work, best: RecordMark(ride: 7, start: "2026-11-21T06:45:12Z", kilojoules: 537)),
    PersonalRecord(.zone2Power, best: mark(3, watts: 150)),
  ]

  @Test func `each record is one line with the ride that holds it`() {
    #expect(
      RecordText.list(Self.records, time: Samples.utc) == """
        Record             Best  Ride  Day         Name
        Best 5 s          612 W     7  2026-11-21  Tempo
        Best 20 min       243 W     3  2026-11-21
        Longest ride    1:30:00     7  2026-11-21
        Farthest ride  31.40 km     7  2026-11-21
        Most work        537 kJ     7  2026-11-21
        Zone 2 power      150 W     3  2026-11-21
        """)
    #expect(RecordText.list([], time: Samples.utc).hasPrefix("No records yet."))
  }

  @Test func `a ride lists the records that it took from other rides`() {
    #expect(
      RecordText.held(by: 7, Self.records)
        == "Records: Best 5 s 612 W (before: 590 W); Farthest ride 31.40 km (before: 30.00 km).")
    #expect(RecordText.held(by: 3, Self.records) == nil)
  }

  @Test func `a power curve shows its rides, and watts per kilogram if the weight is known`() {
    let points = [
      PowerPoint(overSeconds: 1, watts: 700, ride: 7, start: "2026-11-21T06:45:12Z", title: "Tempo"),
      PowerPoint(overSeconds: 5400, watts: 140, ride: 3, start: "2026-11-20T06:45:12Z"),
    ]
    #expect(
      RecordText.curve(PowerPoints(points: points), isOfOne: false, weightKilograms: 70, time: Samples.utc) == """
           Time  Power   W/kg  Ride  Day         Name
            1 s  700 W  10.00     7  2026-11-21  Tempo
        1:30:00  140 W   2.00     3  2026-11-20
        """)
    #expect(Self.curveOfOne(PowerPoints(points: Array(points.prefix(1)))) == "Time  Power\n 1 s  700 W")
    #expect(Self.curveOfOne(PowerPoints(points: [])) == "This ride has no power data.")
  }

  private static func curveOfOne(_ reply: PowerPoints) -> String {
    RecordText.curve(reply, isOfOne: true, weightKilograms: nil, time: Samples.utc)
  }

  @Test func `below a power curve are FTP and critical power, with the commands that set them`() {
    var reply = PowerPoints(points: [
      PowerPoint(overSeconds: 1200, watts: 256, ride: 7, start: "2026-11-21T06:45:12Z")
    ])
    reply.estimate = ThresholdEstimate(thresholdWatts: 243, twentyMinuteWatts: 256)
    #expect(
      Self.curveOfOne(reply).hasSuffix(
        "\n\nFTP: 243 W, 95 % of the best 20 minutes (256 W). `jz2ctl settings --ftp 243` sets it."))
    reply.estimate?.criticalPower = .init(
      watts: 231.4, errorWatts: 3.6, wPrimeKilojoules: 18.24, wPrimeErrorKilojoules: 1.06, seconds: [180, 300, 600])
    #expect(
      Self.curveOfOne(reply).hasSuffix(
        "\nCritical power: 231 W (error 4 W), W′ 18.2 kJ (error 1.1 kJ), by the linear model of work and time over 3 to "
          + "20 minutes. `jz2ctl settings --critical-power 231 --w-prime 18.2` sets them."))
  }
}

@Suite struct RideWeekTests {
  /// 2026-11-25 was a Wednesday.
  private static let today = 20_782

  private static func trend(_ start: String, seconds: Int, score: Double? = nil) -> RideTrend {
    RideTrend(
      id: 1, start: start, timerSeconds: seconds, zone2Seconds: seconds / 2, zone2Watts: nil, decouplingPercent: nil,
      kilojoules: 500.4, distanceMeters: 30_000, trainingStressScore: score)
  }

  private static let weeks = RideWeeks(
    rides: [
      trend("2026-11-08T23:59:59Z", seconds: 9), trend("2026-11-16T00:00:00Z", seconds: 3600, score: 50),
      trend("2026-11-22T23:59:59Z", seconds: 3600), trend("2026-11-23T00:00:00Z", seconds: 1800, score: 20),
    ], today: today, weeks: 3, time: Samples.utc)

  @Test func `weeks run from Monday to Sunday, newest first, and the current one is marked as incomplete`() {
    #expect(
      Self.weeks.text == """
        Week of     Rides     Time     Work     Energy  Distance  TSS  Zone 2
        2026-11-23      1    30:00   500 kJ   500 kcal  30.00 km   20    50 %  so far
        2026-11-16      2  2:00:00  1001 kJ  1001 kcal  60.00 km   50    50 %
        2026-11-09      0     0:00     0 kJ     0 kcal         -    -       -

        This week so far: 30:00, 25 % of last week's 2:00:00.
        """)
  }

  @Test func `a week after a week without rides is shown without a percentage`() {
    let weeks = RideWeeks(
      rides: [Self.trend("2026-11-24T12:00:00Z", seconds: 60)], today: Self.today, weeks: 2, time: Samples.utc)
    #expect(weeks.text.hasSuffix("This week so far: 1:00; there was no ride last week."))
  }
}
