import Rides
import Testing

@testable import RideFiles

@Suite struct ERGTests {
  @Test(
    arguments: [
      ("0 100\n1 100\n1 200\n3 200", [.timer(60, .watts(100)), .timer(120, .watts(200))]),
      ("0 100\n10 200", [.timer(600, .ramp(watts: 100, 200))]),
      ("0\t100\n10,5\t200", [.timer(630, .ramp(watts: 100, 200))]),
      (
        "0 100\n1 110\n2 120\n3 120\n4 120\n4 120\n5 120",
        [.timer(120, .ramp(watts: 100, 120)), .timer(180, .watts(120))]
      ),
      ("0 100\n13.83 100", [.timer(830, .watts(100))]), ("1 100\n2 100", [.timer(120, .watts(100))]),
      ("0 0\n1 0\n2 100", [.timer(60), .timer(60, .ramp(watts: 1, 100))]),
      ("0 100\n1 100\n1 200\n1 150\n2 150", [.timer(60, .watts(100)), .timer(60, .watts(150))]),
      ("0 99.6\n1 100.4", [.timer(60, .watts(100))]),
      (
        "0 100\n0 LAP One\n5 100\n5 LAP\n10 100\n10 lap Three three\n15 100",
        [
          .timer(300, .watts(100), label: "One"), .timer(300, .watts(100)),
          .timer(300, .watts(100), label: "Three three"),
        ]
      ),
    ] as [(String, [PlanInterval])])
  func `the points of an ERG course become steps and ramps`(_ points: String, _ intervals: [PlanInterval]) throws {
    #expect(try workout(course(points)).intervals == intervals)
    let crlf =
      "\u{FEFF}" + course(points).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    #expect(try workout(crlf).intervals == intervals)
  }

  @Test(arguments: [
    ("MINUTES PERCENT", IntervalTarget.percent(95)), ("minutes\tFTP", .percent(95)), ("MINUTES WATTS", .watts(95)),
    ("Minutes  Percent", .percent(95)),
  ])
  func `the column names of an ERG course give its unit`(_ columns: String, _ target: IntervalTarget) throws {
    #expect(try workout(course("0 95\n1 95", columns: columns)).intervals == [.timer(60, target)])
  }

  @Test func `watts in an ERG file with a threshold become percent of the rider's threshold`() throws {
    let points = "0 200\n1 200\n1 0\n2 0"
    #expect(
      try workout(course(points, header: "ftp=270")).intervals == [.timer(60, .percent(74.07)), .timer(60)])
    #expect(try workout(course(points, header: "FTP = 0")).intervals.first == .timer(60, .watts(200)))
    #expect(
      try workout(course("0 95\n1 95", columns: "MINUTES PERCENT", header: "FTP = 270")).intervals
        == [.timer(60, .percent(95))])
  }

  @Test func `the ERG header names the plan`() throws {
    let header = "DESCRIPTION = One = two\nfile name = My ride.erg\nVERSION = 2"
    let plan = try workout(course("0 100\n1 100", header: header), fileName: "other.erg")
    #expect([plan.name, plan.summary] == ["My ride", "One = two"])
    let nameless = course("0 100\n1 100", header: "FILE NAME = none")
    #expect(try workout(nameless, fileName: "/a/b.c.erg").name == "b.c")
    #expect(try workout(nameless).name == "Workout")
  }

  @Test func `ERG texts become cues of the interval at their time`() throws {
    let rest = "[COURSE TEXT]\n10\tGo on 5\t15\n60 Two words 20\n70\tno end\n500\ttoo late\t5\n[END COURSE TEXT]"
    let plan = try workout(course("0 100\n1 100\n1 200\n2 200", rest: rest))
    let cues = plan.intervals.map { $0.cues.map { "\($0.atSeconds) \($0.seconds) \($0.text)" } }
    #expect(cues == [["10 15 Go on 5"], ["0 20 Two words", "10 10 no end"]])
  }

  @Test func `an ERG name labels the step that it begins with, unless it lasts longer than the step`() throws {
    let rest =
      "[INTERVAL DATA]\n0\t180\tWorkout\n0\t60\tFirst\n60\t180\tRest\nnonsense\n120\t180\tLast one\n[END INTERVAL DATA]"
    let plan = try workout(course("0 100\n1 100\n1 200\n2 200\n2 200\n3 200", rest: rest))
    #expect(
      plan.intervals == [
        .timer(60, .watts(100), label: "First"), .timer(60, .watts(200)), .timer(60, .watts(200), label: "Last one"),
      ])
  }

  @Test func `an ERG file may lack section ends and have unknown sections`() throws {
    let text = """
      [course header]
      MINUTES WATTS
      [course data]
      0 100
      1 100
      [COURSE TEXT]
      5\tHello
      [MODE DATA]
      anything
      """
    let plan = try workout(text)
    #expect(plan.intervals == [.timer(60, .watts(100), cues: [PlanCue(atSeconds: 5, text: "Hello")])])
  }

  @Test(arguments: [
    ("0 100\n1", PlanFault.Code.malformed, 7), ("0 100\none 100", .malformed, 7),
    ("0 100\n1 hard", .malformed, 7),
    ("5 100\n1 100", .malformed, 7), ("-1 100\n1 100", .malformed, 6), ("0 100\n1 100\n1e99 100", .malformed, 8),
    ("0 100\n[COURSE TEXT]\nHello", .malformed, 8),
  ])
  func `an invalid ERG line is refused with its line number`(_ points: String, _ code: PlanFault.Code, _ line: Int) {
    let error = #expect(throws: PlanFault.self) { try workout(course(points)) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == line)
  }

  @Test(arguments: [
    ("0 100\n1 100\n1 4000\n2 4000", PlanFault.Code.powerOutOfRange, 9), ("0 100\n2000 100", .tooLong, 7),
    ("0 -100\n1 -100", .powerOutOfRange, 7), ("0 100\n1000 100\n1000 200\n1441 200", .tooLong, 9),
  ])
  func `an ERG point that cannot be ridden is refused with its line number`(
    _ points: String, _ code: PlanFault.Code, _ line: Int
  ) {
    let error = #expect(throws: PlanFault.self) { try workout(course(points)) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == line)
  }

  @Test(arguments: [
    ("[COURSE HEADER]\n[COURSE DATA]\n0 100\n1 100", PlanFault.Code.malformed, 4),
    ("[COURSE HEADER]\nMINUTES GRADE", .unsupported, 2), ("[COURSE HEADER]\nMINUTES", .unknownWord, 2),
    ("[COURSE HEADER]\nFTP = much", .malformed, 2), ("[SETTINGS]\na = b", .unsupported, 1),
    ("[COURSE HEADER]\nDESCRIPTION = a\u{1}", .notText, 2),
  ])
  func `an invalid ERG header is refused with its line number`(_ text: String, _ code: PlanFault.Code, _ line: Int) {
    let error = #expect(throws: PlanFault.self) { try workout(text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == line)
  }

  @Test(arguments: ["", "0 100", "0 100\n0 200"])
  func `an ERG course without duration is refused`(_ points: String) {
    let error = #expect(throws: PlanFault.self) { try workout(course(points)) }
    #expect(error?.code == .empty)
  }
}

