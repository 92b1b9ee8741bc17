import FuzzKit
import TestKit
import Testing

/// A short run of every entry on inputs that are the same each time; `make fuzz` goes on where this ends.
@Suite struct FuzzTests {
  private static let seed: UInt64 = 0x2AD2

  /// How many inputs each entry gets: about a second of them.
  private static let counts = [
    "values": 20_000, "captures": 3000, "packets": 3000, "maps": 1000, "calls": 3000, "replies": 4000, "ride": 4000,
    "recovery": 100,
  ]

  @Test(arguments: FuzzEntry.all) func noInputBreaksAPromise(_ entry: FuzzEntry) async throws {
    let count = try #require(Self.counts[entry.name])
    try await blocking {
      let trial = try Trial(of: entry)
      for input in MutatedInputs(of: try entry.seeds(), seed: Self.seed).prefix(count) { try trial.run(input) }
    }
  }
}
