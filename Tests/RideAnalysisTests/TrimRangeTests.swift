import RideAnalysis
import Testing

@Suite struct TrimRangeTests {
  @Test func whatIsNotGivenIsTheRidesOwn() throws {
    #expect(try TrimRange(from: 100, to: nil, of: 3600).seconds == 100..<3600)
    #expect(try TrimRange(from: nil, to: 3500, of: 3600).seconds == 0..<3500)
  }

  @Test func aMinuteMayBeLeft() throws {
    #expect(try TrimRange(from: 100, to: 160, of: 3600).seconds == 100..<160)
  }

  @Test(
    arguments: [
      (100, 159, .tooShort), (3599, nil, .tooShort), (200, 100, .backwards), (100, 100, .backwards),
      (3600, nil, .backwards), (-1, 3600, .beforeStart), (Int.min, Int.max, .beforeStart), (0, 3601, .afterEnd),
      (3601, nil, .afterEnd), (Int.max, Int.max, .afterEnd), (10, -5, .backwards), (nil, nil, .nothingToCut),
      (0, 3600, .nothingToCut),
    ] as [(Int?, Int?, TrimError.Code)])
  func whatCannotBeCutSaysWhy(_ from: Int?, _ to: Int?, _ code: TrimError.Code) {
    let error = #expect(throws: TrimError.self) { try TrimRange(from: from, to: to, of: 3600) }
    #expect(error?.code == code)
    #expect(error?.elapsedSeconds == 3600)
  }

  @Test func aRideOfLessThanAMinuteIsNotCut() {
    let error = #expect(throws: TrimError.self) { try TrimRange(from: 10, to: nil, of: 59) }
    #expect(error?.code == .tooShort)
  }
}
