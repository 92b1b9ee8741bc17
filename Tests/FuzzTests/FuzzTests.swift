import FuzzKit
import TestKit
import Testing

/// A short run of every entry on inputs that are the same each time; `make fuzz` goes on where this ends.
///
/// One after another: each keeps a core busy, and other tests wait for answers in time.
@Suite(.serialized) struct FuzzTests {
  private static let seed: UInt64 = 0x2AD2

  @Test func noBytesTrapADecoderAndWhatDecodesSurvivesEncoding() async throws { try await run(.values, 8000) }

  @Test func anyFileIsReadAsFarAsItMakesSense() async throws { try await run(.captures, 3000) }

  @Test func anyPacketInASoundFileIsReadOrPassedOver() async throws { try await run(.packets, 1500) }

  @Test func `any packet on the air is read or passed over`() async throws { try await run(.air, 1500) }

  @Test func anyTextIsAMapOrNamesTheLineThatIsNot() async throws { try await run(.attributeMaps, 1000) }

  @Test func anyPiecesOfAStreamMakeItsMessagesAndWhatIsACallComesBack() async throws { try await run(.calls, 3000) }

  @Test func anyReplyIsReadOrRefusedAndWhatIsReadComesBack() async throws { try await run(.replies, 3000) }

  /// One connect at a time, rows without a hole, every command answered, and an end when it is told to stop.
  @Test func aRideKeepsItsPromisesWhateverBefallsIt() async throws { try await run(.ride, 2000) }

  @Test func aStoreOpensWhateverBefellItsFilesAndLosesNoRowThatIsSound() async throws { try await run(.recovery, 100) }

  @Test func anyFITFileIsARideOrRefusedAndARideStaysAsItIs() async throws { try await run(.fit, 3000) }

  @Test func aTrainingCenterFileIsRefusedWithItsPlaceOrComesBackAsItWasWritten() async throws {
    try await run(.tcx, 3000)
  }

  @Test func `a GPX file is refused with its place or holds rides without a hole`() async throws {
    try await run(.gpx, 3000)
  }

  @Test func aWorkoutFileIsRefusedWithItsLineOrIsAPlanThatItsOwnTextTells() async throws {
    try await run(.workout, 5000)
  }

  @Test func everyEntryHasARun() { #expect(FuzzEntry.all.count == 13) }

  /// Inputs that once broke a promise.
  @Test(arguments: [
    ("recovery", "00000000100907"),
    (
      "ride",
      "0003000000960001040500002800000000000000000500000005005a2000000000000000000002300100000005010009ff00fa5a"
    ),
  ])
  func whatWasFoundStaysMended(name: String, hex: String) async throws {
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
  /// The bytes that pairs of digits write.
  fileprivate init(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
