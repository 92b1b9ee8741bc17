import Foundation
import Glibc
import TestKit
import Testing

/// Plans, from the client's arguments to the activity file, on the simulated radio.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct PlanEndToEndTests {
  /// A plan of one minute, a location, 25 metres and an activity, twice; the daemon is killed in the first activity and
  /// in the second minute, which runs slowly so that the kill hits it on a slow machine too.
  @Test func `a plan with all four kinds of interval is ridden in order across two kills`() async throws {
    let place = try TemporaryDirectory()
    let lines = place.path(of: "events")
    let told = #"echo "$JZ2_EVENT $JZ2_NUMBER $JZ2_LABEL $JZ2_OUTCOME" >> \#(lines)"#
    var daemon = try await Daemon.start("--rate", "20", "--on-event", told, in: place)
    try await daemon.makePlanOfFourEnds()
    let watcher = try Program("jz2ctl", ["watch", "--json", "--socket", place.path(of: "sock")])
    try await eventually("the watcher is told") { !watcher.output.isEmpty }
    try await daemon.json("start", "--plan", "Seed")
    try await daemon.storesSeconds(2, ofInterval: 4)
    watcher.signal(SIGKILL)
    let ends = try newsLines(of: try await watcher.outcome().output)
    #expect(ends == (1...3).map { "intervalEnded \($0) expired" })
    _ = try await daemon.end(by: SIGKILL)
    daemon = try await Daemon.start("--rate", "2", "--on-event", told, in: place)
    try await daemon.rideUntil(interval: 4)
    try await daemon.json("next")
    try await daemon.storesSeconds(10, ofInterval: 5)
    _ = try await daemon.end(by: SIGKILL)
    daemon = try await Daemon.start("--rate", "20", "--on-event", told, in: place)
    try await daemon.rideUntil(interval: 8, second: 2)
    try await daemon.json("next")
    try await eventually("the ride ends") { try await daemon.json("status")["phase"] as? String == "idle" }
    try await daemon.expectLapsOfFourEnds()
    try await daemon.expectKills(inIntervals: [4, 5])
    try await eventually("each event has its line") { eventLines(lines).count >= 8 }
    let expected = zip(1...7, ["Run", "Corner", "Sprint", "Stretch", "Run", "Corner", "Sprint"])
      .map { "intervalEnded \($0) \($1) expired" }
    #expect(eventLines(lines).sorted() == expected + ["planEnded 8 Stretch expired"])
    #expect(try await daemon.end().status == 0)
  }

  @Test(.enabled("needs root and setpriv") { try await UnusableStateTests.mayBeNobody() })
  func `an event command runs without the service's capabilities`() async throws {
    let place = try TemporaryDirectory()
    let told = place.path(of: "capabilities")
    let daemon = try await Daemon.start(
      "--rate", "20", "--on-event", "grep ^Cap /proc/self/status > \(told)", in: place, user: 65534)
    try await daemon.makePlanOfFourEnds()
    try await daemon.json("start", "--plan", "Seed")
    try await eventually("the first interval ends") { eventLines(told).count == 5 }
    let sets = eventLines(told).filter { !$0.hasPrefix("CapBnd") }.map { $0.split(separator: "\t") }
    #expect(sets.filter { $0.last?.allSatisfy { $0 == "0" } != true && $0.first != "CapInh:" } == [])
    #expect(try await daemon.end().status == 0)
  }

  @Test func `a plan with a location does not start without a route`() async throws {
    try await withDaemon { daemon in
      try await daemon.json("plan", "new", "Lost")
      try await daemon.json("plan", "add", "Lost", "--location", "48.2,16.37", "--watts", "120")
      let refused = try await daemon.ctl("start", "--plan", "Lost", "--json")
      #expect(refused.status == 1)
      #expect(try refused.json["error"] as? String == "BadPlan")
      #expect(try await daemon.json("status")["phase"] as? String == "idle")
    }
  }

  /// The steps of `Scripts/demo/over-under.zwo` at an FTP of 200 W, in seconds and mean watts.
  private static let overUnders: [(seconds: Int, watts: Double)] = {
    let unders = [[(120, 180.0), (60, 210.0)], [(120, 180.0), (60, 210.0)], [(120, 180.0), (60, 210.0)]].flatMap(\.self)
    return [(420, 125)] + unders + [(120, 110)] + unders + [(120, 110), (360, 105)]
  }()

  @Test func `every step of a workout file is ridden within 2 W of its target`() async throws {
    try await withDaemon("--rate", "max") { daemon in
      try await daemon.json("settings", "--ftp", "200")
      let file = URL(filePath: #filePath).appending(path: "../../../Scripts/demo/over-under.zwo")
      try await daemon.json("import", file.standardizedFileURL.path(), "--name", "Over")
      let ridden = try await daemon.ctl("start", "--plan", "Over", "--watch")
      #expect(ridden.status == 0, "\(ridden.error)")
      let ride = try await daemon.json("show", "last")
      let rows = try #require(ride["samples"] as? [[String: Any]])
      let laps = try #require(ride["laps"] as? [[String: Any]])
      #expect(laps.count == Self.overUnders.count)
      #expect(rows.count == 2100)
      var begin = 0
      for (number, step) in Self.overUnders.enumerated() {
        let watts = rows.dropFirst(begin).prefix(step.seconds).compactMap { $0["powerWatts"] as? Double }
        let mean = watts.reduce(0, +) / Double(max(1, watts.count))
        #expect(abs(mean - step.watts) <= 2, "step \(number + 1) is ridden with \(mean) W")
        begin += step.seconds
      }
    }
  }

  @Test func `a Zone 2 ride brings the heart rate into its zone`() async throws {
    try await withDaemon("--rate", "max") { daemon in
      let refused = try await daemon.ctl("start", "--zone2", "--minutes", "40", "--watts", "110")
      #expect(refused.status != 0 && refused.error.contains("Your Zone 2 is not set."))
      _ = try await daemon.ctl("settings", "--zone2", "120-140")
      let ridden = try await daemon.ctl("start", "--zone2", "--minutes", "40", "--watts", "110", "--watch")
      #expect(ridden.status == 0, "\(ridden.error)")
      let rows = try #require(try await daemon.json("show", "last")["samples"] as? [[String: Any]])
      let beats = rows.suffix(20 * 60).compactMap { $0["beatsPerMinute"] as? Int }
      #expect(beats.count == 20 * 60)
      let (least, most) = (beats.min() ?? 0, beats.max() ?? 0)
      #expect(least >= 120 && most <= 140, "\(least) to \(most)")
      let asked = Set(rows.compactMap { $0["targetWatts"] as? Int })
      #expect(asked.count > 5, "the watts follow")
    }
  }

  private func eventLines(_ path: String) -> [String] {
    ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// The plan's news in the output of `watch`, one line each.
  private func newsLines(of output: String) throws -> [String] {
    try output.split(separator: "\n").flatMap { line in
      let status = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (status?["news"] as? [[String: Any]] ?? []).map { news in
        let ended = news["interval"] as? [String: Any]
        return "\(news["kind"] ?? "") \(ended?["number"] ?? "") \(ended?["outcome"] ?? "")"
      }
    }
  }
}

extension Daemon {
  /// Creates a plan that ends an interval in each of the four ways, twice, on a circular route of half a kilometre with
  /// a location half-way.
  fileprivate func makePlanOfFourEnds() async throws {
    try await json("plan", "new", "Seed")
    try await json("plan", "add", "Seed", "--timer", "1:00", "--label", "Run", "--watts", "150")
    try await json("plan", "add", "Seed", "--location", "48.2,16.3689206", "--label", "Corner", "--watts", "120")
    try await json("plan", "add", "Seed", "--distance", "25m", "--label", "Sprint", "--watts", "180")
    try await json("plan", "add", "Seed", "--activity", "--label", "Stretch")
    try await json("plan", "add", "Seed", "--repeat", "2")
    let route = place.path(of: "loop.gpx")
    try circle.write(toFile: route, atomically: true, encoding: .utf8)
    try await json("import", route, "--name", "Seed")
  }

  /// A circle with a radius of 80 metres around 48.2° N, 16.37° E; it starts and ends in the east.
  private var circle: String {
    let points = (0...72).map { step in
      let angle = Double(step) / 72 * 2 * Double.pi
      let degrees = 80 * 360 / 40_030_174.0
      let east = degrees * cos(angle) / cos(48.2 * Double.pi / 180)
      return "<trkpt lat=\"\(48.2 + degrees * sin(angle))\" lon=\"\(16.37 + east)\"/>"
    }
    return #"<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
      + points.joined() + "</trkseg></trk></gpx>"
  }

  /// The current interval; empty if no interval is ridden.
  fileprivate func interval() async throws -> [String: Any] {
    let plan = try await json("status")["plan"] as? [String: Any]
    return plan?["interval"] as? [String: Any] ?? [:]
  }

  /// Returns once that many seconds of an interval are in the store, which receives one batch per second of real time.
  fileprivate func storesSeconds(_ seconds: Int, ofInterval number: Int) async throws {
    try await rideUntil(interval: number)
    let begun = try #require(try await json("status").expired.last?["atSeconds"] as? Int)
    try await stores(second: begun + seconds)
  }

  /// Returns once that many seconds of an interval are ridden.
  fileprivate func rideUntil(interval number: Int, second: Int = 0) async throws {
    try await eventually("interval \(number) is ridden") {
      let interval = try await interval()
      return interval["number"] as? Int == number && interval["timerSeconds"] as? Int ?? 0 >= second
    }
  }

  /// Expects a lap for each of the eight intervals; the minutes must have their planned length.
  fileprivate func expectLapsOfFourEnds() async throws {
    let shown = try await json("show", "last")
    let ride = try #require(shown["ride"] as? [String: Any])
    let laps = try #require(shown["laps"] as? [[String: Any]])
    #expect(
      laps.compactMap { $0["label"] as? String } == [
        "Run", "Corner", "Sprint", "Stretch", "Run", "Corner", "Sprint", "Stretch",
      ])
    let triggers = ["time", "location", "distance", "manual"]
    #expect(laps.compactMap { $0["trigger"] as? String } == triggers + triggers)
    let minutes = [0, 4].compactMap { laps.indices.contains($0) ? laps[$0]["timerSeconds"] as? Int : nil }
    #expect(minutes == [60, 60])
    let activity = try await ActivityFile(#require(files.first))
    #expect(activity.text.components(separatedBy: "<Lap ").count - 1 == 8)
    #expect(activity.trackpoints == ride["timerSeconds"] as? Int)
  }

  /// Expects one interruption of the daemon in each of these intervals.
  fileprivate func expectKills(inIntervals numbers: [Int]) async throws {
    let events = try #require(try await json("show", "last")["events"] as? [[String: Any]])
    let kills = events.indices.filter { events[$0]["kind"] as? String == "interrupted" }.map { index in
      events[..<index].count { $0["kind"] as? String == "interval" }
    }
    #expect(kills == numbers)
  }
}

extension [String: Any] {
  /// The expired intervals of a status.
  fileprivate var expired: [[String: Any]] { (self["plan"] as? [String: Any])?["expired"] as? [[String: Any]] ?? [] }
}
