import Foundation
import Rides
import TestKit
import Testing

@testable import RideFiles

@Suite struct ZWOTests {
  @Test(
    arguments: [
      (
        "<Warmup Duration='60' PowerLow='0.5' PowerHigh='0.75'/>",
        [.timer(60, .ramp(percent: 50, 75), label: "Warm-up")]
      ),
      (
        "<warmUp duration='60' POWERLOW='0.75' powerHigh='0.5'/>",
        [.timer(60, .ramp(percent: 50, 75), label: "Warm-up")]
      ),
      (
        "<Cooldown Duration='60' PowerLow='0.5' PowerHigh='0.75'/>",
        [.timer(60, .ramp(percent: 75, 50), label: "Cool-down")]
      ),
      (
        "<CoolDown Duration='60' PowerLow='0.75' PowerHigh='0.5'/>",
        [.timer(60, .ramp(percent: 75, 50), label: "Cool-down")]
      ),
      ("<Ramp Duration='60' PowerLow='0.75' PowerHigh='0.5'/>", [.timer(60, .ramp(percent: 75, 50))]),
      ("<Ramp Duration='60' PowerLow='0.5' PowerHigh='0.75'/>", [.timer(60, .ramp(percent: 50, 75))]),
      ("<Ramp Duration='60' PowerLow='0.5' PowerHigh='0.5'/>", [.timer(60, .percent(50))]),
      ("<Ramp Duration='60' PowerLow='0.0' PowerHigh='0.5'/>", [.timer(60, .ramp(percent: 1, 50))]),
      ("<SteadyState Duration='60' Power='1.15' pace='0'/>", [.timer(60, .percent(115))]),
      ("<STEADYSTATE DURATION='60' POWER='0,65'/>", [.timer(60, .percent(65))]),
      ("<SolidState Duration='59.6' Power='75'/>", [.timer(60, .percent(75))]),
      ("<SteadyState Duration='60' PowerLow='0.8' PowerHigh='0.9'/>", [.timer(60, .percent(85))]),
      ("<SteadyState Duration='60' Power='0'/>", [.timer(60)]),
      ("<SteadyState Duration='60' Power='0.5' Cadence='90'/>", [.timer(60, .percent(50), cadence: 90...90)]),
      ("<SteadyState Duration='60' Power='0.5' Cadence='0'/>", [.timer(60, .percent(50))]),
      (
        "<SteadyState Duration='60' Power='0.5' CadenceLow='85' CadenceHigh='95'/>",
        [.timer(60, .percent(50), cadence: 85...95)]
      ),
      ("<FreeRide Duration='60' FlatRoad='1' ftptest='1'/><Freeride Duration='30'/>", [.timer(60), .timer(30)]),
      ("<MaxEffort Duration='60'></MaxEffort><RestDay/>", [.timer(60, label: "Max effort")]),
      (
        "<IntervalsT Repeat='2' OnDuration='30' OffDuration='15' OnPower='1.2' OffPower='0.5' Cadence='100' CadenceResting='80'/>",
        [
          .timer(30, .percent(120), cadence: 100...100), .timer(15, .percent(50), cadence: 80...80),
          .timer(30, .percent(120), cadence: 100...100), .timer(15, .percent(50), cadence: 80...80),
        ]
      ),
      (
        "<IntervalsT Repeat='0' OnDuration='30' OffDuration='15' PowerOnLow='1.1' PowerOnHigh='1.3' PowerOffLow='.5' PowerOffHigh='.5'/>",
        [.timer(30, .percent(120)), .timer(15, .percent(50))]
      ),
      (
        "<IntervalsT OnDuration='30' OffDuration='15' PowerOn='1.2' PowerOff='0.5'/>",
        [.timer(30, .percent(120)), .timer(15, .percent(50))]
      ),
      ("<!-- c --><Note text='x'/><SteadyState Duration='60' Power='0.5'/>", [.timer(60, .percent(50))]),
    ] as [(String, [PlanInterval])])
  func `a ZWO step is read in each of its forms`(_ steps: String, _ intervals: [PlanInterval]) throws {
    #expect(try workout(zwo(steps)).intervals == intervals)
  }

  @Test func `name, author and description of a ZWO file are read`() throws {
    let steps = "<SteadyState Duration='60' Power='.5'/>"
    let plan = try workout(
      zwo(
        steps,
        header: "<author> Me </author><description><![CDATA[a < b]]>\n&amp; c</description><tags><tag name='x'/></tags>"
      ))
    #expect([plan.name, plan.author, plan.summary] == ["Z", "Me", "a < b\n& c"])
    let short = "<Workout_File><n>Short</n><Workout>\(steps)</Workout></Workout_File>"
    #expect(try workout(short).name == "Short")
    let nameless = "<workout_file><name> </name><workout>\(steps)</workout></workout_file>"
    #expect(try workout(nameless, fileName: "rides/My ride.zwo").name == "My ride")
    #expect(try workout(nameless, fileName: ".zwo").name == ".zwo")
    #expect(try workout(nameless).name == "Workout")
  }

