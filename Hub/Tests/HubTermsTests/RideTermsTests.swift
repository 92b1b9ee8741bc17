import Foundation
import HubTerms
import Testing

/// Whole rides: what the hub reads of one, and whose edit counts.
@Suite struct RideTermsTests {
  private static let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"

  private func ride(_ members: String) throws(HubFault) -> RideSummary {
    try RideSummary(Data("{\(members)}".utf8), uuid: Self.uuid)
  }

  @Test func `a ride's summary is read, and its rows are not looked at`() throws {
    let summary = try ride(
      """
      "id":7,"uuid":"\(Self.uuid)","start":"2026-11-27T18:00:00.000Z","name":"Evening","note":"hard",
      "totals":{"timerSeconds":3600,"elapsedSeconds":3700,"distanceMeters":30000.5,"averageWatts":150.5},
      "trim":{"fromSecond":10,"toSecond":3000},"samples":[1,"x",{}]
      """)
    #expect(summary.began == Instant("2026-11-27T18:00:00Z"))
    #expect(summary.timerSeconds == 3600 && summary.distanceMeters == 30000.5)
    #expect(summary.averageWatts == 150.5 && summary.averageBeatsPerMinute == nil)
    #expect(summary.edits == "name: Evening; note: hard; cut to seconds 10 to 3000")
  }

  @Test(arguments: [
    "", "\"uuid\":7", "\"uuid\":\"\(uuid)\"", "\"uuid\":\"\(uuid)\",\"start\":\"noon\"",
    "\"uuid\":\"00000000-0000-4000-8000-000000000000\",\"start\":\"2026-11-27T18:00:00Z\"",
  ])
  func `what is no ride, or another one, is refused`(_ members: String) {
    let fault = #expect(throws: HubFault.self) { try ride(members) }
    #expect(fault?.code == .validationError)
  }

  @Test func `an edit counts if it is based on what the hub has`() {
    #expect(RideMergeOutcome(known: nil, base: nil) == .created)
    #expect(RideMergeOutcome(known: nil, base: 4) == .created)
    #expect(RideMergeOutcome(known: (3, true), base: nil) == .unchanged(revision: 3))
    #expect(RideMergeOutcome(known: (3, false), base: 3) == .updated(revision: 4))
    for base in [nil, 2, 4] { #expect(RideMergeOutcome(known: (3, false), base: base) == .superseded(by: 3)) }
  }
}