@Suite struct ERGEncodingTests {
  private static func plan(_ target: (Double) -> IntervalTarget) -> Plan {
    Plan(
      name: "Course", summary: "What for",
      groups: [
        PlanGroup([.timer(61, target(50), label: "First")]),
        PlanGroup([.timer(119, target(50), label: "Second", cues: [PlanCue(atSeconds: 7, seconds: 5, text: "Now")])]),
        PlanGroup([.timer(3601, target(95))]), PlanGroup([.timer(20)]),
      ])
  }

  @Test func `a plan in watts is the same after writing and reading ERG`() throws {
    let plan = Self.plan { .watts(Int($0)) }
    #expect(try workout(try WorkoutFile.encode(plan, as: .erg, thresholdWatts: nil)) == plan)
    #expect(try workout(try WorkoutFile.encode(plan, as: .erg, thresholdWatts: 250)) == plan)
  }

  @Test func `a plan in percent is the same after writing and reading MRC or ERG`() throws {
    let plan = Self.plan { .percent($0 + 0.5) }
    #expect(try workout(try WorkoutFile.encode(plan, as: .mrc, thresholdWatts: nil)) == plan)
    let course = try workout(try WorkoutFile.encode(plan, as: .erg, thresholdWatts: 251))
    #expect(course.groups == plan.groups)
    #expect(course.thresholdWatts == 251)
    #expect(try workout(WorkoutText.encode(course)) == course)
  }

  @Test func `converting between watts and percent for ERG needs a threshold`() throws {
    let bytes = try WorkoutFile.encode(Self.plan { .watts(Int($0)) }, as: .mrc, thresholdWatts: 200)
    #expect(try workout(bytes).intervals.map(\.target) == [.percent(25), .percent(25), .percent(47.5), .free])
    for (format, target) in [(WorkoutFileFormat.mrc, IntervalTarget.watts(100)), (.erg, .percent(50))] {
      let plan = Plan(name: "P", groups: [PlanGroup([.timer(60)]), PlanGroup([.timer(60, target)])])
      let error = #expect(throws: PlanFault.self) {
        try WorkoutFile.encode(plan, as: format, thresholdWatts: nil)
      }
      #expect(error == PlanFault(.formatWantsThreshold, interval: 2))
    }
  }

  @Test func `a step in ERG is written as two points at the same time`() throws {
    let plan = Plan(
      name: "S", groups: [PlanGroup([.timer(90, .ramp(watts: 100, 150))]), PlanGroup([.timer(30, .watts(200))])])
    let text = String(decoding: try WorkoutFile.encode(plan, as: .erg, thresholdWatts: nil), as: UTF8.self)
    #expect(text.contains("[COURSE DATA]\n0\t100\n1.5\t150\n1.5\t200\n2\t200\n[END COURSE DATA]\n"))
    #expect(text.contains("\nMINUTES WATTS\n[END COURSE HEADER]\n"))
  }
}
