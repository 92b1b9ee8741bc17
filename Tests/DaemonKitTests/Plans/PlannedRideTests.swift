import BluetoothLE
import ControlWire
import Foundation
import RadioSim
import RideFiles
import RideSession
import Rides
import TestKit
import Testing

@testable import DaemonKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct PlannedRideTests {
  /// Creates a plan of a timer of 60 s, a location, 25 m and an activity, repeated twice.
  private static func makeSequence(_ bench: DaemonBench) async throws {
    try await bench.call(NewPlan(name: "Sequence"))
    let intervals = [
      PlannedInterval(label: "Timer", end: .timer, seconds: 60, watts: 150),
      PlannedInterval(
        label: "Corner", end: .location, latitudeDegrees: RouteGPX.corner.latitudeDegrees,
        longitudeDegrees: RouteGPX.corner.longitudeDegrees, watts: 170),
      PlannedInterval(label: "Sprint", end: .distance, meters: 25, watts: 190),
      PlannedInterval(label: "Bottle", end: .activity, watts: 100),
    ]
    for interval in intervals {
      try await bench.call(AddToPlan(name: "Sequence", intervals: [interval]))
    }
    try await bench.call(AddToPlan(name: "Sequence", intervals: [], repeats: 2))
    let data = Data(RouteGPX.text.utf8).base64EncodedString()
    try await bench.call(ImportPlan(number: nil, sequence: 0, data: data, last: true, name: "Sequence"))
  }

  /// Lets time pass until an interval begins.
  private static func advance(_ bench: DaemonBench, to number: Int) async throws {
    try await bench.advance { ($0.plan?.interval?.number ?? 99) >= number || $0.phase == .idle }
  }

  @Test func `a plan is ridden to its end through all four kinds of interval`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await Self.makeSequence(bench)
      let started = try await bench.start(Start(plan: "Sequence"))
      #expect(started.ride.remainingSeconds == nil && started.target?.targetWatts == 150)
      for number in [4, 8] {
        try await Self.advance(bench, to: number)
        let plan = try #require(try await bench.status.plan)
        #expect(plan.interval?.label == "Bottle" && plan.interval?.share == nil)
        #expect(plan.expired.suffix(3).map(\.label) == ["Timer", "Corner", "Sprint"])
        try await bench.advance(by: .seconds(5))
        let standing = try await bench.call(Done()).plan
        #expect(standing.expiredCount == number)
      }
      try await bench.finish()
      let ride = try await bench.call(Review(ride: "last"))
      #expect(ride.laps.map(\.label) == ["Timer", "Corner", "Sprint", "Bottle", "Timer", "Corner", "Sprint", "Bottle"])
      #expect(ride.laps.map(\.trigger).prefix(4) == ["time", "location", "distance", "manual"])
      #expect(ride.laps.map(\.timerSeconds)[0] == 60 && ride.laps.map(\.timerSeconds)[4] == 60)
      #expect(ride.laps.map(\.interval) == Array(1...8))
      #expect(ride.laps.map(\.plannedWatts) == [150, 170, 190, 100, 150, 170, 190, 100])
      #expect(ride.ride.state == .finished && ride.ride.plan == "Sequence" && ride.ride.onRoute == true)
      let rows = try await bench.call(Show(ride: "last")).samples
      let corner = rows[try #require(ride.laps.dropFirst().first).toSeconds - 1]
      let isEverywhere = rows.allSatisfy { $0.position != nil }
      let away = try #require(corner.position).meters(to: Place(RouteGPX.corner))
      #expect((0...25).contains(away), "the lap ends within the circle around the corner")
      #expect(isEverywhere)
    }
  }

  @Test func `a watch reports the end of each interval once, even if it reads late`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.call(NewPlan(name: "Short"))
      let intervals = (1...5).map { PlannedInterval(label: "\($0)", end: .timer, seconds: 10, watts: 150) }
      try await bench.call(AddToPlan(name: "Short", intervals: intervals))
      var replies = bench.stream(Watch()).makeAsyncIterator()
      _ = try await replies.next()
      try await bench.start(Start(plan: "Short"))
      try await bench.finish()
      var news: [PlanNews] = []
      while news.last?.kind != .planEnded, let status = try await replies.next() {
        news += status.news ?? []
      }
      #expect(news.map(\.kind) == Array(repeating: .intervalEnded, count: 4) + [.planEnded])
      #expect(news.compactMap(\.interval?.label) == ["1", "2", "3", "4", "5"])
    }
  }

  @Test func `a planned ride's file has the time zone, the threshold and each lap's label and kind`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      var change = SetSettings()
      change.thresholdWatts = 200
      try await bench.call(change)
      try await bench.importPlan("timer 1:00 150W \"Over\"\ntimer 1:00 75W\ntimer 1:00 150W\n", name: "Turns")
      try await bench.start(Start(plan: "Turns"))
      try await bench.finish()
      var decoder = FITDecoder()
      try decoder.feed(await bench.exported("last", as: "fit"))
      let ride = try #require(try decoder.finish().rides.first)
      #expect(ride.origin?.utcOffsetSeconds == 7200)
      #expect(ride.fileTotals[.thresholdWatts] == 200)
      let intensity = try #require(ride.fileTotals[.intensityFactor])
      #expect(abs(intensity * 200 - (ride.fileTotals[.normalizedWatts] ?? 0)) < 1)
      let load = intensity * intensity * (ride.fileTotals[.timerSeconds] ?? 0) / 36
      #expect(abs(load - (ride.fileTotals[.trainingStressScore] ?? 0)) < 0.1)
      #expect(ride.laps.map(\.label) == ["Over", nil, nil])
      #expect(ride.laps.map(\.isResting) == [false, true, false])
      let normalized = ride.laps.compactMap { $0.fileTotals[.normalizedWatts] }
      #expect(normalized.count == 3)
      let tcx = String(decoding: try await bench.exported("last", as: "tcx"), as: UTF8.self)
      let intensities = tcx.split(separator: "<Intensity>").dropFirst().map { $0.prefix(6) }
      #expect(intensities == ["Active", "Restin", "Active"])
    }
  }

  @Test func `a plan resumes in its interval after the daemon was cut off`() async throws {
    let state = try TemporaryDirectory()
    let machine = TestMachine(bootID: "A")
    try await withDaemon(state: state, machine: machine, window: .seconds(1800)) { bench in
      try await bench.useDevices()
      try await Self.makeSequence(bench)
      try await bench.start(Start(plan: "Sequence"))
      try await Self.advance(bench, to: 4)
      try await bench.call(Bias(percent: 10))
      try await bench.call(Done())
      try await bench.advance { ($0.plan?.interval?.timerSeconds ?? 0) >= 20 }
      await bench.untilStored()
    }
    var later = machine
    later.now = machine.now.advanced(by: .seconds(600))
    later.wallNow = machine.wallNow.advanced(by: .seconds(600))
    try await withDaemon(state: state, machine: later, window: .seconds(1800)) { bench in
      try await bench.advance { $0.phase == .riding }
      let plan = try #require(try await bench.status.plan)
      #expect(plan.interval?.number == 5 && plan.expiredCount == 4 && plan.biasPercent == 10)
      #expect((20..<60).contains(plan.interval?.timerSeconds ?? 0))
      #expect(plan.name == "Sequence")
      try await Self.advance(bench, to: 6)
      await bench.untilStored()
      let ride = try await bench.call(Review(ride: "last"))
      let lap = try #require(ride.laps.dropFirst(3).first)
      #expect(lap.label == "Timer" && lap.timerSeconds == 60, "the activity had no second to itself")
      #expect(lap.interval == 5 && lap.plannedWatts == 165, "with the bias that held as it began")
      #expect(ride.laps.first?.plannedWatts == 150)
    }
  }

  @Test(arguments: [(nil, 200), (300, 240)] as [(Int?, Int)])
  func `a course keeps its own watts until the rider sets a threshold power`(
    thresholdWatts: Int?, watts: Int
  ) async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      var change = SetSettings()
      change.thresholdWatts = thresholdWatts
      if thresholdWatts != nil { try await bench.call(change) }
      let course = "[COURSE HEADER]\nFTP = 250\nMINUTES WATTS\n[COURSE DATA]\n0 200\n10 200\n"
      try await bench.importPlan(course, name: "Course")
      try await bench.start(Start(plan: "Course"))
      try await bench.advance { $0.phase == .riding }
      #expect(try await bench.status.plan?.interval?.watts == watts)
      #expect(try await bench.exportedPlan("Course", as: "erg").text.contains("\t\(watts)\n"))
    }
  }

  @Test(arguments: [
    (Start(plan: "Nowhere"), ControlError.Code.unknownPlan, PlanFault.Code?.none),
    (Start(plan: "Placeless"), .badPlan, .noRoute), (Start(plan: "Shares"), .badPlan, .noThreshold),
    (Start(plan: "Empty"), .badPlan, .empty), (Start(plan: "Zone", heartRate: false), .badPlan, .noHeartRate),
    (Start(minutes: 10, zone2: true), .settingMissing, nil),
    (Start(minutes: 10, zone2: true, heartRate: false), .invalidParameter, nil),
    (Start(watts: 150, minutes: 10, plan: "Shares"), .invalidParameter, nil),
    (Start(watts: 150), .invalidParameter, nil),
  ])
  func `a start with an unusable plan or option is refused before the ride`(
    start: Start, code: ControlError.Code, fault: PlanFault.Code?
  ) async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let plans = [
        ("Placeless", [PlannedInterval(end: .location, latitudeDegrees: 48, longitudeDegrees: 16)]),
        ("Shares", [PlannedInterval(end: .timer, seconds: 60, thresholdPercent: 75)]), ("Empty", []),
        ("Zone", [PlannedInterval(end: .timer, seconds: 60, watts: 120, zone: 2)]),
      ]
      for (name, intervals) in plans {
        try await bench.call(NewPlan(name: name))
        guard !intervals.isEmpty else { continue }
        try await bench.call(AddToPlan(name: name, intervals: intervals))
      }
      let error = await #expect(throws: ControlError.self) { try await bench.call(start) }
      #expect(error?.code == code)
      #expect(error?.planFault?.code == fault)
      #expect(try await bench.status.phase == .idle)
    }
  }

  @Test func `a Zone 2 ride starts at the power where the last one ended`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      var change = SetSettings()
      (change.zone2From, change.zone2To) = (120, 140)
      try await bench.call(change)
      let error = await #expect(throws: ControlError.self) { try await bench.call(Start(minutes: 10, zone2: true)) }
      #expect(error?.planFault?.code == .noStartWatts)
      try await bench.start(Start(watts: 110, minutes: 40, zone2: true))
      try await bench.finish()
      await bench.untilStored()
      let started = try await bench.start(Start(minutes: 40, zone2: true))
      try await bench.advance(toSecond: 90)
      let watts = try #require(try await bench.status.ride?.targetWatts)
      #expect(watts > 135, "110 W were too few for this heart, and \(started.ride.id) is the second ride")
    }
  }
}

extension Place {
  fileprivate init(_ degrees: (latitudeDegrees: Double, longitudeDegrees: Double)) {
    self.init(latitudeDegrees: degrees.latitudeDegrees, longitudeDegrees: degrees.longitudeDegrees)
  }
}
