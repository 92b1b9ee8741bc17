import Rides
import TestKit
import Testing

@testable import RideFiles

@Suite struct WorkoutFileTests {
  @Test func `the format of a workout file is detected by its content`() throws {
    let steps = "<FreeRide Duration='60'/>"
    #expect(try workout(zwo(steps), fileName: "a.erg").name == "Z")
    #expect(try workout("\u{FEFF} \r\n<!-- c -->\n" + zwo(steps)).name == "Z")
    #expect(try workout("\n " + course("0 100\n1 100"), fileName: "a.zwo").intervals.count == 1)
    #expect(try workout("timer 1:00", fileName: "a.zwo") == Plan(name: "a", groups: [PlanGroup([.timer(60)])]))
  }

  @Test(
    arguments: [
      ([], PlanFault.Code.empty), (Array("\n# nothing\n".utf8), .empty),
      ([0xFF, 0xFE, 0x41], .notText),
      ([0x00, 0x01], .notText), (Array("<TrainingCenterDatabase/>".utf8), .unsupported), (Array("<".utf8), .malformed),
      (Array("<workout_file".utf8), .malformed), (Array("hello".utf8), .unknownWord),
    ] as [([UInt8], PlanFault.Code)])
  func `a file that is not a workout is refused`(_ bytes: [UInt8], _ code: PlanFault.Code) {
    let error = #expect(throws: PlanFault.self) { try workout(bytes) }
    #expect(error?.code == code, "\(error?.description ?? "")")
  }

  @Test func `a workout file that is too large is refused`() {
    let bytes = [UInt8](repeating: 0x20, count: WorkoutFile.mostBytes + 1)
    let error = #expect(throws: PlanFault.self) { try workout(bytes) }
    #expect(error?.code == .tooLarge)
  }

  @Test func `workout files have the usual extensions`() {
    #expect(WorkoutFileFormat.allCases.map(\.fileExtension) == ["txt", "zwo", "erg", "mrc", "fit"])
  }

  @Test func `the demo workout takes 35 minutes, in steps of at least one minute`() throws {
    let plan = try workout(DemoWorkout.bytes(), fileName: DemoWorkout.name)
    let seconds = plan.intervals.map(\.end.timerSeconds)
    #expect(seconds.reduce(0, +) == 35 * 60)
    #expect(seconds.allSatisfy { $0 >= 60 })
    #expect(plan.intervals.map(\.target).count { $0 == .percent(105) } == 6)
    #expect(plan.intervals.flatMap(\.cues).count == 3)
    #expect(try workout(try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: nil)) == plan)
    #expect(try workout(try WorkoutFile.encode(plan, as: .text, thresholdWatts: nil)) == plan)
  }
}

@Suite(.enabled(if: SharedWorkouts.exist, "needs ../shared/workouts")) struct SharedWorkoutTests {
  @Test(arguments: SharedWorkouts.names.keys.sorted())
  func `another program's workout is the same after writing and reading it`(_ name: String) throws {
    let plan = try workout(SharedWorkouts.bytes(name), fileName: name)
    #expect(plan.intervals.map(\.end.timerSeconds).reduce(0, +) == SharedWorkouts.names[name])
    #expect(try workout(try WorkoutFile.encode(plan, as: .text, thresholdWatts: nil)) == plan)
    #expect(
      try workout(try WorkoutFile.encode(plan, as: .mrc, thresholdWatts: nil)).intervals.count <= plan.intervals.count)
    guard name.hasSuffix(".zwo") else { return }
    #expect(plan.author?.isEmpty == false)
    #expect(try workout(try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: nil)) == plan)
  }

  @Test func `the names of MRC intervals become labels of their steps`() throws {
    let plan = try workout(SharedWorkouts.bytes("over-unders.mrc"), fileName: "over-unders.mrc")
    #expect(plan.name == "over-unders")
    #expect(
      plan.intervals.map { $0.label ?? "-" } == [
        "-", "Sweet Spot 1", "Threshold 1", "Sweet Spot 2", "Threshold 2", "Sweet Spot 3", "Threshold 3", "-",
      ])
    let one = try workout(SharedWorkouts.bytes("20-minute-interval.mrc"))
    #expect(one.intervals == [.timer(1200, .percent(97), label: "Threshold 1")])
  }
}
