import Captures
import TestKit
import Testing

@Suite struct HostileBytesTests {
  /// A generator that gives the same numbers for the same seed (SplitMix64).
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }

  @Test(arguments: FileFormatTests.containers) func mutatedBytesAreSurvived(_ container: Container) {
    let original = container.bytes(FileFormatTests.sample)
    var generator = Generator(state: 2)
    for _ in 0..<400 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &generator) { mutate(&bytes, &generator) }
      check(Capture(decoding: bytes), length: bytes.count)
    }
  }

  @Test func mutatedLinesAreSurvived() {
    let text = #"{"t": 1.5, "dir": "notify", "uuid": "1826/2AD2", "hex": "44001B0A", "x": ["\u00e9", {"y": null}]}"#
    var generator = Generator(state: 3)
    for _ in 0..<2000 {
      var bytes = Array("\(text)\n\(text)\n".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&bytes, &generator) }
      check(Capture(decoding: bytes), length: bytes.count)
    }
  }

  @Test func mutatedPacketsAreSurvived() {
    var generator = Generator(state: 4)
    for _ in 0..<400 {
      var sample = SampleCapture()
      for (packet, _) in FileFormatTests.sample.packets {
        var packet = packet
        if Bool.random(using: &generator) { mutate(&packet.payload, &generator) }
        sample.add(packet)
      }
      let capture = Capture(decoding: sample.btsnoop(.uart))
      #expect(capture.failure == nil)
      check(capture, length: .max)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout Generator) {
    guard let index = bytes.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[index] = .random(in: 0...255, using: &generator)
    case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(.random(in: 0...255, using: &generator), at: index)
    default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }
  }

  private func check(_ capture: Capture, length: Int) {
    #expect(zip(capture.events, capture.events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(capture.failure.map { $0.offset <= length } ?? true)
    #expect(capture.oddities.count <= 100)
  }
}