  @Test func `a long ZWO name is truncated`() throws {
    let name = String(repeating: "n", count: 150)
    let plan = try workout(
      "<workout_file><name>\(name)</name><workout><FreeRide Duration='9'/></workout></workout_file>")
    #expect(plan.name.count == Limits.nameLength)
  }

  @Test func `ZWO texts become cues of the interval at their time`() throws {
    let plan = try workout(
      zwo(
        """
        <SteadyState Duration='60' Power='0.5'>
        <textevent timeoffset='10' message='a &quot;1&quot;' duration='5' y='240'/><TextEvent TimeOffset='5.4' message='b'/>
        <textevent timeoffset='70' message='next'/><textevent timeoffset='9' message=' '/>
        <textevent distoffset='100' message='far'/></SteadyState>
        <SteadyState Duration='60' Power='0.6'><TextNotification timeOffset='0' text='c'/></SteadyState>
        <textevent timeoffset='119' message='of all'/>
        <IntervalsT Repeat='2' OnDuration='10' OffDuration='20' OnPower='1' OffPower='0.5'>
        <textevent timeoffset='35' message='second'/><textevent timeoffset='60' message='beyond'/></IntervalsT>
        """))
    let cues = plan.intervals.map { $0.cues.map { "\($0.atSeconds) \($0.seconds) \($0.text)" } }
    #expect(
      cues == [
        ["5 10 b", "10 5 a \"1\""], ["0 10 c", "10 10 next", "59 10 of all"], [], [], ["5 10 second"], [],
      ])
    #expect(plan.groups.count == 6)
  }

  @Test func `a stray ampersand in ZWO is taken literally`() throws {
    let plan = try workout(
      zwo(
        "<FreeRide Duration='60'><textevent message='R&B &nbsp; &amp; &#65; &#0; &'/></FreeRide>",
        header: "<description>Salt & pepper &eacute;</description>"))
    #expect(plan.intervals.first?.cues.first?.text == "R&B &nbsp; & A &#0; &")
    #expect(plan.summary == "Salt & pepper &eacute;")
  }

  @Test(arguments: ["<!DOCTYPE workout_file>", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<!ENTITY b 'c'>"])
  func `a document type declaration in ZWO is refused with its line number`(_ declaration: String) {
    let error = #expect(throws: PlanFault.self) {
      try workout("<?xml version='1.0'?>\n\n\(declaration)\n\(zwo(""))")
    }
    #expect(error?.code == .forbidden)
    #expect(error?.line == 3)
  }

  @Test func `a threshold in a ZWO file converts powers to watts`() throws {
    let steps = "<SteadyState Duration='60' Power='0.75'/><FreeRide Duration='60'/>"
    for header in ["<ftpOverride>250</ftpOverride>", "<FtpOverride value='250'/>"] {
      #expect(try workout(zwo(steps, header: header)).intervals == [.timer(60, .watts(188)), .timer(60)])
    }
  }

  @Test(arguments: [
    "<sportType>run</sportType>", "<sportType>Swim</sportType>", "<durationType>distance</durationType>",
  ])
  func `ZWO workouts for running, for swimming or by distance are refused`(_ header: String) {
    let steps = "<SteadyState Duration='60' Power='0.75'/>"
    let error = #expect(throws: PlanFault.self) { try workout(zwo(steps, header: header)) }
    #expect(error?.code == .unsupported)
    #expect(error?.line == 1)
  }

  @Test func `the target of a ZWO step with a power zone is the middle of the zone`() throws {
    let steps =
      "<SteadyState Duration='300' Zone='2'/><SteadyState Duration='300' Power='0.9'/>"
      + "<IntervalsT Repeat='4' OnDuration='60' OffDuration='60' PowerOnZone='5' PowerOffZone='1'/>"
    let plan = try workout(zwo(steps))
    #expect(plan.groups.map(\.repeats) == [1, 1, 4])
    let targets = plan.groups.flatMap(\.intervals).map(\.target)
    #expect(targets == [.percent(65), .percent(90), .percent(112.5), .percent(49.5)])
    #expect(plan.intervals.reduce(0) { $0 + $1.end.timerSeconds } == 600 + 480)
  }

  @Test(arguments: [
    ("<SteadyState Duration='60'/>", PlanFault.Code.malformed), ("<SteadyState Power='0.5'/>", .malformed),
    ("<SteadyState Duration='long' Power='0.5'/>", .malformed),
    ("<SteadyState Duration='60' Power='hard'/>", .malformed),
    ("<SteadyState Duration='1e99' Power='0.5'/>", .malformed),
    ("<SteadyState Duration='nan' Power='0.5'/>", .malformed),
    ("<IntervalsT Repeat='2' OnDuration='30' OnPower='1' OffPower='1'/>", .malformed),
    ("<Sprint Duration='60' Power='2'/>", .unsupported),
    ("<SteadyState Duration='60' Power='0.5'></Ramp>", .malformed),
  ])
  func `an invalid ZWO step is refused with its line number`(_ step: String, _ code: PlanFault.Code) {
    let error = #expect(throws: PlanFault.self) { try workout(zwo("<FreeRide Duration='60'/>\n\(step)")) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == 4)
  }

  @Test(arguments: [
    ("<SteadyState Duration='-5' Power='0.5'/>", PlanFault.Code.zeroLength),
    ("<SteadyState Duration='90000' Power='0.5'/>", .tooLong),
    ("<SteadyState\nDuration='60'\nPower='2000'/>", .powerOutOfRange),
    ("<SteadyState Duration='60' Power='-0.5'/>", .powerOutOfRange),
    ("<SteadyState Duration='60' Power='0.5' Cadence='300'/>", .cadenceOutOfRange),
    ("<IntervalsT Repeat='10000' OnDuration='1' OffDuration='1' OnPower='1' OffPower='1'/>", .repeatsOutOfRange),
    ("<IntervalsT Repeat='200' OnDuration='3000' OffDuration='1' OnPower='1' OffPower='1'/>", .tooLong),
  ])
  func `a ZWO step that cannot be ridden is refused with its line number`(_ step: String, _ code: PlanFault.Code) {
    let error = #expect(throws: PlanFault.self) { try workout(zwo("<FreeRide Duration='60'/>\n\(step)")) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == 4)
  }

  @Test(arguments: ["", "<RestDay/>", "<textevent message='a'/>"])
  func `a ZWO workout without steps is refused`(_ steps: String) {
    let error = #expect(throws: PlanFault.self) { try workout(zwo(steps)) }
    #expect(error?.code == .empty)
  }
}

