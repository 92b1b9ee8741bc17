import ClientTestKit
import ControlWire
import RideText
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct KeyTests {
  private static let known: [(String, TerminalKey)] = [
    ("+", .character("+")), ("S", .character("S")), (" ", .character(" ")), ("\u{1B}[A", .up), ("\u{1B}[B", .down),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;2B", .shiftDown),
    ("\u{1B}[a", .shiftUp), ("\u{1B}[b", .shiftDown), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    ("\u{1B}[5;2~", .pageUp),
  ]

  private static func keys(_ pieces: String...) -> [TerminalKey] {
    var decoder = KeyDecoder()
    return pieces.flatMap { decoder.take(Array($0.utf8)) } + decoder.giveUp()
  }

  @Test func `each key is decoded from its bytes`() {
    for (text, key) in Self.known { #expect(Self.keys(text) == [key], "\(text.debugDescription)") }
  }

  @Test func `a key sequence can arrive byte by byte`() {
    var decoder = KeyDecoder()
    let bytes = Self.known.flatMap { Array($0.0.utf8) }
    #expect(bytes.flatMap { decoder.take([$0]) } == Self.known.map(\.1))
    #expect(!decoder.isInSequence)
  }

  @Test(arguments: [
    "\u{1B}[3~", "\u{1B}[1;5A", "\u{1B}OP", "\u{1B}[[A", "\u{1B}[200;1R", "\u{1B}q", "\u{1B}[?1;2c", "ü", "€", "\n",
    "\u{1B}[123456789012345678901234567890;S",
  ])
  func `an unknown sequence is not read as typed characters`(_ text: String) {
    #expect(Self.keys(text) == [.other])
    #expect(Self.keys(text, "+") == [.other, .character("+")])
  }

  @Test func `no prefix of a sequence is another key`() {
    for (text, _) in Self.known where text.utf8.count > 1 {
      for count in 1..<text.utf8.count {
        var decoder = KeyDecoder()
        #expect(decoder.take(text.utf8.prefix(count)) == [])
        #expect(decoder.isInSequence)
        #expect(decoder.giveUp().allSatisfy { $0 == .other })
        #expect(decoder.take("+".utf8) == [.character("+")])
      }
    }
  }

  @Test func `pasted text is not read as keys`() {
    #expect(Self.keys("+\u{1B}[200~Sy q\n\u{1B}[A\u{1B}[201~-") == [.character("+"), .character("-")])
  }

  @Test func `a sequence with any byte does not affect later keys`() {
    var decoder = KeyDecoder()
    for byte in UInt8.min...UInt8.max { _ = decoder.take([0x1B, 0x5B, byte, 0x7E, 0x7E]) }
    _ = decoder.take("\u{1B}[201~".utf8)
    #expect(decoder.take("+".utf8) == [.character("+")])
  }

  @Test func `quick presses of the watt keys are combined into one request`() {
    var actions = RideActions()
    for _ in 0..<5 { actions.add(.change(watts: 5)) }
    actions.add(.skip)
    actions.add(.change(watts: 25))
    actions.add(.change(watts: -25))
    #expect(actions.next() == .change(watts: 25))
    #expect(actions.next() == .skip)
    #expect(actions.next() == nil)
  }

  @Test func `a held key queues at most 16 requests`() {
    var actions = RideActions()
    for _ in 0..<1000 { actions.add(.skip) }
    var count = 0
    while actions.next() != nil { count += 1 }
    #expect(count == 16)
  }

  @Test func `space resumes a ride that the daemon reports as paused, and pauses any other`() throws {
    let riding = ScriptedDaemon(.init(Samples.riding), .init(EmptyReply()))
    #expect(try RideAction.pauseOrResume.perform(with: riding) == "Paused. Press space to resume.")
    #expect(riding.requests == [GetStatus(), Pause()])
    let paused = ScriptedDaemon(.init(Status(phase: .paused)), .init(EmptyReply()))
    #expect(try RideAction.pauseOrResume.perform(with: paused) == "The ride goes on.")
    #expect(paused.requests == [GetStatus(), Resume()])
  }

  @Test func `each key sends its request`() throws {
    let calls: [(String, AnyHashable)] = [
      ("+", AnyHashable(SetWatts(change: 5))), ("=", AnyHashable(SetWatts(change: 5))),
      ("-", AnyHashable(SetWatts(change: -5))), ("\u{1B}[A", AnyHashable(SetWatts(change: 5))),
      ("\u{1B}[6~", AnyHashable(SetWatts(change: -25))), ("\u{1B}[1;2A", AnyHashable(SetWatts(change: 25))),
      ("n", AnyHashable(Done())), ("b", AnyHashable(Back())), ("e", AnyHashable(Extend(seconds: 60))),
      ("d", AnyHashable(Done())), ("l", AnyHashable(EndLap())),
    ]
    for (text, call) in calls {
      var scene = LiveScene()
      let key = try #require(Self.keys(text).first)
      guard case .ask(let action) = scene.press(RideKey(key), at: 0) else {
        Issue.record("\(text.debugDescription) asks nothing")
        continue
      }
      // The status decides between a change of the target and of the slope.
      let first: [ScriptedDaemon.Answer] = call.base is SetWatts ? [.init(Status(phase: .riding))] : []
      let daemon = ScriptedDaemon(first + [.init(error: ControlError(.noRide))])
      #expect(throws: ControlError(.noRide)) { try action.perform(with: daemon) }
      #expect(daemon.requests.last == call)
    }
  }

  @Test func `only S and then y stops a ride`() {
    var scene = LiveScene()
    _ = scene.show(Samples.riding, at: 0)
    #expect(scene.press(.yes, at: 0) == .nothing)
    #expect(scene.press(.stop, at: 0) == .nothing)
    #expect(Self.text(scene).contains("Stop the ride? Press y to stop it, any other key to ride on."))
    #expect(scene.press(.act(.skip), at: 0) == .nothing)
    #expect(Self.text(scene).contains("The ride goes on."))
    #expect(scene.press(.stop, at: 0) == .nothing && scene.press(.yes, at: 0) == .ask(.stop))
  }

  @Test func `the key for the next interval asks before it stops the ride in the last one`() {
    var scene = LiveScene()
    _ = scene.show(Samples.planned, at: 0)
    #expect(scene.press(.act(.skip), at: 0) == .ask(.skip))
    _ = scene.show(Samples.zone2, at: 0)
    #expect(scene.press(.act(.skip), at: 0) == .nothing)
    #expect(Self.text(scene).contains("Stop the ride?"))
    #expect(scene.press(.yes, at: 0) == .ask(.stop))
  }

  @Test func `the reply to a key is shown for a few seconds`() {
    var scene = LiveScene()
    _ = scene.show(Samples.riding, at: 0)
    scene.say("Target 155 W.", at: 0)
    #expect(Self.text(scene, at: 4).contains("Target 155 W."))
    #expect(!Self.text(scene, at: 6).contains("Target 155 W."))
  }

  @Test func `a refusal names a key if one is the remedy`() {
    #expect(
      KeyText.refusal(ControlError(.notAwaited, subject: "2")) == "Interval 2 ends by itself. To leave it, use n.")
    #expect(
      KeyText.refusal(ControlError(.wrongPhase, cause: RidePhase.riding)).hasSuffix("Pause it: space; end it: S."))
  }

  @Test func `the question mark shows the keys, and any key hides them`() {
    var scene = LiveScene()
    scene.hasKeys = true
    _ = scene.show(Samples.riding, at: 0)
    #expect(scene.press(.help, at: 0) == .nothing)
    #expect(Self.text(scene).contains("leave the view; the ride goes on"))
    #expect(scene.press(.act(.lap), at: 0) == .ask(.lap))
    #expect(!Self.text(scene).contains("leave the view; the ride goes on"))
  }

  @Test func `a silent daemon is shown as a lost connection`() {
    var scene = LiveScene()
    _ = scene.show(Samples.riding, at: 0)
    #expect(Self.text(scene, at: 4).hasPrefix("Riding"))
    #expect(Self.text(scene, at: 7).hasPrefix("No connection to jz2d for 0:07"))
    _ = scene.show(Status(phase: .idle), at: 10)
    #expect(Self.text(scene, at: 20).hasPrefix("Idle"))
    scene.hear(at: 20)
    #expect(Self.text(scene, at: 30).hasPrefix("Idle"))
    #expect(Self.text(scene, at: 32).hasPrefix("No connection to jz2d for 0:12"))
  }

  @Test func `each of the last seconds of an interval is counted down once`() throws {
    var scene = LiveScene()
    var counted: [Int] = []
    for left in [7, 6, 5, 5, 4, 1, 60] {
      var status = Samples.planned
      status.plan?.interval?.remainingSeconds = left
      let before = scene.status
      _ = scene.show(status, at: 0)
      if scene.isCountedDown(since: before) { counted.append(left) }
    }
    #expect(counted == [5, 4, 1])
  }

  @Test func `the intervals are requested once, and again when the plan changes`() {
    var scene = LiveScene()
    var status = Samples.planned
    let first = scene.show(status, at: 0)
    #expect(first == [.zones, .seconds(ride: 12, from: 1502), .alpha1(ride: 12), .intervals])
    status.plan?.interval?.timerSeconds += 1
    status.plan?.interval?.remainingSeconds = 39
    #expect(scene.show(status, at: 1) == [])
    status.plan?.biasPercent = 10
    #expect(scene.show(status, at: 2) == [.intervals])
  }

  private static func text(_ scene: LiveScene, at now: Int = 1) -> String {
    let frame = scene.frame(at: now, time: nil, columns: 80, glyphs: .ascii)
    return frame?.lines(rows: 24).map { $0.encoded(isColoured: false) }.joined(separator: "\n") ?? ""
  }
}
