import Rides
import Testing

@testable import RideFiles

/// Workout files as other programs and old editors write them.
@Suite struct ForeignWorkoutTests {
  private static let minute: [PlanInterval] = [.timer(60, .watts(100))]
  private static let points = "0 100\n1 100"

  /// Encodes text with one byte per character.
  private func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

  @Test func `an ERG course in Latin-1 or Windows-1252 is read correctly`() throws {
    let plan = try workout(latin1(course(Self.points, header: "DESCRIPTION = f\u{FC}r M\u{E4}rz \u{96} 5 \u{80}")))
    #expect(plan.summary == "für März – 5 €")
    #expect(plan.intervals == Self.minute)
  }

  @Test(arguments: ["", "<?xml version='1.0' encoding='ISO-8859-1'?>", "<?xml version='1.0' encoding='windows-1252'?>"])
  func `a ZWO file in Latin-1 is read whatever encoding it declares`(_ declaration: String) throws {
    let steps = "<FreeRide Duration='60'><textevent message='\u{DC}ber'/></FreeRide>"
    let plan = try workout(latin1(declaration + zwo(steps, header: "<author>M\u{FC}ller</author>")))
    #expect(plan.author == "Müller")
    #expect(plan.intervals.first?.cues.map(\.text) == ["Über"])
  }

  @Test func `a WorkoutText in Latin-1 is read`() throws {
    #expect(try workout(latin1("name: M\u{E4}rz\ntimer 1:00 100W")).name == "März")
  }

  @Test(arguments: [[0xFF, 0xFE, 0x5B, 0x00], [0x5B, 0x43, 0x81, 0x5D], [0xFE, 0xFF, 0x00, 0x5B]] as [[UInt8]])
  func `a workout file that is not text is refused`(_ bytes: [UInt8]) {
    #expect(throws: PlanFault.self) { try workout(bytes) }
  }

  @Test func `the lines of an ERG description are joined`() throws {
    let header = "DESCRIPTION = Over and under\nMinutes of pain\n\nDESCRIPTION = Three times\nVERSION = 2"
    let plan = try workout(course(Self.points, header: header))
    #expect(plan.summary == "Over and under\nMinutes of pain\nThree times")
    #expect(plan.intervals == Self.minute)
  }

  @Test(arguments: ["FTP = 250 W", "FTP=250W", "FTP = 250 watts", "ftp = 250 ; mine"])
  func `an ERG threshold may be followed by its unit`(_ header: String) throws {
    let plan = try workout(course("0 200\n1 200", header: header))
    #expect(plan.intervals == [.timer(60, .percent(80))])
  }

  @Test(arguments: ["FTP = 3.5 W/kg", "FTP = 250 kW", "FTP = W"])
  func `an ERG threshold in another unit is refused with its line number`(_ header: String) {
    let error = #expect(throws: PlanFault.self) { try workout(course(Self.points, header: header)) }
    #expect(error?.code == .malformed)
    #expect(error?.line == 2)
  }

  @Test func `ERG comments may be before the header and between or within sections`() throws {
    let text = """
      ; made by a program
      # another
      // and another, of
      [the old kind
      [COURSE HEADER]
      ; FTP = 1
      DESCRIPTION = What for
      # MINUTES GRADE
      MINUTES WATTS
      [END COURSE HEADER]
      between
      ; between
      [COURSE DATA]
      ; minutes and watts
      0 100 ; from here
      // on
      1 100
      [END COURSE DATA]
      [COURSE TEXT]
      ; none
      5\tGo\t5
      """
    let plan = try workout(text)
    #expect(plan.summary == "What for")
    #expect(plan.intervals == [.timer(60, .watts(100), cues: [PlanCue(atSeconds: 5, seconds: 5, text: "Go")])])
  }

  @Test(arguments: ["\u{1A}", "\r\n\u{1A}\u{1A}\u{1A}", "\u{1A}\u{0}\u{0}\n"])
  func `a DOS end-of-file mark ends a workout file`(_ end: String) throws {
    #expect(try workout(course(Self.points) + end).intervals == Self.minute)
    #expect(try workout(zwo("<FreeRide Duration='60'/>") + end).intervals == [.timer(60)])
    #expect(try workout("timer 1:00 100W\n" + end).intervals == Self.minute)
  }

