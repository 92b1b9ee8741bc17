import HubTerms
import Testing

/// Whole rides: which edit wins, and the text of the others.
@Suite struct RideTermsTests {
  @Test func `a ride's edits are described as text`() {
    var ride = RideSummary(uuid: "a", began: Instant(milliseconds: 0))
    #expect(ride.edits == "name: none; note: none")
    ride = RideSummary(uuid: "a", began: Instant(milliseconds: 0), name: "Evening", note: "hard", trim: 10..<3000)
    #expect(ride.edits == "name: Evening; note: hard; cut to seconds 10 to 3000")
  }

  @Test func `an edit is applied if it is based on the hub's revision`() {
    #expect(RideMergeOutcome(known: nil, base: nil) == .created)
    #expect(RideMergeOutcome(known: nil, base: 4) == .created)
    #expect(RideMergeOutcome(known: (3, true), base: nil) == .unchanged(revision: 3))
    #expect(RideMergeOutcome(known: (3, false), base: 3) == .updated(revision: 4))
    for base in [nil, 2, 4] { #expect(RideMergeOutcome(known: (3, false), base: base) == .superseded(by: 3)) }
  }
}
