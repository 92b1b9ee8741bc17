import Foundation
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct WatchKeysTests {
  private func status(_ daemon: Daemon) async throws -> (phase: String?, ride: [String: Any]) {
    let status = try await daemon.json("status")
    return (status["phase"] as? String, status["ride"] as? [String: Any] ?? [:])
  }

  @Test func `keys control and end a ride, and the terminal is restored`() async throws {
    try await withDaemon("--rate", "5") { daemon in
      try await daemon.ride(toSecond: 12)
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let view = try terminal.run("watch", "--socket", daemon.place.path(of: "sock"))
      try await eventually("the view is there") { terminal.text.contains("Riding") && !terminal.echoes }
      terminal.type("+++++")
      try await eventually("presses add up") { try await status(daemon).ride["wantedWatts"] as? Int == 175 }
      terminal.type("\u{1B}[6~")
      try await eventually("a page is 25 W") { try await status(daemon).ride["wantedWatts"] as? Int == 150 }
      terminal.type("l")
      try await eventually("the lap is over") { terminal.text.contains("Lap 2 begins.") }
      terminal.type(" ")
      try await eventually("space pauses") { try await status(daemon).phase == "paused" }
      terminal.type(" ")
      try await eventually("space goes on") { try await status(daemon).phase == "riding" }
      terminal.type("d")
      try await eventually("a refusal is told") { terminal.text.contains("This ride has no intervals") }
      terminal.resize(columns: 40, rows: 12)
      terminal.type("Sn")
      try await eventually("another key rides on") { terminal.text.contains("The ride goes on.") }
      #expect(try await status(daemon).phase == "riding")
      terminal.type("Sy")
      try await eventually("the ride is over") { try await status(daemon).phase == "idle" }
      try await eventually("its figures are shown") { terminal.text.contains("Last ride") }
      terminal.type("q")
      #expect(try await view.outcome().status == 0)
      try await eventually("its own screen is left") { terminal.text.contains("\u{1B}[?1049l") }
      #expect(terminal.echoes)
    }
  }

  @Test(arguments: ["q", "\u{03}", "\u{1C}"])
  func `a closed view says that the ride goes on`(_ key: String) async throws {
    try await withDaemon("--rate", "5") { daemon in
      try await daemon.ride(toSecond: 2)
      let terminal = try PseudoTerminal(columns: 100, rows: 30)
      let view = try terminal.run("watch", "--socket", daemon.place.path(of: "sock"))
      try await eventually("the view is there") { terminal.text.contains("Riding") && !terminal.echoes }
      terminal.type(key)
      #expect(try await view.outcome().status == 0)
      try await eventually("the last frame stays") {
        let parting = terminal.text.components(separatedBy: "\u{1B}[?1049l").last ?? ""
        return parting.contains("The ride goes on.") && parting.contains("Riding")
      }
      #expect(terminal.echoes)
      #expect(try await status(daemon).phase == "riding")
    }
  }
}
