import RideSession
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
  func aStepIsReadInAnyOfItsWays(_ steps: String, _ intervals: [PlanInterval]) throws {
    #expect(try workout(zwo(steps)).intervals == intervals)
  }

  @Test func whatAWorkoutSaysOfItselfIsTheFirstThatIsSaid() throws {
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

  @Test func aLongNameIsCutOff() throws {
    let name = String(repeating: "n", count: 150)
    let plan = try workout(
      "<workout_file><name>\(name)</name><workout><FreeRide Duration='9'/></workout></workout_file>")
    #expect(plan.name.count == Limits.nameLength)
  }

  @Test func textsBecomeCuesOfTheIntervalAtTheirTime() throws {
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

  @Test func anAmpersandThatBeginsNoReferenceStandsForItself() throws {
    let plan = try workout(
      zwo(
        "<FreeRide Duration='60'><textevent message='R&B &nbsp; &amp; &#65; &#0; &'/></FreeRide>",
        header: "<description>Salt & pepper &eacute;</description>"))
    #expect(plan.intervals.first?.cues.first?.text == "R&B &nbsp; & A &#0; &")
    #expect(plan.summary == "Salt & pepper &eacute;")
  }

  @Test(arguments: ["<!DOCTYPE workout_file>", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<!ENTITY b 'c'>"])
  func aDocumentTypeIsForbiddenWithItsLine(_ declaration: String) {
    let error = #expect(throws: WorkoutFileError.self) {
      try workout("<?xml version='1.0'?>\n\n\(declaration)\n\(zwo(""))")
    }
    #expect(error?.code == .forbidden)
    #expect(error?.line == 3)
  }

  @Test func aThresholdOfTheFileMakesWatts() throws {
    let steps = "<SteadyState Duration='60' Power='0.75'/><FreeRide Duration='60'/>"
    for header in ["<ftpOverride>250</ftpOverride>", "<FtpOverride value='250'/>"] {
      #expect(try workout(zwo(steps, header: header)).intervals == [.timer(60, .watts(188)), .timer(60)])
    }
  }

  @Test func aRunOfTimedStepsIsTakenAndOneOfDistancesIsNot() throws {
    let steps = "<SteadyState Duration='60' Power='0.75'/>"
    let run = "<sportType>run</sportType><durationType>"
    #expect(try workout(zwo(steps, header: run + "time</durationType>")).intervals.count == 1)
    let error = #expect(throws: WorkoutFileError.self) {
      try workout(zwo(steps, header: run + "distance</durationType>"))
    }
    #expect(error?.code == .unsupported)
    #expect(error?.line == 1)
  }

  @Test(arguments: [
    ("<SteadyState Duration='60'/>", WorkoutFileError.Code.malformed), ("<SteadyState Power='0.5'/>", .malformed),
    ("<SteadyState Duration='long' Power='0.5'/>", .malformed),
    ("<SteadyState Duration='60' Power='hard'/>", .malformed),
    ("<SteadyState Duration='1e99' Power='0.5'/>", .malformed),
    ("<SteadyState Duration='nan' Power='0.5'/>", .malformed),
    ("<IntervalsT Repeat='2' OnDuration='30' OnPower='1' OffPower='1'/>", .malformed),
    ("<Sprint Duration='60' Power='2'/>", .unsupported),
    ("<SteadyState Duration='60' Power='0.5'></Ramp>", .malformed),
  ])
  func aStepThatMakesNoSenseIsRefusedWithItsLine(_ step: String, _ code: WorkoutFileError.Code) {
    let error = #expect(throws: WorkoutFileError.self) { try workout(zwo("<FreeRide Duration='60'/>\n\(step)")) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == 4)
  }

  @Test(arguments: [
    ("<SteadyState Duration='-5' Power='0.5'/>", PlanError.Code.zeroLength),
    ("<SteadyState Duration='90000' Power='0.5'/>", .tooLong),
    ("<SteadyState\nDuration='60'\nPower='2000'/>", .powerOutOfRange),
    ("<SteadyState Duration='60' Power='-0.5'/>", .powerOutOfRange),
    ("<SteadyState Duration='60' Power='0.5' Cadence='300'/>", .cadenceOutOfRange),
    ("<IntervalsT Repeat='10000' OnDuration='1' OffDuration='1' OnPower='1' OffPower='1'/>", .repeatsOutOfRange),
    ("<IntervalsT Repeat='200' OnDuration='3000' OffDuration='1' OnPower='1' OffPower='1'/>", .tooLong),
  ])
  func aStepThatNoRideCouldBeMadeOfIsRefusedWithItsLine(_ step: String, _ code: PlanError.Code) {
    let error = #expect(throws: WorkoutFileError.self) { try workout(zwo("<FreeRide Duration='60'/>\n\(step)")) }
    #expect(error?.code == .badPlan)
    #expect(error?.plan?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == 4)
  }

  @Test(arguments: ["", "<RestDay/>", "<textevent message='a'/>"])
  func aWorkoutOfNothingIsRefused(_ steps: String) {
    let error = #expect(throws: WorkoutFileError.self) { try workout(zwo(steps)) }
    #expect(error?.code == .noIntervals)
  }
}
