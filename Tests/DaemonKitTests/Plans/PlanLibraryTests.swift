import ControlWire
import Foundation
import RideRuntime
import RideSession
import Rides
import TestKit
import Testing

@testable import DaemonKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct PlanLibraryTests {
  private static let minute = PlannedInterval(label: "Run", end: .timer, seconds: 60, watts: 150)
  private static let meters = PlannedInterval(end: .distance, meters: 25.5, watts: 100, toWatts: 200)
  private static let place = PlannedInterval(
    end: .location, latitudeDegrees: 48.2, longitudeDegrees: 16.3, thresholdPercent: 75, cadenceFrom: 85, cadenceTo: 95)
  private static let heart = PlannedInterval(
    end: .activity, watts: 140, zone: 2, cues: [PlanCue(atSeconds: 3, seconds: 5, text: "Now")])

  @Test func `a plan is built interval by interval`() async throws {
    try await withDaemon { bench in
      let begun = try await bench.plan(NewPlan(name: " Mine ", summary: "For Sundays"))
      let empty = PlanSummary(name: "Mine", summary: "For Sundays", intervals: 0, timerSeconds: 0, openEnded: false)
      #expect(begun == PlanDetails(plan: empty, groups: []))
      try await bench.add([Self.minute], to: "mine")
      try await bench.add([Self.minute, Self.meters], to: "Mine")
      let whole = try await bench.add([Self.place, Self.heart], to: "Mine", repeats: 3)
      let once = [Self.minute, Self.minute, Self.meters].map { PlannedGroup(repeats: 1, intervals: [$0]) }
      #expect(whole.groups == once + [PlannedGroup(repeats: 3, intervals: [Self.place, Self.heart])])
      #expect((whole.plan.intervals, whole.plan.timerSeconds, whole.plan.openEnded) == (9, 120, true))
      #expect(try await bench.plan(ShowPlan(name: "MINE")) == whole)
      #expect(try await bench.plans == [whole.plan])
    }
  }

  @Test func `a repeat groups the single intervals at the plan's end`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      try await bench.add([Self.minute], to: "A", repeats: 2)
      await bench.expectFault(
        PlanFault(.nothingToRepeat, detail: "it has 0"),
        of: AddToPlan(name: "A", intervals: [], repeats: 2))
      try await bench.add([Self.meters], to: "A")
      try await bench.add([Self.minute], to: "A")
      let repeated = try await bench.add([], to: "A", repeats: 4)
      #expect(
        repeated.groups == [
          PlannedGroup(repeats: 2, intervals: [Self.minute]),
          PlannedGroup(repeats: 4, intervals: [Self.meters, Self.minute]),
        ])
      await bench.expectRefusal(
        .invalidParameter, of: AddToPlan(name: "A", intervals: []), "intervals")
    }
  }

  @Test func `a repeat with a count groups only the last single intervals`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      try await bench.add([Self.place, Self.minute, Self.meters], to: "A")
      let repeated = try await bench.add([], to: "A", repeats: 4, last: 2)
      let groups = [
        PlannedGroup(repeats: 1, intervals: [Self.place]),
        PlannedGroup(repeats: 4, intervals: [Self.minute, Self.meters]),
      ]
      #expect(repeated.groups == groups)
      try await bench.add([Self.minute], to: "A")
      await bench.expectFault(
        PlanFault(.nothingToRepeat, detail: "it has 1"),
        of: AddToPlan(name: "A", intervals: [], repeats: 4, last: 2))
      for addition in [
        AddToPlan(name: "A", intervals: [], repeats: 4, last: 0),
        AddToPlan(name: "A", intervals: [], repeats: 4, last: .min),
        AddToPlan(name: "A", intervals: [Self.minute], repeats: 4, last: 1),
      ] {
        await bench.expectRefusal(.invalidParameter, of: addition, "last")
      }
      let whole = try await bench.add([], to: "A", repeats: 2, last: 1)
      #expect(whole.groups == groups + [PlannedGroup(repeats: 2, intervals: [Self.minute])])
    }
  }

  @Test func `an interval that cannot be ridden is refused, and nothing is added`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      let kept = try await bench.add([Self.minute], to: "A")
      func refuse(_ fault: PlanFault, _ intervals: [PlannedInterval], repeats: Int? = nil) async {
        let addition = AddToPlan(name: "A", intervals: intervals, repeats: repeats)
        await bench.expectFault(fault, of: addition)
      }
      await refuse(
        PlanFault(.zeroLength, interval: 3, detail: "0 s"), [Self.minute, PlannedInterval(end: .timer, seconds: 0)])
      await refuse(
        PlanFault(.powerOutOfRange, interval: 2, detail: "9000 W"),
        [PlannedInterval(end: .timer, seconds: 1, watts: 9000)])
      await refuse(PlanFault(.repeatsOutOfRange, interval: 2, detail: "10000"), [Self.minute], repeats: 10_000)
      await refuse(
        PlanFault(.contradictory, interval: 3, detail: "timer with meters"),
        [Self.minute, PlannedInterval(end: .timer, seconds: 1, meters: 1)])
      #expect(try await bench.plan(ShowPlan(name: "A")) == kept)
    }
  }

  @Test func `a line of a plan and a whole plan can be removed`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      try await bench.add([Self.minute, Self.meters], to: "A")
      for line in [0, 3, -1, .min] {
        await bench.expectRefusal(.invalidParameter, of: RemovePlan(name: "A", line: line), "line")
      }
      #expect(try await bench.call(RemovePlan(name: "A", line: 1)).plan?.intervals == 1)
      #expect(try await bench.plan(ShowPlan(name: "A")).groups.map(\.intervals) == [[Self.meters]])
      let deleted = try #require(try await bench.call(RemovePlan(name: "a")).plan)
      #expect(deleted.name == "A" && deleted.deletedUntil != nil)
      #expect(try await bench.call(RemovePlan(name: "A")).plan == deleted, "it is deleted already")
      await bench.expectRefusal(.unknownPlan, of: ShowPlan(name: "A"), "A")
      await bench.expectRefusal(.unknownPlan, of: RemovePlan(name: "B"), "B")
      #expect(try await bench.plans.isEmpty)
      #expect(try await bench.call(Plans(deleted: true)).plans == [deleted])
    }
  }

  @Test func `an interval of a group can be removed, and removing the last one removes the group`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      try await bench.add([Self.minute, Self.meters], to: "A", repeats: 4)
      for interval in [0, 3, .min] {
        await bench.expectRefusal(.invalidParameter, of: RemovePlan(name: "A", line: 1, interval: interval), "interval")
      }
      try await bench.call(RemovePlan(name: "A", line: 1, interval: 1))
      #expect(
        try await bench.plan(ShowPlan(name: "A")).groups == [PlannedGroup(repeats: 4, intervals: [Self.meters])])
      try await bench.call(RemovePlan(name: "A", line: 1, interval: 1))
      #expect(try await bench.plan(ShowPlan(name: "A")).groups.isEmpty)
    }
  }

  @Test func `a deleted plan can be restored for 30 days unless another plan has its name`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      let kept = try await bench.add([Self.minute], to: "A")
      try await bench.call(RemovePlan(name: "A"))
      #expect(try await bench.plan(UndeletePlan(name: "a")) == kept)
      try await bench.call(RemovePlan(name: "A"))
      try await bench.plan(NewPlan(name: "a"))
      await bench.expectRefusal(.duplicatePlan, of: UndeletePlan(name: "A"), "A")
      try await bench.plan(RenamePlan(name: "a", to: "B"))
      bench.clock.step(by: .seconds(30 * 86_400 + 60), isSynchronised: true)
      await bench.parts.upkeep.purge()
      await bench.expectRefusal(.unknownPlan, of: UndeletePlan(name: "A"), "A")
      #expect(try await bench.call(Plans(deleted: true)).plans.isEmpty)
    }
  }

  @Test func `an interval can end at a named place on the plan's route`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      let cafe = PlannedInterval(end: .location, place: "CAFÉ", watts: 150)
      await bench.expectFault(
        PlanFault(.noRoute, interval: 1, detail: "CAFÉ"), of: AddToPlan(name: "A", intervals: [cafe]))
      try await bench.importPlan(RouteGPX.text, name: "A")
      let shown = try await bench.add([cafe], to: "A")
      let interval = PlannedInterval(
        label: "Café", end: .location, latitudeDegrees: 0.0009, longitudeDegrees: 0.0009, place: "Café", watts: 150)
      #expect(shown.groups.map(\.intervals) == [[interval]])
      #expect(shown.waypoints?.map(\.name) == ["Café"])
      let nowhere = PlannedInterval(end: .location, place: "Nowhere")
      await bench.expectFault(
        PlanFault(.unknownPlace, interval: 2, detail: "Nowhere"), of: AddToPlan(name: "A", intervals: [nowhere]))
    }
  }

  @Test func `a plan's route is shown with its named places, and a missing route is refused`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      await bench.expectFault(PlanFault(.noRoute), of: ShowRoute(name: "A"))
      try await bench.importPlan(RouteGPX.text, name: "A")
      let line = try await bench.call(ShowRoute(name: "a"))
      #expect(line.points.first?.meters == 0)
      #expect(line.points.count >= 2 && line.meters > 100)
      let end = try #require(line.points.last)
      #expect(abs(end.meters - line.meters) < 0.1)
      #expect(line.waypoints?.map(\.name) == ["Café"])
    }
  }

  @Test func `a plan's name is unique, not empty and plain text`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      try await bench.plan(NewPlan(name: "B"))
      await bench.expectRefusal(.duplicatePlan, of: NewPlan(name: "a"), "a")
      await bench.expectRefusal(.duplicatePlan, of: RenamePlan(name: "B", to: "A"), "A")
      for name in ["", "  ", "a\nb", "a\u{7}", String(repeating: "x", count: 101)] {
        await bench.expectRefusal(.invalidParameter, of: NewPlan(name: name), "name")
        await bench.expectRefusal(.invalidParameter, of: RenamePlan(name: "A", to: name), "to")
      }
      #expect(try await bench.plan(RenamePlan(name: "b", to: "Zwei")).plan.name == "Zwei")
      #expect(try await bench.plans.map(\.name) == ["A", "Zwei"])
    }
  }

  @Test func `a plan that is being ridden can be renamed but not changed`() async throws {
    try await withDaemon { bench in
      try await bench.plan(NewPlan(name: "A"))
      try await bench.add([Self.minute, Self.minute], to: "A")
      try await bench.useDevices()
      let starting = await bench.begin(Start(plan: "a")) { $0.phase != .idle }
      try await bench.advance { $0.phase == .idle || ($0.phase == .ready && $0.figures?.id != nil) }
      _ = try await starting.value
      await bench.expectRefusal(.planInUse, of: RemovePlan(name: "A"), "A")
      await bench.expectRefusal(.planInUse, of: AddToPlan(name: "a", intervals: [Self.minute]), "A")
      let error = await #expect(throws: ControlError.self) {
        try await bench.importPlan("timer 1:00 150W", name: "A", replace: true)
      }
      #expect(error?.code == .planInUse)
      #expect(try await bench.plan(RenamePlan(name: "A", to: "Mine")).plan.name == "Mine")
      try await bench.finish()
      let laps = try await bench.reviewed().laps
      #expect(laps.map(\.label) == ["Run", "Run"])
      #expect(laps.map(\.fromSeconds) == [0, 60])
    }
  }
}
