import RideCues
import Rides
import Testing

@Suite struct KeyTests {
  /// A `struct input_event` of this computer's byte order, with a time that is not zero.
  private func event(_ layout: KeyEvents.Layout, _ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
    let time = [UInt8](repeating: 0x55, count: layout.size - 8)
    return time + bytes(type) + bytes(code) + bytes(value)
  }

  private func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private func key(_ number: UInt16, _ change: KeyEvent.Change) -> KeyEvent {
    KeyEvent(KeyCode(number: number), change)
  }

  @Test func `an event has 24 bytes, or 16 if a long has 32 bits`() {
    #expect(KeyEvents.Layout.long64.size == 24)
    #expect(KeyEvents.Layout.long32.size == 16)
  }

  @Test(arguments: [KeyEvents.Layout.long64, .long32])
  func `key changes are decoded in order, and a device's other events are ignored`(_ layout: KeyEvents.Layout) {
    let sent =
      event(layout, 4, 4, 0xC00E9) + event(layout, 1, 115, 1) + event(layout, 0, 0, 0)
      + event(layout, 1, 115, 2) + event(layout, 0, 0, 1) + event(layout, 2, 8, -1) + event(layout, 1, 115, 0)
    var events = KeyEvents(layout)
    #expect(events.decode(sent) == [key(115, .pressed), key(115, .held), key(115, .released)])
  }

  @Test func `events can be split at any byte`() {
    let sent = event(.long64, 1, 164, 1) + event(.long64, 0, 0, 0) + event(.long64, 1, 163, 1)
    for split in sent.indices {
      var events = KeyEvents(.long64)
      let first = events.decode(sent[..<split])
      #expect(first + events.decode(sent[split...]) == [key(164, .pressed), key(163, .pressed)])
    }
  }

  /// The kernel's buffer overflowed: the events between its notice and the end of the report are incomplete.
  @Test func `after lost events decoding resumes with the next report`() {
    let sent =
      event(.long64, 1, 28, 1) + event(.long64, 0, 3, 0) + event(.long64, 1, 115, 1) + event(.long64, 0, 0, 0)
      + event(.long64, 1, 114, 1)
    var events = KeyEvents(.long64)
    #expect(events.decode(sent) == [key(28, .pressed), key(114, .pressed)])
  }

  @Test func `an unknown change of a key is ignored`() {
    var events = KeyEvents(.long64)
    #expect(events.decode(event(.long64, 1, 115, 7)) == [])
  }

  @Test(
    arguments: [
      ("KEY_VOLUMEUP", 115), ("key_volumedown", 114), ("KEY_PLAYPAUSE", 164), ("KEY_ESC", 1), ("KEY_KPDOT", 83),
      ("KEY_102ND", 86), ("KEY_F24", 194), ("KEY_PLAYCD", 200), ("KEY_MICMUTE", 248), ("BTN_LEFT", 0x110),
      ("BTN_SOUTH", 0x130), ("KEY_OK", 0x160), ("KEY_NEXT", 0x197), ("KEY_IMAGES", 0x1BA), ("KEY_NUMERIC_9", 0x209),
      ("704", 704),
    ] as [(String, UInt16)])
  func `a key has its Linux key code`(_ name: String, _ number: UInt16) {
    #expect(KeyCode(text: name)?.number == number)
  }

  @Test(arguments: ["KEY_VOLUMUP", "VOLUMEUP", "", "0", "768", "-1", "KEY_"])
  func `a text that is not a key is refused`(_ text: String) { #expect(KeyCode(text: text) == nil) }

  @Test func `a key without a known name is named by its number`() {
    #expect(KeyCode(number: 0x2C0).name == "704")
    #expect(KeyCode(number: 115).name == "KEY_VOLUMEUP")
  }

  @Test(
    arguments: [
      ("watts +5", .watts(5)), ("watts -25", .watts(-25)), ("pause", .pause), ("skip", .skip), ("back", .back),
      ("done", .done), ("lap", .lap), ("stop", .stop), ("none", .nothing),
    ] as [(String, ButtonAction)])
  func `an action is parsed`(_ text: String, _ action: ButtonAction) { #expect(ButtonAction(text: text) == action) }

  @Test(
    arguments: ["watts", "watts 5", "watts +0", "watts +5 W", "watts +\(Limits.watts.upperBound + 1)", "pause now", ""])
  func `other words are not actions`(_ text: String) { #expect(ButtonAction(text: text) == nil) }

  @Test(
    arguments: [
      // A media remote, a presenter, a number pad.
      ("KEY_VOLUMEUP", .watts(5)), ("KEY_VOLUMEDOWN", .watts(-5)), ("KEY_PLAYPAUSE", .pause), ("KEY_NEXTSONG", .skip),
      ("KEY_PREVIOUSSONG", .back), ("KEY_ENTER", .done), ("KEY_PAGEDOWN", .skip), ("KEY_PAGEUP", .back),
      ("KEY_B", .pause), ("KEY_KPPLUS", .watts(5)), ("KEY_KPMINUS", .watts(-5)), ("KEY_KPENTER", .done),
      ("KEY_POWER", .nothing), ("KEY_POWER2", .nothing), ("KEY_Q", .nothing),
    ] as [(String, ButtonAction)])
  func `a key that the configuration does not list has its usual action`(_ name: String, _ action: ButtonAction) throws
  {
    let device = CueConfiguration.Device(.path("/dev/input/event0"))
    #expect(device.action(of: try #require(KeyCode(text: name))) == action)
  }

  @Test func `a configured action overrides the usual action, except for the power key`() throws {
    let volume = try #require(KeyCode(text: "KEY_VOLUMEUP"))
    let power = try #require(KeyCode(text: "KEY_POWER"))
    let device = CueConfiguration.Device(.path("/dev/input/event0"), keys: [volume: .watts(10), power: .stop])
    #expect(device.action(of: volume) == .watts(10))
    #expect(device.action(of: power) == .nothing)
  }
}