  @Test func `a DOS end-of-file mark within a workout file is refused`() {
    let error = #expect(throws: PlanFault.self) { try workout(course("0 100\n1 \u{1A}100")) }
    #expect(error?.code == .notText)
    #expect(error?.line == 7)
  }

  @Test(arguments: [
    "0.00;100\n1.00;100", "0,00;100\n1,00;100", "0.00,100\n1.00,100", "0,100\n1,100", "0.00; 100\n1.00 ; 100",
    "0.00, 100\n1.00 , 100", "0,0\t100,0\n1,0\t100,0", "0.00;100;\n1.00;100;",
  ])
  func `ERG columns may be separated by semicolons or commas`(_ points: String) throws {
    #expect(try workout(course(points)).intervals == Self.minute)
  }

  @Test func `the fields of ERG laps and texts may be separated by semicolons`() throws {
    let rest = "[COURSE TEXT]\n5;Go on; all;7\n[END COURSE TEXT]"
    let plan = try workout(course("0.00;100\n0.00;LAP One two\n1.00;100", rest: rest))
    let cue = PlanCue(atSeconds: 5, seconds: 7, text: "Go on all")
    #expect(plan.intervals == [.timer(60, .watts(100), label: "One two", cues: [cue])])
  }

  @Test(arguments: ["0,50,100", "0,00,100,0", "0;", "0,"])
  func `ambiguous ERG columns are refused with their line number`(_ point: String) {
    let error = #expect(throws: PlanFault.self) { try workout(course(point + "\n1 100")) }
    #expect(error?.code == .malformed)
    #expect(error?.line == 6)
  }

  @Test(
    arguments: [
      ("<SteadyState Duration='0' Power='0.5'/>", []), ("<FreeRide Duration='0.4'/>", []),
      ("<Warmup Duration='0'/>", []),
      (
        "<IntervalsT Repeat='2' OnDuration='30' OffDuration='0' OnPower='1' OffPower='0.5'/>",
        [.timer(30, .percent(100)), .timer(30, .percent(100))]
      ),
      (
        "<IntervalsT Repeat='2' OnDuration='0' OffDuration='20' OffPower='0.5'/>",
        [.timer(20, .percent(50)), .timer(20, .percent(50))]
      ),
      ("<IntervalsT Repeat='2' OnDuration='0' OffDuration='0' OnPower='1' OffPower='0.5'/>", []),
    ] as [(String, [PlanInterval])])
  func `a ZWO step that lasts 0 s is left out`(_ step: String, _ intervals: [PlanInterval]) throws {
    let plan = try workout(zwo(step + "\n<FreeRide Duration='60'/>"))
    #expect(plan.intervals == intervals + [.timer(60)])
    #expect(try workout(try WorkoutFile.encode(plan, as: .text, thresholdWatts: nil)) == plan)
    #expect(try workout(try WorkoutFile.encode(plan, as: .zwo, thresholdWatts: nil)).intervals == plan.intervals)
  }

  @Test func `a ZWO workout that lasts 0 s is refused as empty`() {
    let error = #expect(throws: PlanFault.self) { try workout(zwo("<FreeRide Duration='0'/>")) }
    #expect(error?.code == .empty)
  }

  @Test func `a stray bracket in ZWO is taken literally`() throws {
    let steps = "<FreeRide Duration='60'><textevent timeoffset='1' message='keep < 90 & > 80 rpm <b'/></FreeRide>"
    let plan = try workout(zwo(steps, header: "<description>Heart rate < 150, a <3 ride</description>"))
    #expect(plan.intervals.first?.cues.map(\.text) == ["keep < 90 & > 80 rpm <b"])
    #expect(plan.summary == "Heart rate < 150, a <3 ride")
  }

  @Test(arguments: [
    ("<SteadyState Duration='60\nPower='0.5'/>", 4), ("<FreeRide < Duration='60'/>", 4),
    ("<FreeRide Duration='60'>", 4),
  ])
  func `a broken ZWO tag is refused with a line number`(_ step: String, _ line: Int) {
    let error = #expect(throws: PlanFault.self) {
      try workout(zwo("<FreeRide Duration='60'/>\n\(step)\n<FreeRide Duration='60'/>"))
    }
    #expect(error?.code == .malformed)
    #expect((4...6).contains(error?.line ?? 0), "\(error?.description ?? "")")
  }
}
