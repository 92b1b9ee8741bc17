import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct ServiceTextTests {
  @Test func `services are a table with their problems below it`() {
    let services = [
      ServiceStatus(.intervals, .connected, account: "Ada K.", queued: 0, lastSuccess: "2026-11-21T06:45:12Z"),
      ServiceStatus(.strava, .inactive, queued: 3, problem: SyncFault(.inactive).explanation(of: .strava)),
      ServiceStatus(.hub, .disconnected),
    ]
    #expect(
      ServiceText.list(services, page: Samples.pipe, time: Samples.berlin) == """
        Service    State          Account  Waiting  Last success
        intervals  connected      Ada K.   0 rides  2026-11-21 07:45
        strava     inactive       -        3 rides  -
        hub        not connected  -              -  -
        Strava: Strava does not accept your app: its owner needs a Strava subscription.
          Nothing is lost. Subscribe, enable the app at https://www.strava.com/settings/api, then run `jz2ctl sync now`.
        """)
  }

  @Test func `the list of services names refused rides, with a reason and a remedy`() {
    let refused = RefusedRides(count: 3, ride: 36, fault: SyncFault(.refused, detail: "The file is malformed."))
    let text = ServiceText.list(
      [ServiceStatus(.strava, .connected, refused: refused)], page: Samples.pipe, time: Samples.utc)
    #expect(
      text.hasSuffix(
        """
        Strava: refused 3 rides, most recently ride 36.
          Strava refused: The file is malformed.
          The ride is kept here. Send it again: `jz2ctl sync again RIDE --service S`; or export it: \
        `jz2ctl export RIDE --format fit`.
        """))
  }

  @Test func `the list of services says when a pause ends`() {
    let service = ServiceStatus(
      .strava, .connected, fault: SyncFault(.rateLimited), pausedUntil: "2026-11-21T09:15:00Z")
    #expect(
      ServiceText.list([service], page: Samples.pipe, time: Samples.berlin).contains(
        "Strava: Strava received too many requests.\n  Paused until 2026-11-21 10:15.\n  Nothing is lost"))
  }

  @Test func `without a connected service the list says how to connect one`() {
    let text = ServiceText.list([ServiceStatus(.hub, .disconnected)], page: Samples.pipe, time: Samples.utc)
    #expect(text.hasSuffix("\nNo service is connected. See `jz2ctl help connect`."))
    #expect(
      ServiceText.list([], page: Samples.pipe, time: Samples.utc)
        == "No service is connected. See `jz2ctl help connect`.")
  }

  @Test func `a consent shows the link, the callback address and how to reach it`() {
    let consent = Consent(
      address: "https://www.strava.com/oauth/authorize?client_id=1", callback: "http://127.0.0.1:8721/",
      secondsLeft: 600)
    #expect(
      ServiceText.connected(ConnectedService(ServiceStatus(.strava, .authRequired), consent: consent), host: "pi")
        == """
        Open this link in a browser, on any device, and agree:

          https://www.strava.com/oauth/authorize?client_id=1

        The browser then opens http://127.0.0.1:8721/, an address of this computer.
        On another device that page does not load: copy its address from the browser, and paste it here:
          jz2ctl connect strava --code
        Or, before you agree, run this on the other computer:
          ssh -L 8721:127.0.0.1:8721 pi
        """)
    #expect(ServiceText.waiting(consent).contains("10:00"))
    let again = ConnectedService(ServiceStatus(.strava, .connected), consent: consent)
    #expect(ServiceText.connected(again, host: "pi").hasSuffix("\nUntil you agree, Strava stays connected as before."))
  }

  @Test(arguments: [
    ("http://127.0.0.1:8721/", "8721"), ("http://localhost:80", "80"), ("http://127.0.0.1/", nil),
    ("https://a:99999/", nil), ("nonsense", nil), ("http://a:; rm/", nil),
  ])
  func `an address without a valid port has no port`(address: String, port: String?) {
    #expect(ServiceText.port(of: address) == port)
  }

  @Test func `text from a service cannot control the terminal`() {
    let service = ServiceStatus(
      .strava, .authRequired, account: "\u{1B}[2J", problem: Explanation("a\u{7}", remedy: "b\u{9B}"))
    #expect(
      !ServiceText.list([service], page: Samples.pipe, time: Samples.utc).contains { "\u{1B}\u{7}\u{9B}".contains($0) })
    let again = SyncText.again(
      Upload(service: "\u{1B}x", state: .failed, url: "\u{1B}", at: "", message: "\u{1B}"), ride: "1")
    #expect(!again.contains("\u{1B}"))
  }

  @Test(arguments: [
    (SyncStatus(.success, count: 0), "Nothing to send: every ride is up to date."),
    (SyncStatus(.success, count: 1), "Sent 1 ride."),
    (
      SyncStatus(.success, waiting: 1),
      "Waiting to be sent: 1 ride; see `jz2ctl services`."
    ),
    (
      SyncStatus(.success, count: 1, refused: 2),
      "Sent 1 ride.\nRefused: 2 rides; `jz2ctl services` says why."
    ),
    (SyncStatus(.syncing), "The sync continues. See its progress: `jz2ctl sync status`."),
    (SyncStatus(.idle), "There was nothing to do. See the services: `jz2ctl services`."),
    (
      SyncStatus(.error),
      "The last sync is incomplete.\nSee what to do: `jz2ctl services`."
    ),
  ])
  func `a sync ends with a summary`(status: SyncStatus, text: String) {
    #expect(SyncText.result(status) == text)
  }

  @Test(arguments: [
    (SyncStatus(.idle, refused: 1), "No sync is running. Start one: `jz2ctl sync`."),
    (SyncStatus(.success, count: 2, refused: 1), "The last sync sent 2 rides."),
  ])
  func `sync status names the refused rides`(status: SyncStatus, text: String) {
    #expect(SyncText.status(status) == text + "\nRefused: 1 ride; `jz2ctl services` says why.")
  }
}

