import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct PlanFrameTests {
  @Test(arguments: [20, 40, 60, 61, 80, 120, 200])
  func `no line of a plan's live view is wider than the terminal`(columns: Int) {
    for status in [Samples.planned, Samples.zone2, Samples.awaiting] {
      for glyphs in [Glyphs.unicode, .ascii] {
        let lines = LiveFrame(status: status, news: .fresh, columns: columns, glyphs: glyphs).lines
        let widest = lines.map(\.width).max() ?? 0
        #expect(widest < columns)
      }
    }
  }

  @Test func `a name as long as its column does not touch its text`() {
    let frame = LiveFrame(status: Samples.planned, news: .fresh, columns: 80, glyphs: .ascii)
    #expect(frame.row("Terminados", "3 Under").spans.map(\.text).joined() == "Terminad. 3 Under")
  }

  @Test func `a plan's live view shows the interval in 80 columns`() {
    #expect(
      text(Samples.planned, columns: 80) == """
        Riding                                                             ride 12: mix

        #################################........................................  45 %
        28:47 done                                                        30:02 elapsed

        Interval 2 of 11  Over                                             100 to 200 W
        ########################.................................................  33 %
        0:20 done                                                            0:40 to go
        > Ease off now
        Next      3 Under: 180 W, 500 m

        Power       148 W    [---------------O|----------------]  target 150 W  -2 W
        Heart rate  132 bpm
        Cadence      88 rpm  target 85-95 rpm
        Speed      31.4 km/h                   Bias         +5 %
        Alpha-1    0.82 good

        Trainer   * KICKR 1A2B                   connected
        Strap     * TICKR 77F0                   connected      battery 80 %

        Ended     1 Warm up, 10:00

        Ctrl-C leaves this view; the ride goes on.
        """)
  }

  @Test func `a plan's live view shows the interval in 40 columns`() {
    #expect(
      text(Samples.planned, columns: 40) == """
        Riding                     ride 12: mix

        ###############..................  45 %
        28:47 done                30:02 elapsed

        Interval 2 of 11  Over     100 to 200 W
        ###########......................  33 %
        0:20 done                    0:40 to go
        > Ease off now
        Next      3 Under: 180 W, 500 m

        Power       148 W of 150 W  -2 W
        Heart rate  132 bpm
        Cadence      88 rpm  target 85-95 rpm
        Speed      31.4 km/h
        Bias         +5 %
        Alpha-1    0.82 good

        Trainer   * KICKR 1A2B   connected
        Strap     * TICKR 77F0   battery 80 %

        Ended     1 Warm up, 10:00

        Ctrl-C leaves this view; the ride goes
        on.
        """)
  }

  @Test func `the live view of an activity says how to end it`() {
    #expect(
      text(Samples.awaiting, columns: 80) == """
        Riding                                                             ride 12: mix

        #################################........................................  45 %
        28:47 done                                                        30:02 elapsed

        Interval 11 of 11  Drink                                                   free
        1:15 done                                                   until `jz2ctl next`

        Power       148 W  free
        Heart rate  132 bpm
        Cadence      88 rpm
        Speed      31.4 km/h                   Alpha-1       - not enough beats yet

        Trainer   * KICKR 1A2B                   connected
        Strap     * TICKR 77F0                   connected      battery 80 %

        Ended     10, 1:30, 1.23 km, skipped
                  9 Under, 0:30, 500 m, went back
                  2 Over, 1:00

        Ctrl-C leaves this view; the ride goes on.
        """)
  }

  @Test func `the live view of a Zone 2 ride shows heart rates and no interval`() {
    #expect(
      text(Samples.zone2, columns: 80) == """
        Riding                                    ride 12: Zone 2, 120-140 bpm, 1:00:00

        ###################################......................................  47 %
        28:47 done                      30:02 elapsed                       31:13 to go

        Heart rate  132 bpm  [--------==========O======--------]  zone 2, 120-140
        Power       148 W    [---------------O|----------------]  target 150 W  -2 W
        Cadence      88 rpm
        Speed      31.4 km/h

        Trainer   * KICKR 1A2B                   connected
        Strap     * TICKR 77F0                   connected      battery 80 %

        Ctrl-C leaves this view; the ride goes on.
        """)
  }

  @Test func `the live view shows the heart rates of a plan without a zone`() {
    var status = Samples.zone2
    status.plan?.interval?.zone = nil
    #expect(frame(status, columns: 40).heartRate.plain == "Heart rate  132 bpm  target 120-140")
    #expect(text(status, columns: 80).contains("ride 12: 120-140 bpm, 1:00:00\n"))
    status.plan?.interval?.zoneFrom = 140
    #expect(frame(status, columns: 40).heartRate.plain == "Heart rate  132 bpm  target 140")
  }

  @Test func `the live view says that all intervals are over`() {
    var status = Samples.planned
    status.plan?.interval = nil
    status.plan?.next = nil
    #expect(text(status, columns: 80).contains("\nAll 11 intervals are over.\n"))
  }

  @Test func `problems are shown above the ended intervals`() throws {
    var status = Samples.awaiting
    status.problems = Samples.strapLost.problems
    let lines = frame(status).lines.map(\.plain)
    let problem = try #require(lines.firstIndex { $0.hasPrefix("! ") })
    let ended = try #require(lines.firstIndex { $0.hasPrefix("Ended ") })
    #expect(problem < ended)
  }

  @Test func `a long cue is limited to three lines`() {
    var status = Samples.planned
    status.plan?.interval?.cue = String(repeating: "spin and ", count: 100)
    let lines = frame(status).lines.map(\.plain)
    #expect(lines.count { $0.contains("spin and") } == 3)
  }

  @Test func `a heart rate outside its zone is highlighted`() {
    var status = Samples.zone2
    let inside = frame(status).heartRate.spans.contains { $0.style == .good }
    status.heartRate?.beatsPerMinute = 141
    let outside = frame(status).heartRate.spans.contains { $0.style == .caution }
    #expect(inside && outside)
  }

  private func frame(_ status: Status, columns: Int = 80) -> LiveFrame {
    var frame = LiveFrame(status: status, news: .fresh, columns: columns, glyphs: .ascii)
    frame.usesAlpha1 = true
    return frame
  }

  private func text(_ status: Status, columns: Int) -> String {
    frame(status, columns: columns).lines.map(\.plain.trimmingEnd).joined(separator: "\n")
  }
}
