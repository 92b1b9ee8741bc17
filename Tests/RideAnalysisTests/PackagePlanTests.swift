import RideAnalysis
import RideSession
import Rides
import Testing
import Workouts

@Suite struct PackagePlanTests {
  private static let names = PackagePlan.all.map(\.plan.name)
  private static let rideable = PackagePlan.all.filter { $0.kind != .test }
  /// Percentages of it are whole watts, to a tenth.
  private static let rider = PlanRider(
    settings: RiderSettings(thresholdWatts: 1000), learntWatts: nil, hasStrap: false)

  @Test func `the package has 24 workouts of all kinds, with different names`() {
    #expect(PackagePlan.fileCount == 24)
    #expect(PackagePlan.all.count == 24, "each file can be read")
    #expect(Set(PackagePlan.all.map(\.plan.name)).count == 24)
    #expect(Set(PackagePlan.all.map(\.kind)) == Set(PlanKind.allCases))
    #expect(Set(Self.rideable.map(\.timerSeconds)) == [1800, 2700, 3600, 5400])
  }

  @Test func `workouts are listed by kind, the shortest first`() {
    let places = PackagePlan.all.map { [PlanKind.allCases.firstIndex(of: $0.kind) ?? -1, $0.timerSeconds] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(PackagePlan.all.map(\.plan.name).prefix(3) == ["recovery-30", "recovery-45", "endurance-45"])
    #expect(PackagePlan.all.map(\.plan.name).suffix(2) == ["ramp-test", "20-minute-test"])
  }

  @Test func `a workout is found by its name in any letter case`() {
    #expect(PackagePlan.named("Sweet-Spot-60")?.plan.name == "sweet-spot-60")
    #expect(PackagePlan.named("sweet-spot") == nil && PackagePlan.named("") == nil)
  }

  @Test(arguments: names)
  func `a workout can be ridden, states its purpose and lasts as long as its file says`(name: String) throws {
    let workout = try #require(PackagePlan.named(name))
    let plan = workout.plan
    #expect(throws: Never.self) { try plan.check() }
    let summary = try #require(plan.summary)
    #expect(summary.hasSuffix(".") && summary.count <= 120 && !summary.contains { "{}\n".contains($0) })
    #expect(plan.author == nil && plan.route == nil && plan.thresholdWatts == nil)
    #expect((plan.test != nil) == (workout.kind == .test))
    #expect(plan.intervals.map(\.label).first == "Warm-up" && plan.intervals.map(\.label).last == "Cool-down")
    let lengths = plan.intervals.map { if case .timer(let seconds) = $0.end { seconds } else { 0 } }
    #expect(!lengths.contains(0) && lengths.reduce(0, +) == workout.timerSeconds)
    if workout.kind != .test { #expect(plan.name.hasSuffix("-\(workout.timerSeconds / 60)")) }
  }

  @Test(arguments: names)
  func `powers of a workout are percentages of FTP, and only a test is ridden free`(name: String) throws {
    let workout = try #require(PackagePlan.named(name))
    for interval in workout.plan.intervals {
      switch interval.target {
      case .steady(.thresholdPercent), .ramp(from: .thresholdPercent, to: .thresholdPercent): break
      case .free: #expect(workout.kind == .test)
      default: Issue.record("\(interval)")
      }
    }
  }

  @Test(arguments: rideable.map(\.plan.name))
  func `a workout has the Intensity Factor and the TSS that its file states`(name: String) throws {
    let workout = try #require(PackagePlan.named(name))
    var run = PlanRun(try RidePlan(workout.plan, for: Self.rider))
    var samples: [RideSample] = []
    for second in 0..<workout.timerSeconds {
      samples.append(RideSample(second: second, timerRunning: true, powerWatts: run.watts.map(Double.init)))
      _ = run.rowEnded(meters: 8, second: second + 1)
    }
    let record = RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: workout.timerSeconds, trainerName: nil, samples: samples,
      events: [])
    let metrics = RideMetrics(record, settings: Self.rider.settings)
    let factor = try #require(workout.intensityFactor)
    let score = try #require(workout.trainingStressScore)
    #expect(try abs(#require(metrics.intensityFactor) / factor - 1) < 0.005, "\(metrics.intensityFactor ?? 0)")
    #expect(try abs(#require(metrics.trainingStressScore) / score - 1) < 0.005, "\(metrics.trainingStressScore ?? 0)")
  }

  @Test func `a harder kind of the same length has the higher Intensity Factor`() throws {
    let names = ["recovery-45", "endurance-45", "tempo-45", "sweet-spot-45", "threshold-45"]
    let factors = names.compactMap { PackagePlan.named($0)?.intensityFactor }
    #expect(factors.count == 5 && factors == factors.sorted())
  }

  @Test func `a test states neither Intensity Factor nor TSS`() {
    let tests = PackagePlan.all.filter { $0.kind == .test }
    #expect(tests.map(\.plan.test) == [.ramp, .twentyMinutes])
    #expect(tests.allSatisfy { $0.intensityFactor == nil && $0.trainingStressScore == nil })
  }
}
