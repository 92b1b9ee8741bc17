import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct PlanOverviewTests {
  @Test func `a plan is a table with its groups and cues`() {
    #expect(
      PlanOverview(details: Samples.mix, page: Page(columns: nil, glyphs: .unicode)).text == """
        mix, by Ada
        Sundays

        Line  Interval      Label    Ends after            Target        Cadence
        1     1             Warm up  10:00                 100 to 200 W
        2                   4 ×
        2.1   2, 4, ..., 8    Over   1:00                  105 % FTP     85–95 rpm
                0:30 Ease off
        2.2   3, 5, ..., 9    Under  500 m                 180 W
        3     10                     -33.86880, 151.20930  zone 2
        4     11            Drink    `jz2ctl next`         free

        11 intervals: 14:00 by time, 2.00 km by distance, 1 to a place, 1 until `jz2ctl next`. Its route is 12.35 km long.
        """)
  }

  @Test func `a plan's table leaves out columns that no interval needs`() {
    let plan = PlanDetails(
      plan: PlanSummary(name: "hour", intervals: 1, timerSeconds: 3600, openEnded: false),
      groups: [PlannedGroup(repeats: 1, intervals: [PlannedInterval(end: .timer, seconds: 3600, zone: 2)])])
    #expect(
      PlanOverview(details: plan, page: Samples.pipe).text == """
        hour

        Line  Ends after  Target
        1     1:00:00     zone 2

        1 interval: 1:00:00 by time.
        """)
  }

  @Test(arguments: [
    (PlannedInterval(end: .activity, watts: 150), "150 W"),
    (PlannedInterval(end: .activity, watts: 140, bpmFrom: 120, bpmTo: 130), "120 to 130 bpm from 140 W"),
    (PlannedInterval(end: .activity, bpmFrom: 125, bpmTo: 125), "125 bpm"),
    (PlannedInterval(end: .activity, watts: 200, toWatts: 100), "200 to 100 W"),
    (PlannedInterval(end: .activity, thresholdPercent: 62.5), "62.5 % FTP"),
    (PlannedInterval(end: .activity, thresholdPercent: 50, toThresholdPercent: 75), "50 to 75 % FTP"),
    (PlannedInterval(end: .activity, watts: 100, toThresholdPercent: 75), "100 W to 75 % FTP"),
    (PlannedInterval(end: .activity, toWatts: 200, thresholdPercent: 50), "50 % FTP to 200 W"),
    (PlannedInterval(end: .activity, watts: 140, zone: 2), "zone 2 from 140 W"),
    (PlannedInterval(end: .activity, thresholdPercent: 60, zone: 3), "zone 3 from 60 % FTP"),
    (PlannedInterval(end: .activity), "free"),
  ])
  func `a planned target is shown as it was entered`(interval: PlannedInterval, text: String) {
    #expect(PlanOverview.target(interval) == text)
  }

  @Test(arguments: [
    (PlannedInterval(end: .activity, thresholdPercent: 105), "105 % FTP = 252 W"),
    (PlannedInterval(end: .activity, thresholdPercent: 50, toThresholdPercent: 75), "50 to 75 % FTP = 120 to 180 W"),
    (PlannedInterval(end: .activity, watts: 100, toThresholdPercent: 75), "100 W to 75 % FTP = 100 to 180 W"),
    (PlannedInterval(end: .activity, thresholdPercent: 60, zone: 3), "zone 3 from 60 % FTP = 144 W"),
    (PlannedInterval(end: .activity, watts: 150), "150 W"), (PlannedInterval(end: .activity, zone: 2), "zone 2"),
  ])
  func `a percentage of a known threshold power is also shown in watts`(interval: PlannedInterval, text: String) {
    #expect(PlanOverview.target(interval, thresholdWatts: 240) == text)
  }

  @Test func `a place of the route is shown by its name`() {
    var plan = Samples.mix
    plan.groups[2].intervals[0].place = "Café"
    plan.waypoints = [Waypoint(name: "Café", place: Place(latitudeDegrees: -33.8688, longitudeDegrees: 151.2093))]
    let text = PlanOverview(details: plan, page: Page(columns: nil, glyphs: .unicode)).text
    #expect(text.contains("Café") && !text.contains("-33.8"))
    #expect(text.hasSuffix("Its route is 12.35 km long. Its places: Café."))
  }

  @Test(arguments: [("mix", "mix"), ("over under", "'over under'"), ("it's", "'it'\\''s'"), ("-x", "'-x'"), ("", "''")])
  func `a plan's name in a command is one shell word`(name: String, word: String) {
    #expect(name.printable.shellWord == word)
  }
}

@Suite struct IntervalTextTests {
  @Test(arguments: [(0.4, "0 m"), (999.4, "999 m"), (999.6, "1.00 km"), (2500, "2.50 km"), (.infinity, "? km")])
  func `a distance is in metres below one kilometre`(meters: Double, text: String) {
    #expect(IntervalText.meters(meters) == text)
  }

