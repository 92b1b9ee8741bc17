import Foundation
import RideSession
import TestKit
import Testing

@testable import RideFiles

@Suite struct ZWOEncodingTests {
  /// All that a ZWO file can say.
  static let expressible = Plan(
    name: "A & <B>", summary: "Two\nlines", author: "Me",
    groups: [
      PlanGroup([.timer(420, .ramp(percent: 50, 75), label: "Warm-up", cadence: 85...95)]),
      PlanGroup([
        .timer(
          60, .percent(33.3333),
          cues: [PlanCue(atSeconds: 0, text: "\"Go\"\n<&>"), PlanCue(atSeconds: 50, seconds: 5, text: "Stop")])
      ]),
      PlanGroup(
        repeats: 6, [.timer(120, .percent(115), cadence: 90...100), .timer(90, .percent(55), cadence: 80...80)]),
      PlanGroup([.timer(60, .ramp(percent: 55, 120))]), PlanGroup([.timer(60, .ramp(percent: 120, 55))]),
      PlanGroup([.timer(300)]), PlanGroup([.timer(20, label: "Max effort")]),
      PlanGroup([.timer(60, .percent(50), label: "Cool-down")]),
      PlanGroup([.timer(300, .ramp(percent: 75, 50), label: "Cool-down")]),
    ])

  @Test func aPlanComesBackFromItsZWO() throws {
    let bytes = try WorkoutFile.encode(Self.expressible, as: .zwo, thresholdWatts: nil)
    #expect(try workout(bytes) == Self.expressible)
  }

  @Test func aGroupOfTwoIsIntervalsAndAnyOtherIsLaidOut() throws {
    let plan = Plan(
      name: "G",
      groups: [
        PlanGroup(repeats: 2, [.timer(120, .percent(90)), .timer(60, .percent(105))]),
        PlanGroup(repeats: 2, [.timer(120, .percent(90))]),
        PlanGroup(repeats: 2, [.timer(10, .percent(90)), .timer(20, .percent(80), cadence: 80...90)]),
      ])
    let bytes = try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: nil)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#"<IntervalsT Repeat="2" OnDuration="120" OffDuration="60" OnPower="0.9" OffPower="1.05"/>"#))
    let read = try workout(bytes)
    #expect(read.groups.map(\.repeats) == [2, 1, 1, 1, 1, 1, 1])
    #expect(read.intervals == plan.intervals)
  }

  @Test func aCueThatComesAfterItsIntervalIsNotWritten() throws {
    let cues = [PlanCue(atSeconds: 59, text: "Last"), PlanCue(atSeconds: 60, text: "Late")]
    let plan = Plan(
      name: "C",
      groups: [
        PlanGroup(repeats: 2, [.timer(60, .percent(90), cues: cues), .timer(60, .percent(50), cues: [cues[1]])]),
        PlanGroup([.timer(60)]),
      ])
    let read = try workout(try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: nil))
    #expect(read.intervals.map { $0.cues.map(\.text) } == [["Last"], [], ["Last"], [], []])
  }

  @Test func wattsWantAThresholdAndTellTheirInterval() throws {
    let plan = Plan(name: "W", groups: [PlanGroup([.timer(60, .percent(50))]), PlanGroup([.timer(60, .watts(150))])])
    let bytes = try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: 200)
    #expect(try workout(bytes).intervals == [.timer(60, .percent(50)), .timer(60, .percent(75))])
    for watts in [nil, 0, -200] {
      let error = #expect(throws: WorkoutFileError.self) {
        try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: watts)
      }
      #expect(error == WorkoutFileError(.needsThreshold, interval: 2))
    }
  }

  @Test(arguments: [
    PlanInterval(end: .distance(meters: 25)), PlanInterval(end: .activity),
    PlanInterval(end: .location(Place(latitudeDegrees: 0, longitudeDegrees: 0))), .timer(60, .zone(2, start: nil)),
  ])
  func whatTheFilesOfOthersCannotSayIsRefusedWithItsInterval(_ interval: PlanInterval) {
    let plan = Plan(name: "X", groups: [PlanGroup(repeats: 3, [.timer(1)]), PlanGroup([interval])])
    for format in [WorkoutFileFormat.zwo, .erg, .mrc] {
      let error = #expect(throws: WorkoutFileError.self) {
        try WorkoutFile.encode(plan, as: format, thresholdWatts: 200)
      }
      #expect(error?.code == .notExpressible)
      #expect(error?.interval == 4)
    }
  }

  @Test(arguments: WorkoutFileFormat.allCases)
  func aPlanThatNoRideCouldBeMadeOfIsNotWritten(_ format: WorkoutFileFormat) {
    let error = #expect(throws: WorkoutFileError.self) {
      try WorkoutFile.encode(Plan(name: ""), as: format, thresholdWatts: 200)
    }
    #expect(error?.code == .badPlan)
    #expect(error?.plan?.code == .badText)
  }

  private static let xmllint = "/usr/bin/xmllint"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: xmllint), "needs xmllint"))
  func theFileIsXML() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).zwo")
    defer { try? FileManager.default.removeItem(at: file) }
    var plan = Self.expressible
    plan.summary = "]]> \u{1} \u{FFFE} &x;"
    try Data(try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: nil)).write(to: file)
    let check = try await Program(Self.xmllint, ["--noout", file.path()]).outcome()
    #expect(check.status == 0, "\(check.error)")
  }
}
