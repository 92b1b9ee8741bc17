import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct BigFrameTests {
  /// A plan of a warm-up and four times Over and Under, in the second Over.
  private static let intervals: [IntervalStatus] = (1...9).map { number in
    let isOver = number % 2 == 0
    let label = number == 1 ? "Warm up" : isOver ? "Over" : "Under"
    var interval = IntervalStatus(number: number, label: label, end: .timer)
    interval.watts = number == 1 ? 100 : isOver ? 200 : 150
    interval.toWatts = number == 1 ? 150 : nil
    interval.remainingSeconds = number == 1 ? 240 : 60
    if number < 4 { (interval.timerSeconds, interval.remainingSeconds) = (interval.remainingSeconds ?? 0, 0) }
    return interval
  }

  private static var riding: Status {
    var status = Samples.planned
    var now = intervals[3]
    (now.timerSeconds, now.remainingSeconds, now.share) = (30, 30, 0.5)
    status.plan?.interval = now
    status.plan?.next = intervals[4]
    status.plan?.intervals = intervals.count
    status.ride?.lap = LapStatus(number: 4, timerSeconds: 30, averageWatts: 199.5, averageBeatsPerMinute: 140)
    status.ride?.averageWatts = 171.25
    status.ride?.averageBeatsPerMinute = 138
    status.ride?.kilojoules = 295.5
    status.ride?.distanceMeters = 14_200
    status.ride?.remainingSeconds = 390
    return status
  }

  private static func frame(_ status: Status, columns: Int, glyphs: Glyphs = .ascii) -> LiveFrame {
    var frame = LiveFrame(status: status, news: .fresh, columns: columns, glyphs: glyphs)
    frame.intervals = intervals
    frame.hasKeys = true
    frame.now = LocalMoment("2026-11-25T18:42:00+01:00")
    for second in 1500...1802 {
      var past = status
      past.ride?.elapsedSeconds = second
      frame.trace.add(past)
    }
    return frame
  }

  private static func text(_ frame: LiveFrame, rows: Int) -> String {
    frame.lines(rows: rows).map(\.plain.trimmingEnd).joined(separator: "\n")
  }

  @Test(arguments: [30, 40, 60, 76, 80, 100, 120, 200], [3, 8, 15, 18, 24, 30, 40, 60])
  func `no frame is larger than its terminal`(columns: Int, rows: Int) {
    var paused = Self.riding
    paused.phase = .paused
    paused.ride?.stoppedSeconds = 42
    paused.ride?.targetWatts = nil
    for status in [Self.riding, paused, Samples.zone2, Samples.strapLost, Samples.awaiting, Status(phase: .idle)] {
      for (news, glyphs) in [(LiveFrame.News.fresh, Glyphs.unicode), (.detached(seconds: 9), .ascii)] {
        var frame = LiveFrame(status: status, news: news, columns: columns, glyphs: glyphs, last: Samples.ride)
        (frame.intervals, frame.hasKeys, frame.prefersBig) = (Self.intervals, true, rows % 2 == 0)
        let lines = frame.lines(rows: rows)
        #expect(lines.count <= rows && lines.allSatisfy { $0.width < columns })
        frame.overlay = .keys
        #expect(frame.lines(rows: rows).allSatisfy { $0.width < columns })
      }
    }
  }

  @Test func `a large terminal shows big digits, and a smaller one shows them on request`() {
    let digits = "Power, W"
    var frame = Self.frame(Self.riding, columns: 100)
    #expect(Self.text(frame, rows: 30).contains(digits))
    #expect(!Self.text(frame, rows: 29).contains(digits))
    frame = Self.frame(Self.riding, columns: 80)
    #expect(!Self.text(frame, rows: 24).contains(digits))
    frame.prefersBig = true
    #expect(Self.text(frame, rows: 24).contains(digits))
    #expect(!Self.text(frame, rows: 12).contains(digits))
  }

  @Test func `big digits have five rows`() {
    #expect(
      BigDigits.lines("1:48", .plain, .ascii).map(\.plain) == [
        "  ##      ##  ## ######", "####   ## ##  ## ##  ##", "  ##      ###### ######", "  ##   ##     ## ##  ##",
        "######        ## ######",
      ])
    #expect(BigDigits.lines("7", .plain, .ascii).map(\.plain) == ["######"] + Array(repeating: "    ##", count: 4))
    #expect(BigDigits.width("1:48") == 23 && BigDigits.width("") == 0)
  }

  @Test func `a television shows digits of ten rows`() {
    let lines = BigDigits.lines("1", .plain, .ascii, scale: 2).map(\.plain)
    #expect(lines.count == 10 && lines[0] == "    ####    " && lines[1] == lines[0])
    let rows = Self.frame(Self.riding, columns: 200).lines(rows: 50).map(\.plain)
    #expect(rows.contains { $0.contains("############") })
  }

  @Test func `a skyline shows the power at each moment, and a cursor at the current one`() {
    let lines = Skyline(intervals: Self.intervals, present: Self.riding.plan?.interval)
      .lines(width: 36, rows: 4, glyphs: .ascii).map(\.plain)
    #expect(
      lines == [
        "            ###   ###   ###   ###   ", "      ##############################",
        "####################################", "####################################",
        "===================^----------------",
      ])
  }

  @Test func `a plan without a length has no skyline`() {
    #expect(Skyline(intervals: [], present: nil).lines(width: 40, rows: 3, glyphs: .ascii).isEmpty)
    let free = IntervalStatus(number: 1, end: .activity)
    #expect(Skyline(intervals: [free], present: free).lines(width: 40, rows: 3, glyphs: .ascii).isEmpty)
  }

  @Test func `intervals with the same label are counted`() {
    let text = Self.text(Self.frame(Self.riding, columns: 80), rows: 24)
    #expect(text.contains("Over 2 of 4  interval 4 of 9"))
    #expect(text.contains("Next      5 Under: 150 W, 1:00"))
  }

  @Test func `the last seconds of an interval are highlighted`() throws {
    var status = Self.riding
    status.plan?.interval?.remainingSeconds = 8
    let soon = try #require(Self.frame(status, columns: 80).next)
    #expect(soon.plain == "In 0:08   5 Under: 150 W, 1:00" && soon.spans.last?.style == .accent)
    status.plan?.interval?.remainingSeconds = 5
    #expect(Self.frame(status, columns: 80).next?.spans.last?.style == .caution)
    status.phase = .paused
    #expect(Self.frame(status, columns: 80).next?.plain.hasPrefix("Next") == true)
  }

  @Test func `an ended interval shows its power, and one skipped within seconds is omitted`() {
    var status = Self.riding
    let over = ExpiredInterval(
      number: 2, label: "Over", end: .timer, outcome: .expired, atSeconds: 300, timerSeconds: 60, meters: 500,
      averageWatts: 201.6, targetWatts: 200)
    let passed = ExpiredInterval(
      number: 3, label: nil, end: .timer, outcome: .skipped, atSeconds: 302, timerSeconds: 4, meters: 20)
    status.plan?.expired = [over, passed]
    #expect(Self.frame(status, columns: 80).expired.map(\.plain) == ["Ended     2 Over, 1:00, 202 W of 200"])
    #expect(StatusText.full(status).contains("202 W of 200") && !StatusText.full(status).contains("skipped"))
  }

  @Test func `a pause shows its duration and how to end it, and its figures are dim`() {
    var status = Self.riding
    status.phase = .paused
    status.ride?.stoppedSeconds = 42
    status.ride?.targetWatts = nil
    status.ride?.wantedWatts = 200
    var frame = Self.frame(status, columns: 80)
    #expect(frame.heading.first?.plain.hasPrefix("Paused for 0:42, space to continue") == true)
    #expect(frame.figures.flatMap(\.spans).allSatisfy { $0.style == .dim })
    frame.hasKeys = false
    #expect(frame.heading.first?.plain.hasPrefix("Paused for 0:42, `jz2ctl resume` to continue") == true)
    status.autoPaused = true
    let heading = Self.frame(status, columns: 80).heading.first?.plain
    #expect(heading?.hasPrefix("Paused for 0:42, pedal to continue") == true)
  }

  @Test func `the view shows averages, work, the lap and the expected end`() {
    #expect(
      Self.frame(Self.riding, columns: 60).totals.map(\.plain) == [
        "Average   171 W, 138 bpm", "Work      296 kJ, 296 kcal, 14.20 km", "Lap 4     0:30, 200 W, 140 bpm",
        "Clock     18:42, ends at 18:48",
      ])
    #expect(Self.frame(Self.riding, columns: 80).totals.count == 2)
  }

  @Test func `a finished ride is shown as a summary`() {
    var status = Self.riding
    status.phase = .finishing
    var frame = LiveFrame(status: status, news: .finished, columns: 80, glyphs: .ascii, last: Samples.ride)
    frame.review = RideReview(
      maximumWatts: 310, maximumHeartRate: 150, normalizedWatts: 162, workFromSeconds: 0, workToSeconds: 3600,
      zone2From: 120, zone2To: 140, zone2Seconds: 2400, zoneMethod: .zone2Range,
      zones: [
        HeartRateZone(number: 1, fromBpm: nil, belowBpm: 120, seconds: 600),
        HeartRateZone(number: 2, fromBpm: 120, belowBpm: 141, seconds: 2400),
      ])
    #expect(
      frame.parting.map(\.plain.trimmingEnd).joined(separator: "\n") == """
        Finished

        Ride      12
        Time      1:00:00, 1:02:05 elapsed
        Power     149 W average, 162 W normalized, 310 W maximum
        Heart     132 bpm average, 150 bpm maximum
        Zones     1: 20 %, 2: 80 %
        Work      538 kJ, 538 kcal, 31.40 km
        Details: `jz2ctl show last`. Chart: `jz2ctl chart last`.
        """)
  }

  @Test func `a trace has the means of the last five minutes`() {
    var trace = RideTrace()
    var status = Samples.riding
    for second in stride(from: 0, to: 600, by: 2) {
      status.ride?.elapsedSeconds = second
      status.trainer?.powerWatts = second < 450 ? 100 : 200
      trace.add(status)
    }
    #expect(trace.means({ $0.watts }, in: 4) == [100, 100, 200, 200])
    trace.precede(with: [], ofRide: 12)
    status.ride?.id = 13
    trace.add(status)
    #expect(trace.points.count == 1)
  }

  @Test func `the stored seconds of a ride precede those received live`() {
    var trace = RideTrace()
    var status = Samples.riding
    status.ride?.elapsedSeconds = 10
    trace.add(status)
    let rows = (0..<12).map { RideSample(second: $0, timerRunning: $0 > 3, powerWatts: 149.6) }
    trace.precede(with: rows, ofRide: 11)
    #expect(trace.points.count == 1)
    trace.precede(with: rows, ofRide: 12)
    #expect(trace.points.map(\.second) == Array(0...10))
    #expect(trace.points.map(\.watts) == [nil, nil, nil, nil, 150, 150, 150, 150, 150, 150, 148])
  }
}
