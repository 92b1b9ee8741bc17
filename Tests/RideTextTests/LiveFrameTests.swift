import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct LiveFrameTests {
  @Test(arguments: [20, 40, 60, 61, 80, 120, 200])
  func `no line of the live view is wider than the terminal`(columns: Int) {
    for status in [Samples.riding, Samples.strapLost, Status(phase: .idle)] {
      for glyphs in [Glyphs.unicode, .ascii] {
        let frame = LiveFrame(status: status, news: .detached(seconds: 5), columns: columns, glyphs: glyphs)
        #expect(frame.lines.allSatisfy { $0.width < columns })
      }
    }
  }

  @Test func `the live view fits 40 columns`() {
    #expect(
      text(Samples.strapLost, columns: 40) == """
        Riding          ride 12: 150 W, 1:00:00

        ###############..................  47 %
        28:47 done  30:02 elapsed   31:13 to go

        Power       148 W of 150 W  -2 W
        Heart rate    - bpm
        Cadence      88 rpm
        Speed      31.4 km/h

        Trainer   * KICKR 1A2B   connected
        Strap     ~ TICKR 77F0   connecting

        ! The connection to TICKR 77F0 is lost;
          the ride goes on without heart rate.
          Wet the strap and check that it sits
          tight; it reconnects by itself.

        Ctrl-C leaves this view; the ride goes
        on.
        """)
  }

  @Test func `the live view uses 80 columns`() {
    #expect(
      text(Samples.riding, columns: 80) == """
        Riding                                                  ride 12: 150 W, 1:00:00

        ###################################......................................  47 %
        28:47 done                      30:02 elapsed                       31:13 to go

        Power       148 W    [---------------O|----------------]  target 150 W  -2 W
        Heart rate  132 bpm
        Cadence      88 rpm
        Speed      31.4 km/h

        Trainer   * KICKR 1A2B                   connected
        Strap     * TICKR 77F0                   connected      battery 80 %

        Ctrl-C leaves this view; the ride goes on.
        """)
  }

  @Test func `the live view without a ride says how to begin one`() {
    #expect(
      text(Status(phase: .idle), columns: 120) == """
        Idle

        Trainer   none chosen
        Strap     none chosen

        `jz2ctl start` begins a ride. Ctrl-C leaves this view.
        """)
  }

  @Test func `the live view is dim after the connection is lost`() {
    let frame = LiveFrame(status: Samples.riding, news: .detached(seconds: 65), columns: 80, glyphs: .ascii)
    #expect(frame.lines.first?.plain == "No connection to jz2d for 1:05")
    #expect(frame.lines.dropFirst().flatMap(\.spans).allSatisfy { $0.style == .dim })
    let lines = frame.lines.map(\.plain.trimmingEnd)
    #expect(lines.contains("Trainer   - KICKR 1A2B: unknown") && lines.contains("Strap     - TICKR 77F0: unknown"))
  }

  @Test func `the live view of a finished ride has no devices and no hint`() {
    var status = Samples.riding
    status.phase = .finishing
    let frame = LiveFrame(status: status, news: .finished, columns: 80, glyphs: .ascii)
    let text = frame.lines.map(\.plain).joined(separator: "\n")
    #expect(text.hasPrefix("Finished  ") && text.contains("28:47 done"))
    for word in ["Ctrl-C", "KICKR", "Power"] { #expect(!text.contains(word), "\(word)") }
  }

  @Test func `the live view without a ride shows the last one`() {
    var frame = LiveFrame(status: Status(phase: .idle), news: .fresh, columns: 120, glyphs: .ascii)
    frame.last = Samples.ride
    let lines = frame.lines.map(\.plain)
    #expect(lines.contains("Last ride 12") && lines.contains("Power     149 W average"))
    #expect(lines.contains("Details: `jz2ctl show last`. Chart: `jz2ctl chart last`."))
  }

  @Test func `the live view compares the power with the eased target`() {
    let lines = text(Samples.eased, columns: 80).split(separator: "\n").map(String.init)
    #expect(lines.first?.hasSuffix("ride 12: 200 W, 1:00:00") == true)
    #expect(lines.contains("Power       101 W    [----------------|O---------------]  target 100 W  +1 W"))
    #expect(lines.contains("Wanted      200 W  eased: heart rate"))
    let frame = LiveFrame(status: Samples.eased, news: .fresh, columns: 80, glyphs: .ascii)
    #expect(frame.lines.first { $0.plain.hasPrefix("Power") }?.spans.contains { $0.style == .caution } == false)
  }

  @Test func `the live view does not judge power before the first stroke or in a pause`() {
    var status = Samples.riding
    status.phase = .ready
    status.trainer?.powerWatts = 0
    #expect(text(status, columns: 80).contains("target 150 W\n"))
    status.phase = .paused
    status.ride?.targetWatts = nil
    status.ride?.wantedWatts = 150
    status.plan = Samples.planStatus
    #expect(!text(status, columns: 80).contains("free"))
  }

  @Test func `a trainer ready for the ride is shown as connected before it sends data`() {
    var status = Samples.riding
    status.phase = .ready
    status.trainer?.state = .preparing
    #expect(text(status, columns: 80).contains("Trainer   * KICKR 1A2B                   connected"))
    #expect(StatusText.full(status).contains("KICKR 1A2B: connected"))
    status.phase = .connecting
    #expect(text(status, columns: 80).contains("Trainer   ~ KICKR 1A2B                   preparing"))
  }

  @Test func `the live view shows the bias of a steady ride`() {
    var status = Samples.riding
    status.ride?.biasPercent = 5
    #expect(text(status, columns: 60).contains("\nBias         +5 %\n"))
  }

  @Test func `a low window drops the live view's blank lines first`() {
    let frame = LiveFrame(status: Samples.riding, news: .fresh, columns: 80, glyphs: .unicode)
    let lines = frame.lines(rows: 10)
    #expect(lines.count == 10)
    #expect(lines.allSatisfy { $0.width > 0 })
    #expect(frame.lines(rows: 3).count == 3)
    #expect(frame.lines(rows: 100).count == 100, "the last line stands at the bottom")
  }

  @Test func `a terminal of 30 columns and 10 rows cuts no figure and shows the problem`() {
    var status = Samples.strapLost
    status.ride?.kilojoules = 122.4
    status.ride?.averageWatts = 150
    status.ride?.averageBeatsPerMinute = 131
    var frame = LiveFrame(status: status, news: .fresh, columns: 30, glyphs: .ascii)
    (frame.hasKeys, frame.now) = (true, LocalMoment("2026-11-25T02:22:00+01:00"))
    #expect(
      frame.lines(rows: 10).map(\.plain.trimmingEnd) == [
        "Riding",
        "! The connection to TICKR",
        "  77F0 is lost; the ride goe.",
        "Power       148 W of 150 W",
        "Heart rate    - bpm",
        "Cadence      88 rpm",
        "31:13 to go",
        "", "",
        "+ - 5 W   space pause   ?",
      ])
  }

  @Test func `a short list of keys replaces the long one in a small terminal`() {
    var frame = LiveFrame(status: Samples.riding, news: .fresh, columns: 30, glyphs: .ascii)
    (frame.hasKeys, frame.overlay) = (true, .keys)
    let text = frame.lines(rows: 10).map(\.plain).joined(separator: " ")
    for word in ["+ - 5 W", "space pause", "S y stop", "q leave", "? keys"] { #expect(text.contains(word), "\(word)") }
  }

  @Test func `a daemon that shut down during a ride shows it as suspended`() {
    var frame = LiveFrame(status: Samples.riding, news: .detached(seconds: 3), columns: 80, glyphs: .ascii)
    frame.isSuspended = true
    #expect(frame.lines.contains { $0.plain.hasPrefix("Suspended until jz2d is back") })
  }

  @Test func `a time of day has two digits of hours`() throws {
    #expect(ClockTime.ofDay(try #require(LocalMoment("2026-11-25T02:22:00+01:00"))) == "02:22")
  }

  @Test func `big digits on request name their least size in a smaller terminal`() {
    var frame = LiveFrame(status: Samples.riding, news: .fresh, columns: 60, glyphs: .ascii)
    frame.prefersBig = true
    #expect(frame.lines(rows: 30).contains { $0.plain == "Big digits need 76 columns and 18 rows." })
  }

  @Test func `a progress bar moves in eighths of a cell`() {
    #expect(Glyphs.unicode.progressBar(0, width: 4).plain == "░░░░")
    #expect(Glyphs.unicode.progressBar(0.25 + 0.25 * 3 / 8, width: 4).plain == "█▍░░")
    #expect(Glyphs.unicode.progressBar(1, width: 4).plain == "████")
    #expect(Glyphs.unicode.progressBar(7, width: 4).plain == "████")
    #expect(Glyphs.ascii.progressBar(0.5, width: 4).plain == "##..")
  }

  @Test(arguments: [
    (150, "[----O----]"), (165, "[----|-O--]"), (180, "[----|---O]"), (900, "[----|---O]"), (-900, "[O---|----]"),
    (nil, "[----|----]"),
  ])
  func `a gauge has the target in its middle`(power: Int?, text: String) {
    #expect(Glyphs.ascii.gauge(power: power, target: 150, width: 11).plain == text)
  }

  @Test func `a power is good within 5 percent or 5 W of its target`() {
    #expect(Glyphs.style(power: 157, target: 150) == .good)
    #expect(Glyphs.style(power: 158, target: 150) == .caution)
    #expect(Glyphs.style(power: 45, target: 50) == .good)
    #expect(Glyphs.style(power: 44, target: 50) == .caution)
  }

  @Test func `a low and narrow view without a ride still shows the last one`() {
    var frame = LiveFrame(status: Status(phase: .idle), news: .fresh, columns: 40, glyphs: .ascii)
    frame.last = Samples.ride
    let lines = frame.lines(rows: 12).map(\.plain.trimmingEnd)
    #expect(lines.contains("Last ride 12") && lines.contains { $0.hasPrefix("Power     149 W average") })
    #expect(frame.lines(rows: 8).map(\.plain).contains { $0.hasPrefix("Last ride 12") })
  }

  private func text(_ status: Status, columns: Int) -> String {
    LiveFrame(status: status, news: .fresh, columns: columns, glyphs: .ascii).lines.map(\.plain.trimmingEnd)
      .joined(separator: "\n")
  }
}
