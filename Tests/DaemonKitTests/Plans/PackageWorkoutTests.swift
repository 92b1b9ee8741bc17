import ControlWire
import RideSession
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Workouts of the package in the calls of the daemon.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct PackageWorkoutTests {
  private static let minute = PlannedInterval(end: .timer, seconds: 60, watts: 100)

  @Test func `the list has the rider's own plans, then the package's workouts by kind`() async throws {
    try await withDaemon { bench in
      try await bench.call(NewPlan(name: "Zwei"))
      try await bench.call(NewPlan(name: "A"))
      let plans = try await bench.call(Plans()).plans
      #expect(plans.map(\.name).prefix(3) == ["A", "Zwei", "recovery-30"])
      #expect(plans.count == 26 && plans.prefix(2).map(\.kind) == [nil, nil])
      let kinds = plans.dropFirst(2).map(\.kind)
      #expect(kinds.first == .recovery && kinds.last == .test)
      let found = plans.first { $0.name == "sweet-spot-60" }
      let workout = try #require(found)
      #expect(workout.kind == .sweetSpot && workout.timerSeconds == 3600 && !workout.openEnded)
      #expect((0.7...0.9).contains(workout.intensityFactor ?? 0))
      #expect((60...75).contains(workout.trainingStressScore ?? 0))
      let test = plans.first { $0.name == "ramp-test" }
      let ramp = try #require(test)
      #expect(ramp.openEnded && ramp.intensityFactor == nil, "the legs end it")
      #expect(try await bench.call(Plans(deleted: true)).plans.isEmpty)
    }
  }

  @Test func `a plan of the rider's own replaces the package's workout of its name`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.call(NewPlan(name: "Sweet-Spot-60"))
      try await bench.add([Self.minute], to: "sweet-spot-60")
      let named = try await bench.call(Plans()).plans.filter { $0.name.lowercased() == "sweet-spot-60" }
      #expect(named.count == 1)
      let shown = try await bench.plan(ShowPlan(name: "sweet-spot-60"))
      #expect(shown.plan.kind == nil && shown.plan.timerSeconds == 60)
      let started = try await bench.start(Start(plan: "sweet-spot-60"))
      #expect(started.ride.remainingSeconds == 60 && started.target?.targetWatts == 100)
      try await bench.command(Stop()) { $0.phase == .finishing || $0.phase == .idle }
      #expect(try await bench.exportedPlan("sweet-spot-60", as: "text").text.contains("timer 1:00 100W"))
      try await bench.call(RemovePlan(name: "sweet-spot-60"))
      #expect(try await bench.plan(ShowPlan(name: "sweet-spot-60")).plan.kind == .sweetSpot, "the package's is left")
    }
  }

  @Test func `no call changes a workout of the package, but the rider can copy it`() async throws {
    try await withDaemon { bench in
      let refusals: [any TrainerCall] = [
        AddToPlan(name: "Tempo-45", intervals: [Self.minute]), RenamePlan(name: "Tempo-45", to: "x"),
        RemovePlan(name: "Tempo-45"), RemovePlan(name: "Tempo-45", line: 1),
      ]
      for call in refusals { await bench.expectRefusal(.planReadOnly, of: call, "tempo-45") }
      let error = await #expect(throws: ControlError.self) { try await bench.call(RemovePlan(name: "tempo-45")) }
      #expect(error?.explanation.message == "The plan tempo-45 is part of jz2 and cannot be changed.")
      #expect(error?.explanation.remedy.contains("`jz2ctl plan copy tempo-45 NEW`") == true)
      let copy = try await bench.plan(CopyPlan(name: "Tempo-45", to: "Mine"))
      #expect(copy.plan.kind == nil && copy.plan.timerSeconds == 2700 && copy.plan.intensityFactor == nil)
      #expect(try await bench.add([Self.minute], to: "mine").plan.timerSeconds == 2760)
      await bench.expectRefusal(.duplicatePlan, of: CopyPlan(name: "tempo-45", to: "mine"), "mine")
      await bench.expectRefusal(.unknownPlan, of: CopyPlan(name: "tempo", to: "x"), "tempo")
      try await bench.plan(CopyPlan(name: "tempo-45", to: "tempo-45"))
      #expect(try await bench.plans.map(\.name) == ["Mine", "tempo-45"])
    }
  }

  @Test func `a workout of the package is shown and exported like any plan`() async throws {
    try await withDaemon { bench in
      var change = SetSettings()
      change.thresholdWatts = 250
      try await bench.call(change)
      let shown = try await bench.plan(ShowPlan(name: "VO2MAX-4x4-45"))
      #expect(shown.plan.kind == .vo2max && shown.thresholdWatts == 250)
      #expect(shown.groups.map(\.repeats) == [1, 3, 1, 1])
      let file = try await bench.exportedPlan("vo2max-4x4-45", as: "zwo")
      #expect(file.fileName == "vo2max-4x4-45.zwo" && file.text.contains("<workout"))
      #expect(try await bench.exportedPlan("vo2max-4x4-45", as: "erg").text.contains("\t275\n"))
    }
  }

  @Test func `a rider without an FTP can ride a test, and other workouts name it`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let error = await #expect(throws: ControlError.self) { try await bench.call(Start(plan: "tempo-45")) }
      #expect(error?.planFault?.code == .noThreshold)
      #expect(error?.explanation.remedy.contains("`jz2ctl start ramp-test`") == true)
      let started = try await bench.start(Start(plan: "Ramp-Test"))
      #expect(started.target?.targetWatts == 80)
      #expect(try await bench.status.plan?.name == "ramp-test")
      try await bench.command(Stop()) { $0.phase == .finishing || $0.phase == .idle }
    }
  }
}
