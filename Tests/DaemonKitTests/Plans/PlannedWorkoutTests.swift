import BluetoothLE
import ControlWire
import Foundation
import RideSession
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Workouts planned by a service, on a daemon whose clock shows 2026-11-21, in summer time.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct PlannedWorkoutTests {
  static let minute = PlannedInterval(end: .timer, seconds: 60, watts: 150)

  static func workout(
    _ key: String, _ name: String = "Tempo", on day: String = "2026-11-21", _ intervals: [PlannedInterval] = [minute]
  ) -> PlannedWorkout {
    PlannedWorkout(key: key, day: day, name: name, groups: [PlannedGroup(repeats: 1, intervals: intervals)])
  }

  @discardableResult
  static func set(
    _ workouts: [PlannedWorkout], _ bench: DaemonBench, from: String = "2026-11-21", to: String = "2026-11-22"
  ) async throws -> PlannedWorkoutsSet {
    try await bench.call(SetPlannedWorkouts(source: "intervals", from: from, to: to, workouts: workouts))
  }

  @Test func `planned workouts are plans that only --all lists`() async throws {
    try await withDaemon { bench in
      let beat = PlannedInterval(end: .timer, seconds: 600, bpmFrom: 120, bpmTo: 130)
      let set = try await Self.set([Self.workout("1", "Easy\u{7} \n ride", on: "2026-11-21", [beat])], bench)
      #expect(set == PlannedWorkoutsSet(saved: 1, removed: 0))
      #expect(try await bench.plans.isEmpty)
      let plan = PlanSummary(
        name: "2026-11-21 Easy ride", intervals: 1, timerSeconds: 600, openEnded: false, day: "2026-11-21",
        source: "intervals", ridden: false)
      #expect(try await bench.plans(Plans(all: true)) == [plan])
      let details = try await bench.plan(ShowPlan(name: plan.name))
      #expect(details.groups == [PlannedGroup(repeats: 1, intervals: [beat])])
      #expect(try await bench.exportedPlan(plan.name, as: "text").text.contains("timer 10:00 120-130bpm\n"))
    }
  }

  @Test func `each single interval of a workout is a separate line`() async throws {
    try await withDaemon { bench in
      let other = PlannedInterval(end: .timer, seconds: 30, thresholdPercent: 50)
      let pair = PlannedGroup(repeats: 3, intervals: [Self.minute, other])
      var workout = Self.workout("1", "Tempo", on: "2026-11-21", [Self.minute, other])
      workout.groups?.append(pair)
      try await Self.set([workout], bench)
      let groups = try await bench.plan(ShowPlan(name: "2026-11-21 Tempo")).groups
      let single = [Self.minute, other].map { PlannedGroup(repeats: 1, intervals: [$0]) }
      #expect(groups == single + [pair])
    }
  }

  @Test func `a workout can be sent as a ZWO file`() async throws {
    try await withDaemon { bench in
      let file =
        "<workout_file><name>X</name><workout><SteadyState Duration='60' Power='0.5'/></workout></workout_file>"
      let data = Data(file.utf8).base64EncodedString()
      try await Self.set([PlannedWorkout(key: "1", day: "2026-11-21", name: "Mine", data: data)], bench)
      let details = try await bench.plan(ShowPlan(name: "2026-11-21 Mine"))
      #expect(details.groups.flatMap(\.intervals).map(\.thresholdPercent) == [50])
    }
  }

  @Test func `invalid workouts are reported and do not block the others`() async throws {
    try await withDaemon { bench in
      let day = "2026-11-21"
      let set = try await Self.set(
        [
          Self.workout("1", "Both", [PlannedInterval(end: .timer)]),
          Self.workout("2", "Long", [PlannedInterval(end: .timer, seconds: 90_000)]), Self.workout("3", "None", []),
          PlannedWorkout(key: "4", day: day, name: "Nothing"),
          PlannedWorkout(key: "5", day: day, name: "Base", data: "?"),
          PlannedWorkout(key: "6", day: day, name: "Map", data: Data(RouteGPX.text.utf8).base64EncodedString()),
          Self.workout("7", " "),
        ], bench)
      #expect(set.saved == 1)
      #expect(set.refused.map(\.key) == ["1", "2", "3", "4", "5", "6"])
      let codes: [PlanFault.Code] = [.contradictory, .tooLong, .empty, .empty, .malformed, .routeWantsPlan]
      #expect(set.refused.map(\.code) == codes.map(\.rawValue))
      #expect(set.refused.dropFirst().first?.message == "The plan Long is too long (86401 s).")
      #expect(try await bench.plans(Plans(all: true)).map(\.name) == ["2026-11-21 Workout"])
    }
  }

  @Test func `an inconsistent set of workouts is refused`() async throws {
    try await withDaemon { bench async throws in
      func refused(
        _ subject: String, source: String = "intervals", from: String = "2026-11-21", to: String = "2026-11-22",
        _ workouts: PlannedWorkout...
      ) async {
        let call = SetPlannedWorkouts(source: source, from: from, to: to, workouts: workouts)
        await bench.expectRefusal(.invalidParameter, of: call, subject)
      }
      await refused("source", source: "")
      await refused("from", from: "today")
      await refused("to", to: "2026-11-20")
      await refused("workouts", Self.workout("1", on: "2026-11-23"))
      await refused("workouts", Self.workout("1", on: "soon"))
      await refused("workouts", Self.workout(""))
      await refused("workouts", Self.workout("1"), Self.workout("1", "Other"))
      #expect(try await bench.plans(Plans(all: true)).isEmpty)
    }
  }

  @Test func `only its service can change a planned workout, but the rider can copy it`() async throws {
    try await withDaemon { bench in
      try await Self.set([Self.workout("1")], bench)
      let name = "2026-11-21 Tempo"
      await bench.expectRefusal(.planReadOnly, of: NewPlan(name: name), name)
      await bench.expectRefusal(.planReadOnly, of: AddToPlan(name: name, intervals: [Self.minute]), name)
      await bench.expectRefusal(.planReadOnly, of: RenamePlan(name: name, to: "x"), name)
      await bench.expectRefusal(.planReadOnly, of: RemovePlan(name: name), name)
      await bench.expectRefusal(.planReadOnly, of: RemovePlan(name: name, line: 1), name)
      let error = await #expect(throws: ControlError.self) {
        try await bench.importPlan("timer 1:00", name: name, replace: true)
      }
      #expect(error?.code == .planReadOnly)
      let copy = try await bench.plan(CopyPlan(name: name, to: "Mine"))
      #expect(copy.plan == PlanSummary(name: "Mine", intervals: 1, timerSeconds: 60, openEnded: false))
      await bench.expectRefusal(.duplicatePlan, of: CopyPlan(name: name, to: "mine"), "mine")
      await bench.expectRefusal(.unknownPlan, of: CopyPlan(name: "Nix", to: "Nox"), "Nix")
      await bench.expectRefusal(.invalidParameter, of: CopyPlan(name: name, to: ""), "to")
      #expect(try await bench.call(ForgetPlannedWorkouts(source: "intervals")).removed == 1)
      #expect(try await bench.plans.map(\.name) == ["Mine"])
    }
  }
}

