import FuzzKit
import TestKit
import Testing

/// Runs every entry briefly on fixed inputs; `make fuzz` runs them longer.
///
/// Serialized, because each keeps a core busy while other tests wait for timely responses.
@Suite(.serialized) struct FuzzTests {
  private static let seed: UInt64 = 0x2AD2

  @Test func `no bytes trap a decoder and a decoded value survives encoding`() async throws {
    try await run(.values, 8000)
  }

  @Test func `any capture file is read as far as it makes sense`() async throws {
    try await run(.captures, 3000)
  }

  @Test func `any packet in a sound capture file is read or skipped`() async throws {
    try await run(.packets, 1500)
  }

  @Test func `any packet on the air is read or skipped`() async throws {
    try await run(.air, 1500)
  }

  @Test func `any text is an attribute map or the error names its line`() async throws {
    try await run(.attributeMaps, 1000)
  }

  @Test func `a stream in any pieces gives its messages and a call survives encoding`() async throws {
    try await run(.calls, 3000)
  }

  @Test func `any reply is read or refused and a read one survives encoding`() async throws {
    try await run(.replies, 3000)
  }

  /// One connect at a time, rows without a gap, a reply to every command, and an end after a stop.
  @Test func `a ride keeps its promises whatever happens`() async throws {
    try await run(.ride, 2000)
  }

  @Test func `a store opens with any damage to its files and loses no sound row`() async throws {
    try await run(.recovery, 100)
  }

  @Test func `any FIT file is a ride or refused and a written ride stays the same`() async throws {
    try await run(.fit, 3000)
  }

  @Test func `a TCX file is refused with its place or survives writing`() async throws {
    try await run(.tcx, 3000)
  }

  @Test func `a GPX file is refused with its place or holds rides without a gap`() async throws {
    try await run(.gpx, 3000)
  }

  @Test func `a whole ride in JSON is refused with its place or survives writing`() async throws {
    try await run(.whole, 4000)
  }

  @Test func `any file of buttons is read or refused with its line, and any device is read`() async throws {
    try await run(.cues, 2000)
  }

  @Test func `no notification traps a protocol of trainers or ends two procedures`() async throws {
    try await run(.trainers, 2000)
  }

  @Test func `a workout file is refused with its line or is a plan that survives writing`() async throws {
    try await run(.workout, 5000)
  }

  @Test func `an export of Apple Health is refused with its place or gives nights that fit`() async throws {
    try await run(.health, 3000)
  }

  @Test func `every fuzz entry has a run here`() { #expect(FuzzEntry.all.count == 17) }

  @Test(arguments: [
    ("recovery", "00000000100907"),
    (
      "ride",
      "0003000000960001040500002800000000000000000500000005005a2000000000000000000002300100000005010009ff00fa5a"
    ),
  ])
  func `an input that once broke a promise keeps it now`(name: String, hex: String) async throws {
    let entry = try #require(FuzzEntry.all.first { $0.name == name })
    try await blocking { try Trial(of: entry).run(Array(hexadecimal: hex)) }
  }

  private func run(_ entry: FuzzEntry, _ count: Int) async throws {
    try await blocking {
      let trial = try Trial(of: entry)
      for input in MutatedInputs(of: try entry.seeds(), seed: Self.seed).prefix(count) { try trial.run(input) }
    }
  }
}

extension Array where Element == UInt8 {
  /// Parses pairs of hexadecimal digits.
  fileprivate init(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