@Suite struct RemoteActivityTextTests {
  private static var ride: RemoteActivity {
    var ride = RemoteActivity(
      id: "16500000001", start: "2026-11-21T06:45:12Z", timerSeconds: 3600, elapsedSeconds: 3725)
    (ride.name, ride.sport, ride.averageWatts, ride.averageHeartRate) = ("Sunday", "VirtualRide", 149.4, 131.6)
    (ride.kilojoules, ride.distanceMeters, ride.ride) = (537.8, 31_402, 12)
    return ride
  }

  private static var run: RemoteActivity {
    var run = RemoteActivity(id: "9", start: "2026-10-31T23:59:59Z", timerSeconds: 600, elapsedSeconds: 600)
    run.sport = "Run"
    return run
  }

  @Test func `Strava activities are listed by month and credited to Strava`() {
    #expect(
      RemoteListText(activities: [Self.ride, Self.run], page: Page(columns: 120, glyphs: .ascii), time: Samples.utc)
        .text == """
             Activity  Start             Name    Sport           Time  Elapsed  Power    Heart    Work  Distance  Ride

          November 2026: 1 activity, 1:00:00
          16500000001  2026-11-21 06:45  Sunday  VirtualRide  1:00:00  1:02:05  149 W  132 bpm  538 kJ  31.40 km    12

          October 2026: 1 activity, 10:00
                    9  2026-10-31 23:59          Run            10:00               -        -       -         -

          Powered by Strava. These are Strava's data, kept here for seven days at most.
          """)
  }

  @Test func `the weeks of Strava rides show power and time, without other sports`() {
    let chart = HistoryChart(activities: [Self.ride, Self.run], today: 20_778, weeks: 4, time: Samples.utc)
    #expect(chart.panels.map(\.title) == ["Power", "Time per week"])
    #expect(chart.power.means == [149.4] && chart.hours.sums.map { $0?.all } == [1] && !chart.hasZone2)
    #expect(chart.title == "1 ride at Strava in 1 week")
    let lines = chart.lines(columns: 80, rows: 24, glyphs: .unicode, time: Samples.utc)
    #expect(lines.count <= 24 && lines.last?.plain.hasPrefix("Powered by Strava") == true)
    #expect(chart.svg(width: 800, height: 500, time: Samples.utc).contains("Powered by Strava"))
    let document = PrintedJSON.text(of: HistoryChartDocument(chart, activities: [Self.run], time: Samples.utc))
    #expect(document.contains(#"{"averageWatts":149.4,"hours":1,"isOpen":true,"monday":"2026-11-16"}"#))
    #expect(!document.contains(#""rides""#))
  }

  @Test func `Strava samples become one row per second`() {
    let points = [0, 1, 5, 5, 4, 60, -1, 700_000].map { RemoteSample(elapsedSeconds: $0) }
    let rows = RideChart.rows(of: points)
    #expect(rows.map(\.second) == Array(0...60))
    let standing = rows.filter { !$0.timerRunning }.map(\.second)
    #expect(standing == Array(6...59), "a gap of a minute is a pause, one of four seconds is none")
  }

  @Test func `a Strava activity is drawn without Zone 2`() {
    let samples = (0..<600).map { second in
      var sample = RemoteSample(elapsedSeconds: second)
      (sample.powerWatts, sample.beatsPerMinute) = (150, 130)
      return sample
    }
    let chart = RideChart(activity: Self.ride, samples: samples)
    #expect(chart.panels.map(\.measure) == [.power, .heart] && chart.panels.allSatisfy { $0.bands.isEmpty })
    let lines = chart.lines(columns: 80, rows: 24, glyphs: .ascii, time: Samples.utc).map(\.plain)
    #expect(lines.first == "Sunday, 2026-11-21 06:45, Strava 16500000001, ride 12 in jz2")
    #expect(lines.last?.hasPrefix("Powered by Strava") == true)
    let document = PrintedJSON.text(of: RideChartDocument(chart))
    #expect(document.contains(#""activity":{"averageHeartRate":131.6"#) && !document.contains(#""ride":{"#))
  }
}
