import Foundation
import Glibc
import TestKit
import Testing

/// Buttons and sound: a pipe sends a number pad's events, and two programs record the speech and sound that they
/// receive.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CueEndToEndTests {
  private let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  /// Starts jz2cue with the pad, and with a daemon in the same directory.
  private func startCue() throws -> Program {
    try Program(
      "jz2cue", ["--daemon", place.path(of: "sock"), "--config", place.path(of: "cue.conf")],
      environment: ["PATH": "\(place.path):/usr/bin:/bin"])
  }

  /// The lines that were spoken.
  private var said: [String] {
    let text = (try? String(contentsOfFile: place.path(of: "said"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: place.path(of: name)))
  }

  /// Presses keys of the pad by key code, once jz2cue has opened the pad.
  private func press(_ keys: UInt16...) async throws {
    var descriptor: Int32 = -1
    try await eventually("jz2cue reads the pad") {
      descriptor = open(place.path(of: "pad"), O_WRONLY | O_NONBLOCK)
      return descriptor >= 0
    }
    defer { close(descriptor) }
    for key in keys {
      for value in [1, 0] as [Int32] {
        // struct input_event of a 64-bit system.
        var event = [UInt8](repeating: 0, count: 16)
        for field in [1, key] { event += withUnsafeBytes(of: field) { Array($0) } }
        event += withUnsafeBytes(of: value) { Array($0) }
        #expect(Glibc.write(descriptor, event, event.count) == event.count)
      }
    }
  }

  private func wantedWatts(of daemon: Daemon) async throws -> Int? {
    (try await daemon.json("status")["ride"] as? [String: Any])?["wantedWatts"] as? Int
  }

  private func phase(of daemon: Daemon) async throws -> String? { try await daemon.json("status")["phase"] as? String }

  @Test(.enabled(if: Int.bitWidth == 64))
  func `a number pad controls a spoken ride, also after a restart of either program`() async throws {
    #expect(mkfifo(place.path(of: "pad"), 0o600) == 0)
    try write("[device]\npath=\(place.path)/pad\n[sound]\nspeech=yes\n", to: "cue.conf")
    try place.install("espeak-ng", "echo \"$5\" >> \(place.path)/said")
    try place.install("aplay", "cat > /dev/null")
    var daemon = try await Daemon.start(in: place)
    var cue = try startCue()
    try await daemon.ride(toSecond: 1)
    try await press(115, 115)
    try await eventually("the watts are raised") { try await wantedWatts(of: daemon) == 160 }
    // KEY_POWER has no effect.
    try await press(116, 164)
    try await eventually("the ride is paused") { try await phase(of: daemon) == "paused" }
    try await eventually("that is said") { said.contains("Paused.") }
    try await press(164)
    try await eventually("the ride goes on") { try await phase(of: daemon) == "riding" }
    try await eventually("that is said") { said.contains("Resumed.") }
    _ = try await daemon.end(by: SIGKILL)
    daemon = try await Daemon.start(in: place)
    try await eventually("the ride is taken up again") { try await phase(of: daemon) == "riding" }
    try await press(114)
    try await eventually("the watts are lowered") { try await wantedWatts(of: daemon) == 155 }
    try await eventually("that is said") { said.contains("155 watts.") }
    cue.signal(SIGKILL)
    _ = try await cue.outcome()
    #expect(try await phase(of: daemon) == "riding")
    cue = try startCue()
    try await press(115)
    try await eventually("the watts are raised again") { try await wantedWatts(of: daemon) == 160 }
    cue.signal(SIGTERM)
    #expect(try await cue.outcome().status == 0)
    _ = try await daemon.end(by: SIGKILL)
  }

  @Test func `an invalid configuration is refused with line, reason and remedy`() async throws {
    try write("[device]\nname=Pad\nKEY_UP=faster\n", to: "cue.conf")
    for options in [[], ["--check"]] as [[String]] {
      let outcome = try await Program("jz2cue", ["--config", place.path(of: "cue.conf")] + options).outcome()
      #expect(outcome.status == 78)
      #expect(
        outcome.error == """
          jz2cue: \(place.path)/cue.conf, line 3: unknown action faster. The actions are watts +N, watts -N, pause, skip, \
          back, done, lap, stop and none.

          """)
    }
  }

  @Test func `a configuration is checked against the connected devices`() async throws {
    #expect(mkfifo(place.path(of: "pad"), 0o600) == 0)
    try write("[device]\npath=\(place.path)/pad\n[device]\nname=No such pad\n[sound]\nbeeps=yes\n", to: "cue.conf")
    let outcome = try await Program("jz2cue", ["--config", place.path(of: "cue.conf"), "--check"]).outcome()
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      outcome.output == """
        \(place.path)/pad: \(place.path)/pad
        No such pad: not there now
        Beeps: on. Speech: off.

        """)
  }
}
