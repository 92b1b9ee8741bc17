import FuzzKit
import TestKit
import Testing

/// Runs every entry briefly on fixed inputs; `make fuzz` runs them longer.
///
/// Serialized, because each keeps a core busy while other tests wait for timely responses.
@Suite(.serialized) struct FuzzTests {
  private static let seed: UInt64 = 0x2AD2

  @Test func `decoders never trap, and a decoded value survives encoding`() async throws {
    try await run(.values, 8000)
  }

  @Test func `any capture file is read or fails at an offset within the file`() async throws {
    try await run(.captures, 3000)
  }

  @Test func `any packet in a valid capture file is read or skipped`() async throws {
    try await run(.packets, 1500)
  }

  @Test func `any packet in a valid sniffer file is read or skipped`() async throws {
    try await run(.air, 1500)
  }

  @Test func `any text is read as an attribute map, or the error names its line`() async throws {
    try await run(.attributeMaps, 1000)
  }

  @Test func `a stream in pieces of any size gives its messages, and a call survives encoding`() async throws {
    try await run(.calls, 3000)
  }

  @Test func `any reply is refused or survives encoding`() async throws {
    try await run(.replies, 3000)
  }

  /// One connect at a time, rows without a gap, a reply to every command, and an end after a stop.
  @Test func `a ride keeps its invariants whatever happens`() async throws {
    try await run(.ride, 2000)
  }

  @Test func `a store with damaged files opens and loses no intact row`() async throws {
    try await run(.recovery, 100)
  }

  @Test func `any FIT file is read or refused, and a written ride stays the same`() async throws {
    try await run(.fit, 3000)
  }

  @Test func `a TCX file is refused with an error location or survives writing`() async throws {
    try await run(.tcx, 3000)
  }

  @Test func `a GPX file is refused with an error location or holds rides without a gap`() async throws {
    try await run(.gpx, 3000)
  }

  @Test func `a whole ride in JSON is refused with an error location or survives writing`() async throws {
    try await run(.whole, 4000)
  }

  @Test func `any button file is read or refused with its line number, and any device is read`() async throws {
    try await run(.cues, 2000)
  }

  @Test func `no notification traps a trainer protocol or ends a procedure twice`() async throws {
    try await run(.trainers, 2000)
  }

  @Test func `each frame of an app is answered, and every message survives encoding`() async throws {
    try await run(.apps, 2000)
  }

  @Test func `a workout file is refused with its line number or is a plan that survives writing`() async throws {
    try await run(.workout, 5000)
  }

  @Test func `an Apple Health export is refused with an error location or gives consistent nights`() async throws {
    try await run(.health, 3000)
  }

  @Test func `every fuzz entry has a test in this suite`() { #expect(FuzzEntry.all.count == 18) }

  @Test(arguments: [
    ("recovery", "00000000100907"),
    (
      "ride",
      "0003000000960001040500002800000000000000000500000005005a2000000000000000000002300100000005010009ff00fa5a"
    ),
  ])
  func `an input that once broke an invariant no longer does`(name: String, hex: String) async throws {
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
