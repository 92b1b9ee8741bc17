import Foundation
import Glibc
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ClientTests {
  @Test func `every command with --json prints one JSON object`() async throws {
    try await withDaemon("--rate", "20") { daemon in
      let found = try await daemon.json("scan", "--seconds", "1")
      #expect((found["devices"] as? [Any])?.count == 2)
      try await daemon.ride(toSecond: 1)
      let devices = try #require(try await daemon.json("devices")["devices"] as? [[String: Any]])
      let addresses = devices.compactMap { $0["address"] as? String }
      #expect(addresses == ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02"])
      for (words, watts) in [("170", 170), ("-5", 165), ("+10", 175)] {
        let target = try await daemon.json("watts", words)["target"] as? [String: Any]
        #expect(target?["targetWatts"] as? Int == watts)
      }
      #expect(try await daemon.json("pause").isEmpty)
      let status = try await daemon.json("status")
      #expect(status["phase"] as? String == "paused")
      let ride = try #require(status["ride"] as? [String: Any])
      let keys: Set = [
        "id", "wantedWatts", "timerSeconds", "elapsedSeconds", "remainingSeconds", "distanceMeters", "averageWatts",
        "averageBeatsPerMinute", "kilojoules", "stoppedSeconds", "lap",
      ]
      #expect(Set(ride.keys) == keys)
      #expect(try await daemon.json("resume").isEmpty)
      let stopped = try #require(try await daemon.json("stop")["ride"] as? [String: Any])
      #expect(stopped["state"] as? String == "finished")
      let path = try #require(daemon.files.first)
      #expect(stopped["fileName"] as? String == URL(filePath: path).lastPathComponent)
      let rides = try #require(try await daemon.json("rides", "--limit", "1")["rides"] as? [[String: Any]])
      #expect(rides.count == 1)
      let shown = try await daemon.json("show", "1")
      #expect((shown["samples"] as? [Any])?.count == (shown["ride"] as? [String: Any])?["elapsedSeconds"] as? Int)
      let exported = try await daemon.json("export", "last")
      let data = Data(base64Encoded: try #require(exported["data"] as? String))
      #expect(data != nil && data == FileManager.default.contents(atPath: path))
      #expect(try await daemon.json("forget", "C0:FF:EE:00:00:02").isEmpty)
      // `doctor` also checks this machine; without Bluetooth it exits with 1.
      #expect(try await daemon.ctl("doctor", "--json").json["checks"] is [Any])
      let refused = try await daemon.ctl("stop", "--json")
      #expect(refused.status == 1)
      #expect(try refused.json["error"] as? String == "NoRide")
    }
  }

  @Test func `a first start finds, names and remembers the devices in range`() async throws {
    try await withDaemon("--rate", "20") { daemon in
      let started = try await daemon.ctl("start", "--watts", "150", "--minutes", "60")
      #expect(started.status == 0, "\(started.error)")
      #expect(
        started.output.hasPrefix(
          """
          Trainer: KICKR SIM (C0:FF:EE:00:00:01), the only one in range.
          Heart rate: HRM SIM (C0:FF:EE:00:00:02), the only one in range.
          Ride 1: 
          """))
      let devices = try #require(try await daemon.json("devices")["devices"] as? [[String: Any]])
      let known = devices.compactMap { $0["known"] as? Bool }
      #expect(known == [true, true])
    }
  }

  @Test func `jz2ctl decode needs no daemon`() async throws {
    let outcome = try await Program(
      "jz2ctl", ["decode", "2AD2", "4400C409B4009600", "--json", "--socket", "/nowhere"]
    ).outcome()
    #expect(outcome.status == 0)
    #expect(try !outcome.json.isEmpty)
  }

  @Test func `an exported ride is identical to its activity file`() async throws {
    try await withDaemon("--rate", "max") { daemon in
      try await daemon.json("use", "C0:FF:EE:00:00:01")
      let watched = try await daemon.ctl("start", "--watts", "150", "--minutes", "10", "--watch")
      #expect(watched.status == 0, "\(watched.error)")
      let path = try #require(daemon.files.first)
      #expect(try await ActivityFile(path).trackpoints == 600)
      let exported = try await daemon.ctl("export", "last")
      #expect(try exported.output == String(contentsOfFile: path, encoding: .utf8))
      let copy = daemon.place.path(of: "copy.tcx")
      #expect(try await daemon.ctl("export", "last", "--output", copy).status == 0)
      #expect(FileManager.default.contentsEqual(atPath: copy, andPath: path))
    }
  }

  @Test func `an interrupted watch does not end the ride`() async throws {
    try await withDaemon("--rate", "20") { daemon in
      try await daemon.ride(toSecond: 1)
      let watcher = try Program("jz2ctl", ["watch", "--json", "--socket", daemon.place.path(of: "sock")])
      try await eventually("it shows a few seconds") { watcher.output.split(separator: "\n").count > 5 }
      watcher.signal(SIGINT)
      let outcome = try await watcher.outcome()
      #expect(outcome.status == 130, "\(outcome.error)")
      #expect(outcome.error.contains("The ride goes on."))
      for line in outcome.output.split(separator: "\n") {
        let status = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(status?["phase"] as? String == "riding")
      }
      #expect(try await daemon.json("status")["phase"] as? String == "riding")
    }
  }

  /// At a tenth of real time, the daemon scans for its devices for nearly a minute.
  @Test func `Ctrl-C cancels a start that is still connecting`() async throws {
    try await withDaemon("--rate", "0.1") { daemon in
      let socket = daemon.place.path(of: "sock")
      let start = try Program("jz2ctl", ["start", "--watts", "150", "--minutes", "5", "--socket", socket])
      try await eventually("it listens") { try await daemon.json("status")["phase"] as? String == "connecting" }
      start.signal(SIGINT)
      let outcome = try await start.outcome()
      #expect(outcome.status == 130 && outcome.error == "Start cancelled.\n", "\(outcome)")
      #expect(try await daemon.json("status")["phase"] as? String == "idle")
    }
  }

  @Test func `a watch reconnects to a restarted daemon`() async throws {
    let first = try await Daemon.start()
    let watcher = try Program("jz2ctl", ["watch", "--json", "--socket", first.place.path(of: "sock")])
    try await eventually("it watches") { !watcher.output.isEmpty }
    _ = try await first.end()
    let before = watcher.output.count
    try await withDaemon(in: first.place) { _ in
      try await eventually("it watches again") { watcher.output.count > before }
    }
    watcher.signal(SIGTERM)
    _ = try await watcher.outcome()
  }
}