/// The workout that `start --plan today` rides.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct PlannedDayTests {
  private static func absence(_ day: PlannedDay, _ bench: DaemonBench) async throws -> PlannedAbsence? {
    let error = await #expect(throws: ControlError.self) { try await bench.call(Start(plannedFor: day)) }
    #expect(error?.code == .noPlannedWorkout)
    #expect(error?.subject == error?.plannedAbsence?.day)
    return error?.plannedAbsence
  }

  @Test func `today's workouts are ridden one after the other until none is left`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await PlannedWorkoutTests.set(
        [
          PlannedWorkoutTests.workout("1", "Zulu"), PlannedWorkoutTests.workout("2", "Alpha"),
          PlannedWorkoutTests.workout("3", "Next", on: "2026-11-22"),
        ], bench)
      for name in ["2026-11-21 Zulu", "2026-11-21 Alpha"] {
        #expect(try await bench.status.planned?.name == name, "the order is the calendar's")
        try await bench.start(Start(plannedFor: .today))
        #expect(try await bench.status.plan?.name == name)
        #expect(try await bench.status.planned?.name != name, "it is about to begin")
        try await bench.finish()
        await bench.untilStored()
      }
      #expect(try await bench.status.planned == nil)
      let absence = try #require(try await Self.absence(.today, bench))
      #expect(absence.cause == .allRidden && absence.day == "2026-11-21")
      #expect(absence.plans == ["2026-11-21 Zulu", "2026-11-21 Alpha"])
      try await bench.start(Start(plannedFor: .tomorrow))
      #expect(try await bench.status.plan?.name == "2026-11-22 Next")
    }
  }

  @Test func `a workout is due again after its ride is deleted`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await PlannedWorkoutTests.set([PlannedWorkoutTests.workout("1")], bench)
      try await bench.start(Start(plan: "2026-11-21 tempo"))
      try await bench.finish()
      await bench.untilStored()
      #expect(try await bench.plans(Plans(all: true)).map(\.ridden) == [true])
      try await bench.call(Delete(ride: "last"))
      #expect(try await bench.status.planned?.name == "2026-11-21 Tempo")
    }
  }

  @Test func `a workout stays due if its start is cancelled`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await PlannedWorkoutTests.set([PlannedWorkoutTests.workout("1")], bench)
      let starting = await bench.begin(Start(plannedFor: .today)) { $0.phase != .idle }
      try await bench.call(Stop())
      _ = await starting.result
      #expect(try await bench.status.planned?.name == "2026-11-21 Tempo")
    }
  }

  @Test func `a start for a day without a workout is refused with the reason`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      #expect(try await Self.absence(.today, bench) == PlannedAbsence(.noService, day: "2026-11-21"))
      try await PlannedWorkoutTests.set([], bench, to: "2026-11-21")
      let fetched = "2026-11-21T06:45:12Z"
      #expect(try await Self.absence(.today, bench) == PlannedAbsence(.none, day: "2026-11-21", fetched: fetched))
      let unknown = PlannedAbsence(.notFetched, day: "2026-11-22", fetched: fetched)
      #expect(try await Self.absence(.tomorrow, bench) == unknown)
      bench.clock.step(by: .seconds(86_400), isSynchronised: true)
      #expect(try await Self.absence(.today, bench) == unknown)
    }
  }

  @Test func `a planned day follows the rider's local time`() async throws {
    // 2026-11-21T22:30:00Z, half past midnight on the rider's clock.
    let machine = TestMachine(wallNow: UnixTime(seconds: 1_795_300_200))
    try await withDaemon(machine: machine) { bench in
      try await PlannedWorkoutTests.set([PlannedWorkoutTests.workout("1", on: "2026-11-22")], bench)
      #expect(try await bench.status.planned?.day == "2026-11-22")
    }
  }

  @Test func `a start for a planned day cannot be combined with other options`() async throws {
    try await withDaemon { bench in
      await bench.expectRefusal(.invalidParameter, of: Start(plan: "a", plannedFor: .today), "plannedFor")
      await bench.expectRefusal(.invalidParameter, of: Start(watts: 150, plannedFor: .today), "watts")
      await bench.expectRefusal(.invalidParameter, of: Start(minutes: 5, plannedFor: .today), "minutes")
      await bench.expectRefusal(.invalidParameter, of: Start(plannedFor: .today, zone2: true), "zone2")
    }
  }
}