  @Test func `the reply to a step is one line`() {
    #expect(
      IntervalText.standing(Samples.planStatus, glyphs: .ascii)
        == "Interval 2 of 11, Over: 100 to 200 W, 0:40 to go. Bias +5 %.")
    let steered = Samples.zone2.plan.map { IntervalText.standing($0, glyphs: .unicode) }
    #expect(steered == "Zone 2, 120–140 bpm, 31:13 to go.")
    let awaiting = Samples.awaiting.plan.map { IntervalText.standing($0, glyphs: .ascii) }
    #expect(awaiting == "Interval 11 of 11, Drink: free, until `jz2ctl next`.")
    #expect(
      IntervalText.standing(PlanStatus(intervals: 9, biasPercent: -5, share: 1), glyphs: .ascii)
        == "All 9 intervals are over. Bias -5 %.")
  }

  @Test func `the reply to a step of a steady ride does not mention intervals`() {
    var interval = IntervalStatus(number: 1, end: .timer, timerSeconds: 60)
    (interval.remainingSeconds, interval.watts) = (433, 158)
    var plan = PlanStatus(intervals: 1, interval: interval, biasPercent: 5, share: 0.1)
    #expect(IntervalText.standing(plan, glyphs: .ascii) == "158 W, 7:13 to go. Bias +5 %.")
    plan.interval?.handWatts = 168
    #expect(IntervalText.standing(plan, glyphs: .ascii) == "168 W, 7:13 to go. Bias +5 %.")
    (plan.name, plan.intervals) = ("mix", 16)
    #expect(
      IntervalText.standing(plan, glyphs: .ascii)
        == "Interval 1 of 16: 168 W by hand (158 W planned), 7:13 to go. Bias +5 %.")
  }
}

@Suite struct PlanStatusTextTests {
  @Test func `a status shows the position in the plan`() {
    #expect(
      StatusText.full(Samples.planned) == """
        Riding: ride 12 at 150 W.
        Plan        mix, 45 % done, bias +5 %
        Interval    2 of 11, Over: 100 to 200 W, 85-95 rpm, 0:40 to go
        Cue         Ease off now
        Next        3 Under: 180 W, 500 m
        Time        28:47 done, 30:02 elapsed
        Trainer     KICKR 1A2B: connected, 148 W, 88 rpm, 31.4 km/h
        Heart rate  TICKR 77F0: connected, 132 bpm, battery 80 %
        Alpha-1     0.82, good

        Ended
        Interval  Label       At   Took
               1  Warm up  10:00  10:00
        """)
  }

  @Test func `a status lists the ended intervals`() {
    let text = StatusText.full(Samples.awaiting)
    #expect(text.hasPrefix("Riding: ride 12, free.\n"))
    #expect(text.contains("\nInterval    11 of 11, Drink: free, until `jz2ctl next`\n"))
    #expect(text.contains("\nAlpha-1     -, not enough beats yet\n"))
    #expect(
      text.hasSuffix(
        """


        Ended (last 4 of 10)
        Interval  Label     At           Took
               1  Over   10:00           1:00
               2  Over   10:00           1:00
               9  Under  26:40    0:30, 500 m  went back
              10  -      28:20  1:30, 1.23 km  skipped
        """))
  }

  @Test func `intervals left within seconds are not listed as ended`() {
    func ended(_ outcome: IntervalOutcome, _ seconds: Int) -> ExpiredInterval {
      ExpiredInterval(
        number: seconds, label: nil, end: .timer, outcome: outcome, atSeconds: 9, timerSeconds: seconds, meters: 0)
    }
    let intervals = [ended(.skipped, 4), ended(.left, 0), ended(.left, 5), ended(.expired, 1)]
    #expect(IntervalText.withoutHops(intervals).map(\.number) == [5, 1])
    #expect(
      StatusText.expired(PlanStatus(intervals: 2, expired: [ended(.skipped, 4)], expiredCount: 1, share: 0)) == nil)
  }

  @Test func `a status line shows the interval`() {
    #expect(
      StatusLine.text(Samples.planned)
        == "phase=riding ride=12 timer=28:47 elapsed=30:02 target=150W interval=2 of=11 label=\"Over\" left=0:40 "
        + "bias=+5% power=148W cadence=87.5rpm speed=31.4km/h heart=132bpm alpha1=0.82 trainer=connected "
        + "strap=connected")
    let awaiting = StatusLine.text(Samples.awaiting)
    #expect(awaiting.contains(" interval=11 of=11 label=\"Drink\" bias=0% power") && !awaiting.contains("target="))
  }

  @Test func `an event of a plan is one line`() {
    #expect(NewsText.line(Samples.intervalEnded) == #"news interval-ended 3 "Over""#)
    var news = Samples.intervalEnded
    news.kind = .planEnded
    news.interval?.outcome = .skipped
    news.interval?.label = "a\"b\nc"
    #expect(NewsText.line(news) == #"news plan-ended 3 "a'b?c" skipped"#)
    #expect(NewsText.line(PlanNews(kind: .planEnded, interval: nil)) == "news plan-ended")
  }

  @Test(arguments: [
    (Alpha1Status(value: 0.5, beats: 200, artefactPercent: 4, confidence: .low), "0.50", "low confidence"),
    (Alpha1Status(value: nil, beats: 200, artefactPercent: 7, confidence: .none), nil, "too many artefacts"),
    (Alpha1Status(value: nil, beats: 20, artefactPercent: 5, confidence: .none), nil, "not enough beats yet"),
  ])
  func `DFA alpha-1 is shown with its confidence`(alpha1: Alpha1Status, value: String?, confidence: String) {
    #expect(Alpha1Text.value(alpha1) == value)
    #expect(Alpha1Text.confidence(alpha1) == confidence)
  }
}
