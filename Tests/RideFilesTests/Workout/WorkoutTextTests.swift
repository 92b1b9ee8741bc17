import Rides
import Testing

@testable import RideFiles

@Suite struct WorkoutTextTests {
  private static func interval(_ line: String) throws -> PlanInterval {
    let plan = try WorkoutText.decode(Array(line.utf8))
    return try #require(plan.intervals.first)
  }

  @Test func `a WorkoutText written by hand is read`() throws {
    let text = """
      # my own
      Name:  Over-unders #2
      author: Me
      ABOUT: "Four times\\nover"

      timer 10:00 ramp 50%-75% "Warm-up"   # slowly
      REPEAT 4
        Timer 2:00 90 % 85-95 rpm "Under"
      \ttimer 1:00 105% "Over"
          cue 0:45 "Fifteen \\"seconds\\""
          cue 0:50 for 5s "Five"
      end

      distance 2.5km 150 W
      location 48.2082, 16.3738 zone2 140W
      activity
      """
    let plan = try WorkoutText.decode(Array(text.utf8))
    #expect(plan.name == "Over-unders #2")
    #expect(plan.author == "Me")
    #expect(plan.summary == "Four times\nover")
    #expect(
      plan.groups == [
        PlanGroup([.timer(600, .ramp(percent: 50, 75), label: "Warm-up")]),
        PlanGroup(
          repeats: 4,
          [
            .timer(120, .percent(90), label: "Under", cadence: 85...95),
            .timer(
              60, .percent(105), label: "Over",
              cues: [
                PlanCue(atSeconds: 45, text: "Fifteen \"seconds\""), PlanCue(atSeconds: 50, seconds: 5, text: "Five"),
              ]),
          ]),
        PlanGroup([PlanInterval(end: .distance(meters: 2500), target: .watts(150))]),
        PlanGroup([
          PlanInterval(
            end: .location(Place(latitudeDegrees: 48.2082, longitudeDegrees: 16.3738)),
            target: .zone(2, start: .watts(140)))
        ]),
        PlanGroup([PlanInterval(end: .activity)]),
      ])
  }

  @Test(arguments: [
    ("timer 1:00", IntervalEnd.timer(seconds: 60)), ("timer 1:30:00", .timer(seconds: 5400)),
    ("timer 90:00", .timer(seconds: 5400)), ("timer 90s", .timer(seconds: 90)), ("timer 10min", .timer(seconds: 600)),
    ("timer 1h30min", .timer(seconds: 5400)), ("timer 10 min", .timer(seconds: 600)),
    ("distance 25m", .distance(meters: 25)), ("distance 25 m", .distance(meters: 25)),
    ("distance 2.5km", .distance(meters: 2500)), ("ACTIVITY", .activity),
  ])
  func `the end of an interval is read in each of its forms`(_ text: String, _ end: IntervalEnd) throws {
    #expect(try Self.interval(text) == PlanInterval(end: end))
  }

  @Test(arguments: [
    ("150W", IntervalTarget.watts(150)), ("150 w", .watts(150)), ("150 watts", .watts(150)), ("75%", .percent(75)),
    ("97.5 %", .percent(97.5)), ("ramp 100W-200W", .ramp(watts: 100, 200)), ("100-200W", .ramp(watts: 100, 200)),
    ("ramp 50-75%", .ramp(percent: 50, 75)), ("50%-75%", .ramp(percent: 50, 75)),
    ("ramp 100W-75%", .ramp(from: .watts(100), to: .thresholdPercent(75))), ("zone2", .zone(2, start: nil)),
    ("Z2", .zone(2, start: nil)), ("zone 2 140W", .zone(2, start: .watts(140))), ("free", .free), ("", .free),
    ("120-130bpm", .heartRate(120...130, start: nil)),
    ("120-130 BPM 60%", .heartRate(120...130, start: .thresholdPercent(60))),
    ("125bpm", .heartRate(125...125, start: nil)),
  ])
  func `the target of an interval is read in each of its forms`(_ text: String, _ target: IntervalTarget) throws {
    #expect(try Self.interval("timer 1:00 \(text)") == .timer(60, target))
    #expect(
      try Self.interval("timer 1:00 \(text) 90rpm \"x\"") == .timer(60, target, label: "x", cadence: 90...90))
  }

  @Test(arguments: [
    ("hold 1:00", PlanFault.Code.unknownWord, "hold"), ("timer", .malformed, ""),
    ("timer soon", .unknownWord, "soon"),
    ("timer 60", .unknownWord, "`60min` or `60s`"), ("timer 5m", .unknownWord, "is metres; minutes are `5min`"),
    ("timer 10 m 150W", .unknownWord, "`10min`"), ("distance 2", .unknownWord, "`2km` or `2m`"),
    ("timer 1:60", .unknownWord, "1:60"), ("timer 1:5", .unknownWord, "1:5"),
    ("timer -1:00", .unknownWord, "-1:00"), ("timer 99999999999999999999s", .unknownWord, "999"),
    ("timer 9223372036854775807m", .unknownWord, "9223"), ("timer 1m1h", .unknownWord, "1m1h"),
    ("distance 5mi", .unknownWord, "5mi"), ("distance nan", .unknownWord, "nan"),
    ("location 48.2", .unknownWord, "48.2"),
    ("location here", .unknownWord, "here"), ("timer 1:00 150", .unknownWord, "150"),
    ("timer 1:00 150.5W", .unknownWord, "150.5w"), ("timer 1:00 -5W", .unknownWord, "-5w"),
    ("timer 1:00 ramp 100W", .unknownWord, "100w"), ("timer 1:00 hard", .unknownWord, "hard"),
    ("timer 1:00 95-85rpm", .unknownWord, "95-85rpm"), ("timer 1:00 130-120bpm", .unknownWord, "130-120bpm"),
    ("timer 1:00 \"a\" 90rpm", .unknownWord, "90rpm"),
    ("timer 1:00 \"a\" \"b\"", .unknownWord, "\"b\""), ("timer 1:00 \"a", .malformed, "quotes"),
    ("timer 1:00 \"\\x\"", .malformed, "\\"), ("timer 1:00 \"\\u{110000}\"", .malformed, "\\"),
    ("\"timer\" 1:00", .malformed, ""), ("end", .malformed, "repeat"), ("repeat\nend", .malformed, "repeat"),
    ("repeat x", .malformed, "repeat"), ("cue 0:10 \"x\"", .malformed, "cue"), ("name: a\nname: b", .malformed, "name"),
    ("repeat 2\nend", .empty, ""),
  ])
  func `an invalid WorkoutText is refused with the line number and the word`(
    _ text: String, _ code: PlanFault.Code, _ word: String
  ) {
    let line = text.hasPrefix("name") ? 4 : 3
    let error = #expect(throws: PlanFault.self) { try WorkoutText.decode(Array("\n# a\n\(text)\n".utf8)) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == line)
    #expect(word.isEmpty || error?.detail.contains(word) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("repeat 10000\ntimer 1:00\nend", PlanFault.Code.repeatsOutOfRange, 1),
    ("repeat 0\ntimer 1:00\nend", .repeatsOutOfRange, 1), ("repeat 2\n\ntimer 0:00\nend", .zeroLength, 3),
    ("timer 1:00\ndistance 0m", .zeroLength, 2), ("distance 1001km", .tooLong, 1), ("timer 24:00:01", .tooLong, 1),
    ("timer 12:00:00\nrepeat 13\ntimer 1:00:00\nend", .tooLong, 2), ("timer 1:00 3001W", .powerOutOfRange, 1),
    ("timer 1:00 0W", .powerOutOfRange, 1), ("timer 1:00 ramp 50-1001%", .powerOutOfRange, 1),
    ("timer 1:00 zone6", .unknownZone, 1), ("timer 1:00 29-120bpm", .heartRateOutOfRange, 1),
    ("timer 1:00 120-251bpm", .heartRateOutOfRange, 1), ("timer 1:00 251rpm", .cadenceOutOfRange, 1),
    ("location 91,0", .badPlace, 1), ("timer 1:00 \"\"", .badText, 1),
    ("timer 1:00\ncue 0:10 for 0s \"x\"", .zeroLength, 2), ("timer 1:00\ncue 60:00:00 \"x\"", .tooLong, 2),
    (
      "repeat 200\n" + String(repeating: "timer 1s\n" + cue(of: 2000), count: 3) + "end\n", .tooManyCues, 1
    ),
    (
      String(repeating: "repeat 200\n" + String(repeating: "timer 1s\n", count: 6) + "end\n", count: 2),
      .tooManyIntervals, 9
    ),
  ])
  func `a WorkoutText that cannot be ridden is refused with its line number`(
    _ text: String, _ code: PlanFault.Code, _ line: Int
  ) {
    let error = #expect(throws: PlanFault.self) { try workout(text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.line == line)
  }

  private static func cue(of length: Int) -> String { "cue 0s \"\(String(repeating: "x", count: length))\"\n" }

  @Test func `a nested or unclosed group in a WorkoutText is refused`() {
    let nested = #expect(throws: PlanFault.self) { try workout("repeat 2\ntimer 1:00\nrepeat 3\n") }
    #expect(nested?.line == 3)
    let open = #expect(throws: PlanFault.self) { try workout("\nrepeat 2\ntimer 1:00\n") }
    #expect(open?.line == 2)
    #expect([nested?.code, open?.code] == [.malformed, .malformed])
  }

  /// A plan with all possible parts, and with text that is hard to write.
  static let everything = Plan(
    name: " \"quoted\" # \\ \u{301}\u{1F6B4}", summary: "two\r\nlines\tand \u{7F}\u{0}\u{85}", author: "",
    groups: [
      PlanGroup(repeats: 1, [.timer(1), .timer(86_000 - 3600 * 5)]),
      PlanGroup(repeats: 3, [.timer(61, .ramp(from: .watts(1), to: .thresholdPercent(33.333_333_333_333_336)))]),
      PlanGroup(
        repeats: 200,
        [
          PlanInterval(
            label: "\u{301}\"\\", end: .distance(meters: 1234.567_890_123), target: .zone(5, start: .watts(3000)),
            cadence: 1...250, cues: [PlanCue(atSeconds: 86_400, seconds: 86_400, text: "\n#\\u{0}")]),
          PlanInterval(
            end: .location(Place(latitudeDegrees: -0.000_000_1, longitudeDegrees: 180)), target: .percent(1)),
        ]),
      PlanGroup([PlanInterval(end: .activity, target: .zone(1, start: .thresholdPercent(55.5)))]),
      PlanGroup([PlanInterval(end: .distance(meters: 1e6), target: .zone(3, start: nil), cadence: 90...90)]),
      PlanGroup([.timer(60, .heartRate(30...250, start: .watts(1)), cadence: 80...90)]),
      PlanGroup([.timer(60, .heartRate(125...125, start: nil))]),
    ])

  @Test func `any plan is the same after writing and reading its WorkoutText`() throws {
    try Self.everything.check()
    let text = WorkoutText.encode(Self.everything)
    #expect(try WorkoutText.decode(text) == Self.everything)
    #expect(WorkoutText.encode(try WorkoutText.decode(text)) == text)
    #expect(try WorkoutText.decode(WorkoutText.encode(Plan(name: "Empty"))) == Plan(name: "Empty"))
  }

  @Test func `a WorkoutText is written as a person would write it`() throws {
    let plan = Plan(
      name: "Mine", summary: "Short",
      groups: [
        PlanGroup([.timer(600, .ramp(percent: 50, 75), label: "Warm-up")]),
        PlanGroup(
          repeats: 4,
          [.timer(5400, .watts(150), cadence: 85...95, cues: [PlanCue(atSeconds: 30, seconds: 15, text: "Ease off")])]),
        PlanGroup([PlanInterval(end: .distance(meters: 25), target: .free)]),
      ])
    #expect(
      String(decoding: WorkoutText.encode(plan), as: UTF8.self) == """
        name: Mine
        about: Short

        timer 10:00 50-75% "Warm-up"
        repeat 4
          timer 1:30:00 150W 85-95rpm
            cue 0:30 for 15s "Ease off"
        end
        distance 25m free

        """)
  }
}
