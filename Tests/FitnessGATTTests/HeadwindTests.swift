import FitnessGATT
import Testing

/// Source of the bytes: amasolov/wahoo-headwind-ble, docs/PROTOCOL.md and its tests.
@Suite struct HeadwindTests {
  @Test(arguments: [
    (HeadwindRequest.getSpeed, "01"), (.setSpeed(percent: 42), "022a"), (.setSpeed(percent: 150), "0264"),
    (.setSpeed(percent: -1), "0200"), (.getMode, "03"), (.setMode(.manual), "0404"), (.setMode(.off), "0401"),
  ])
  func `a request to the fan has the published bytes`(_ request: HeadwindRequest, _ hex: String) {
    #expect(request.encoded().hex == hex)
  }

  @Test(arguments: [
    ("fd 01 37 04", HeadwindNews.state(percent: 55, mode: .manual)), ("fe 01 37", .speed(percent: 55)),
    ("fe 02 01 2a", .speedSet(status: 1, percent: 42)), ("fe 03 02", .mode(.heartRate)),
    ("fe 04 00 04", .modeSet(status: 0, mode: .manual)),
  ])
  func `a notification of the fan is decoded and encoded`(_ hex: String, _ news: HeadwindNews) throws {
    #expect(try HeadwindNews(decoding: [UInt8](hex: hex)) == news)
    #expect(news.encoded() == [UInt8](hex: hex))
  }

  @Test func `the modes have the numbers of Wahoo's app`() {
    let modes: [HeadwindMode] = [
      .error, .off, .heartRate, .speed, .manual, .standby, .coreTemperature, .run, .power, .hybrid,
    ]
    #expect(modes.map(\.rawValue) == Array(0...9))
    #expect(modes.allSatisfy { $0.name != nil })
  }

  @Test func `a mode without a name is kept`() throws {
    let news = try HeadwindNews(decoding: [0xFD, 1, 20, 0x2A])
    #expect(news == .state(percent: 20, mode: HeadwindMode(rawValue: 0x2A)))
    #expect(HeadwindMode(rawValue: 0x2A).name == nil)
    #expect(news.encoded() == [0xFD, 1, 20, 0x2A])
  }

  @Test(arguments: ["fd 02 00", "fe 05 01", "fe 0b 01"])
  func `a notification about sensors or the configuration is refused`(_ hex: String) {
    #expect {
      try HeadwindNews(decoding: [UInt8](hex: hex))
    } throws: {
      ($0 as? DecodingFailure)?.code == .notAllowed && ($0 as? DecodingFailure)?.offset == 1
    }
  }

  @Test(arguments: ["05 01", "20 ee fc", "00"])
  func `an unknown request is refused with its op code`(_ hex: String) {
    let bytes = [UInt8](hex: hex)
    #expect {
      try HeadwindRequest(decoding: bytes)
    } throws: {
      ($0 as? DecodingFailure)?.rawValue == bytes.first.map(Int.init)
    }
  }
}
