import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct LinkTextTests {
  @Test func `link incidents are a table`() {
    let incidents = [
      LinkIncident(
        kind: .drop, device: .trainer, atSeconds: 103.9, reason: "supervisionTimeout", signalDBm: -84,
        lastedSeconds: 0.42),
      LinkIncident(kind: .drop, device: .heartRate, atSeconds: 1800, reason: "news"),
      LinkIncident(kind: .silence, device: .trainer, atSeconds: 1801),
      LinkIncident(kind: .remedy, atSeconds: 1802, reason: "power\u{1B}Cycle"),
      LinkIncident(kind: .interruption, atSeconds: 3700, lastedSeconds: 4),
    ]
    #expect(
      LinkText.shown(Samples.ride, incidents, [], page: Samples.pipe, time: Samples.utc) == """
        \(RideLine.summary(Samples.ride)) Started 2026-11-21 06:45.

        Elapsed  Event               Reason         Signal      Lasted
           1:43  trainer lost        out of range  -84 dBm       0.4 s
          30:00  heart rate lost     news                -  to the end
          30:01  trainer silent      -                   -           -
          30:02  radio repair        power?Cycle         -           -
        1:01:40  daemon not running  -                   -       4.0 s
        """)
  }

  @Test func `a ride without drops says that no link was lost`() {
    let text = LinkText.shown(Samples.bareRide, [], [], page: Samples.pipe, time: Samples.utc)
    #expect(text.hasSuffix("Started 2026-11-20 06:45.\n\nNo dropped connection."))
    #expect(LinkText.drops(in: [], Samples.pipe) == nil)
  }

  @Test func `notification intervals have their own table`() {
    let strap = RideLinks.Intervals(
      device: .heartRate, count: 60, shortestSeconds: 0.9, longestSeconds: 2.0004, meanSeconds: 1,
      deviationSeconds: 0.1)
    let text = LinkText.shown(Samples.bareRide, [], [Samples.intervals, strap], page: Samples.pipe, time: Samples.utc)
    #expect(
      text.hasSuffix(
        """
        No dropped connection.

        Notifications  Intervals  Shortest    Longest       Mean  Deviation
        trainer              240  200.0 ms   301.0 ms   250.0 ms    12.5 ms
        heart rate            60  900.0 ms  2000.4 ms  1000.0 ms   100.0 ms
        """))
  }

  @Test func `the review lists the first ten drops`() throws {
    let drops = (0..<11).map {
      LinkIncident(kind: .drop, device: .trainer, atSeconds: Double($0), reason: "x", lastedSeconds: Double($0))
    }
    let silence = LinkIncident(kind: .silence, atSeconds: 1)
    let text = try #require(LinkText.drops(in: drops + [silence], Samples.pipe))
    let lines = text.split(separator: "\n")
    #expect(lines.first == "11 dropped connections, the longest 10.0 s.")
    #expect(lines.count == 13)
    #expect(lines.last == "The first 10; `--link` shows all.")
    let drop = LinkIncident(kind: .drop, device: .heartRate, atSeconds: 60)
    let one = try #require(LinkText.drops(in: [drop], Samples.pipe))
    #expect(
      one == """
        1 dropped connection.
        Elapsed  Event            Reason  Signal      Lasted
           1:00  heart rate lost  -            -  to the end
        """)
  }
}
