import ArgumentParser
import ClientTestKit
import ControlWire
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct UndoTests {
  private func undo(
    _ words: String..., daemon: ScriptedDaemon
  ) throws -> (refusal: Refusal?, printed: Samples.Printed) {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(["undo"] + words) as? UndoCommand)
    return (try command.undo(with: daemon, output: printed.stream(), Samples.berlin), printed)
  }

  private static var deleted: RideSummary {
    var ride = Samples.ride
    ride.deletedUntil = "2026-12-20T08:00:00Z"
    return ride
  }

  private static var trimmed: RideSummary {
    var ride = Samples.ride
    ride.trim = Trim(fromSeconds: 98, toSeconds: 3598, wholeSeconds: 28_800)
    return ride
  }

  private static var plan: PlanSummary {
    var plan = Samples.mix.plan
    plan.deletedUntil = "2026-12-19T08:00:00Z"
    return plan
  }

  private func shown(_ ride: RideSummary) -> ScriptedDaemon.Answer { .init(ShownRide(ride: ride, samples: [])) }

  @Test func `a deleted ride is restored, even if it is trimmed`() throws {
    var ride = Self.deleted
    ride.trim = Self.trimmed.trim
    let daemon = ScriptedDaemon(shown(ride), .init(EditedRide(ride: Samples.ride)))
    #expect(try undo("12", daemon: daemon).printed.output == "Restored ride 12.\n")
    #expect(daemon.requests == [Show(ride: "12"), Undelete(ride: "12")] as [AnyHashable])
  }

  @Test func `a trimmed ride becomes whole, with both states in the answer`() throws {
    let daemon = ScriptedDaemon(shown(Self.trimmed), .init(TrimmedRide(ride: Samples.ride, uploads: [])))
    let (refusal, printed) = try undo("last", daemon: daemon)
    #expect(refusal == nil && printed.output.contains("1:00:00"))
    #expect(daemon.requests == [Show(ride: "last"), Untrim(ride: "12")] as [AnyHashable])
  }

  @Test func `a ride without a deletion and a trim is left alone`() throws {
    let daemon = ScriptedDaemon(shown(Samples.ride))
    let (refusal, printed) = try undo("12", daemon: daemon)
    #expect(refusal?.message == "Ride 12 is neither deleted nor trimmed." && printed.output.isEmpty)
    #expect(daemon.requests.count == 1)
  }

  @Test(arguments: [(["mix"], "mix"), (["12", "--plan"], "12")])
  func `any other name is that of a deleted plan`(words: [String], name: String) throws {
    let daemon = ScriptedDaemon(.init(Samples.mix))
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(["undo"] + words) as? UndoCommand)
    #expect(try command.undo(with: daemon, output: printed.stream(), Samples.berlin) == nil)
    #expect(printed.output == "Restored the plan mix.\n" && daemon.requests == [UndeletePlan(name: name)])
  }

  @Test func `without a name, the only deleted ride or plan is restored`() throws {
    let ride = ScriptedDaemon(
      .init(RideList(rides: [Self.deleted])), .init(PlanList(plans: [])), .init(EditedRide(ride: Samples.ride)))
    #expect(try undo(daemon: ride).printed.output == "Restored ride 12.\n")
    let plan = ScriptedDaemon(
      .init(RideList(rides: [])), .init(PlanList(plans: [Self.plan])), .init(Samples.mix))
    #expect(try undo(daemon: plan).printed.output == "Restored the plan mix.\n")
    let nothing = ScriptedDaemon(.init(RideList(rides: [])), .init(PlanList(plans: [])))
    #expect(try undo(daemon: nothing).refusal?.message == "No ride and no plan is deleted.")
  }

  @Test func `without a name, several deletions are listed with their commands`() throws {
    let daemon = ScriptedDaemon(.init(RideList(rides: [Self.deleted])), .init(PlanList(plans: [Self.plan])))
    let refusal = try #require(try undo(daemon: daemon).refusal)
    #expect(
      refusal.text == """
        Several rides and plans are deleted.
        Restore one of them:
          jz2ctl undo 12   ride 12 from 2026-11-21 07:45 (1:00:00, 149 W), until 2026-12-20 09:00
          jz2ctl undo mix  plan mix, until 2026-12-19 09:00
        """)
    #expect(!Output.line(of: refusal).contains("choices"))
  }
}