@Suite struct ZWOEncodingTests {
  /// Everything that a ZWO file can express.
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

  @Test func `a plan is the same after writing and reading ZWO`() throws {
    let bytes = try WorkoutFile.encode(Self.expressible, as: .zwo, thresholdWatts: nil)
    #expect(try workout(bytes) == Self.expressible)
  }

  @Test func `a group that IntervalsT can express becomes IntervalsT in ZWO, and others are expanded`() throws {
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

  @Test func `a cue after the end of its interval is not written to ZWO`() throws {
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

  @Test func `watts in ZWO need a threshold, and the error names the interval`() throws {
    let plan = Plan(name: "W", groups: [PlanGroup([.timer(60, .percent(50))]), PlanGroup([.timer(60, .watts(150))])])
    let bytes = try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: 200)
    #expect(try workout(bytes).intervals == [.timer(60, .percent(50)), .timer(60, .percent(75))])
    for watts in [nil, 0, -200] {
      let error = #expect(throws: PlanFault.self) {
        try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: watts)
      }
      #expect(error == PlanFault(.formatWantsThreshold, interval: 2))
    }
  }

  @Test(arguments: [
    PlanInterval(end: .distance(meters: 25)), PlanInterval(end: .activity),
    PlanInterval(end: .location(Place(latitudeDegrees: 0, longitudeDegrees: 0))), .timer(60, .zone(2, start: nil)),
    .timer(60, .heartRate(120...130, start: .watts(140))),
  ])
  func `an interval that a format cannot express is refused with its number`(_ interval: PlanInterval) {
    let plan = Plan(name: "X", groups: [PlanGroup(repeats: 3, [.timer(1)]), PlanGroup([interval])])
    for format in [WorkoutFileFormat.zwo, .erg, .mrc] {
      let error = #expect(throws: PlanFault.self) {
        try WorkoutFile.encode(plan, as: format, thresholdWatts: 200)
      }
      #expect(error?.code == .notExpressible)
      #expect(error?.interval == 4)
    }
  }

  @Test(arguments: WorkoutFileFormat.allCases)
  func `a plan that cannot be ridden is not written`(_ format: WorkoutFileFormat) {
    let error = #expect(throws: PlanFault.self) {
      try WorkoutFile.encode(Plan(name: ""), as: format, thresholdWatts: 200)
    }
    #expect(error?.code == .badText)
  }

  private static let xmllint = "/usr/bin/xmllint"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: xmllint), "needs xmllint"))
  func `a ZWO file is valid XML`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).zwo")
    defer { try? FileManager.default.removeItem(at: file) }
    var plan = Self.expressible
    plan.summary = "]]> \u{1} \u{FFFE} &x;"
    try Data(try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: nil)).write(to: file)
    let check = try await Program(Self.xmllint, ["--noout", file.path()]).outcome()
    #expect(check.status == 0, "\(check.error)")
  }
}
