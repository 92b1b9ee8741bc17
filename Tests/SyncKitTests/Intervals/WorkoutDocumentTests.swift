import ControlWire
import Rides
import SyncKit
import Testing

/// Documents from intervals.icu, in the forms of its calendar.
@Suite struct WorkoutDocumentTests {
  private static let settings = RiderSettings(maximumHeartRate: 190, thresholdHeartRate: 165)

  private func document(
    _ steps: String, _ more: String = "", settings: RiderSettings = Self.settings
  ) throws -> WorkoutDocument {
    let json = try #require(JSONValue(Array("{\(more)\"steps\":[\(steps)]}".utf8)))
    return WorkoutDocument(json, settings: settings)
  }

  /// Returns the only interval of a document with one step.
  private func interval(_ step: String, _ more: String = "", settings: RiderSettings = Self.settings) throws
    -> PlannedInterval
  {
    let groups = try document(step, more, settings: settings).groups
    try #require(groups.count == 1 && groups.first?.repeats == 1)
    return try #require(groups.first?.intervals.first)
  }

  private func bpm(_ step: String, _ more: String = "", settings: RiderSettings = Self.settings) throws -> [Int?] {
    let interval = try interval(step, more, settings: settings)
    #expect(interval.watts == nil && interval.thresholdPercent == nil)
    return [interval.bpmFrom, interval.bpmTo]
  }

  @Test func `a plan contains the workout's ramp, steady step, group and cool-down`() throws {
    let document = try document(
      """
      {"warmup":true,"ramp":true,"duration":600,"power":{"start":40,"end":50,"units":"%ftp"}},
      {"duration":1200,"power":{"value":60,"units":"%ftp"},"cadence":{"start":90,"end":100,"units":"rpm"},"text":"steady"},
      {"reps":2,"steps":[{"duration":240,"power":{"value":105,"units":"%ftp"}},
       {"duration":120,"power":{"value":55,"units":"%ftp"},"intensity":"recovery"}]},
      {"cooldown":true,"duration":300}
      """)
    #expect(
      document.groups == [
        PlannedGroup(
          repeats: 1,
          intervals: [
            PlannedInterval(
              label: "Warm-up", end: .timer, seconds: 600, thresholdPercent: 40, toThresholdPercent: 50)
          ]),
        PlannedGroup(
          repeats: 1,
          intervals: [
            PlannedInterval(
              label: "steady", end: .timer, seconds: 1200, thresholdPercent: 60, cadenceFrom: 90, cadenceTo: 100)
          ]),
        PlannedGroup(
          repeats: 2,
          intervals: [
            PlannedInterval(end: .timer, seconds: 240, thresholdPercent: 105),
            PlannedInterval(label: "Recovery", end: .timer, seconds: 120, thresholdPercent: 55),
          ]),
        PlannedGroup(repeats: 1, intervals: [PlannedInterval(label: "Cool-down", end: .timer, seconds: 300)]),
      ])
    #expect(document.notes.isEmpty)
  }

  @Test func `a nested group is repeated by both counts`() throws {
    let document = try document(
      """
      {"reps":2,"steps":[{"reps":3,"steps":[{"duration":30,"power":{"value":150,"units":"%ftp"}},{"duration":15}]},
       {"duration":300}]}
      """)
    #expect(document.groups.map(\.repeats) == [2])
    #expect(document.groups.first?.intervals.map(\.seconds) == [30, 15, 30, 15, 30, 15, 300])
  }

  // MARK: - Power

  @Test func `watts from the service take precedence over the percentage`() throws {
    let steady = try interval(
      #"{"duration":60,"power":{"value":80,"units":"%ftp"},"_power":{"value":207.6,"units":"w"}}"#)
    #expect(steady.watts == 208 && steady.thresholdPercent == nil && steady.toWatts == nil)
    let ramp = try interval(
      #"{"ramp":true,"duration":60,"power":{"start":80,"end":40,"units":"%ftp"},"_power":{"start":208,"end":104}}"#)
    #expect(ramp.watts == 208 && ramp.toWatts == 104)
    let unfit = try interval(
      #"{"ramp":true,"duration":60,"power":{"start":80,"end":40,"units":"%ftp"},"_power":{"value":150}}"#)
    #expect(unfit.watts == nil && unfit.thresholdPercent == 80 && unfit.toThresholdPercent == 40)
  }

  @Test func `a power range that is not a ramp is held at its middle, and shown`() throws {
    let interval = try interval(#"{"duration":60,"power":{"start":88,"end":94,"units":"%ftp"}}"#)
    #expect(interval.thresholdPercent == 91 && interval.toThresholdPercent == nil)
    #expect(interval.cues?.map(\.text) == ["Power 88 to 94 % FTP"])
  }

  @Test func `a power zone means the middle of the document's zone, or of the default zone`() throws {
    let step = #"{"duration":60,"power":{"value":2,"units":"power_zone"}}"#
    #expect(try interval(step).thresholdPercent == 65)
    #expect(try interval(step, #""sportSettings":{"power_zones":[50,60,90]},"#).thresholdPercent == 55)
    #expect(try interval(step, #""sportSettings":{"power_zones":[50,"x",90]},"#).thresholdPercent == 65)
    let between = try interval(#"{"duration":60,"power":{"start":"Z2","end":"Z3","units":"power_zone"}}"#)
    #expect(between.thresholdPercent == 73.8)
    let ramp = try interval(#"{"ramp":true,"duration":60,"power":{"start":1,"end":3,"units":"power_zone"}}"#)
    #expect(ramp.thresholdPercent == 49.5 && ramp.toThresholdPercent == 82.5)
  }

  @Test func `a power beyond the limits is clamped`() throws {
    #expect(try interval(#"{"duration":60,"power":{"value":0,"units":"w"}}"#).watts == 1)
    #expect(try interval(#"{"duration":60,"power":{"value":99999,"units":"w"}}"#).watts == 3000)
    #expect(try interval(#"{"duration":60,"power":{"value":"5000","units":"%FTP"}}"#).thresholdPercent == 1000)
    let negative = try interval(#"{"duration":60,"power":{"value":-5,"units":"w"}}"#)
    #expect(negative.watts == nil && negative.thresholdPercent == nil)
  }

  @Test func `a step with power and heart rate is steered by power and shows the heart rate`() throws {
    let interval = try interval(
      #"{"duration":60,"power":{"value":200,"units":"w"},"hr":{"start":120,"end":130,"units":"bpm"}}"#)
    #expect(interval.watts == 200 && interval.bpmFrom == nil && interval.bpmTo == nil)
    #expect(interval.cues?.map(\.text) == ["Heart rate 120 to 130 bpm"])
  }

  // MARK: - Heart rate

  @Test func `heart-rate percentages become beats per minute by the settings`() throws {
    #expect(try bpm(#"{"duration":60,"hr":{"start":81,"end":89,"units":"%lthr"}}"#) == [134, 147])
    #expect(try bpm(#"{"duration":60,"hr":{"start":60,"end":70,"units":"%hr"}}"#) == [114, 133])
    #expect(try bpm(#"{"duration":60,"hr":{"start":130,"end":120,"units":"bpm"}}"#) == [120, 130])
  }

  @Test func `a single heart rate becomes a range of three percent to either side`() throws {
    #expect(try bpm(#"{"duration":60,"hr":{"value":140,"units":"bpm"}}"#) == [136, 144])
    #expect(try bpm(#"{"duration":60,"hr":{"value":85,"units":"%lthr"}}"#) == [136, 144])
  }

  @Test func `a heart rate from the service takes precedence over the percentage`() throws {
    #expect(
      try bpm(#"{"duration":60,"hr":{"start":81,"end":89,"units":"%lthr"},"_hr":{"start":130,"end":143}}"#)
        == [130, 143])
    #expect(
      try bpm(#"{"duration":60,"hr":{"value":2,"units":"hr_zone"},"_hr":{"value":137,"start":131,"end":143}}"#)
        == [131, 143])
    #expect(
      try bpm(#"{"duration":60,"hr":{"start":81,"end":89,"units":"%lthr"},"_hr":{"value":85,"units":"%lthr"}}"#)
        == [134, 147])
  }

  @Test func `a heart-rate zone comes from the document, or else from the threshold heart rate`() throws {
    let step = #"{"duration":60,"hr":{"value":2,"units":"hr_zone"}}"#
    #expect(try bpm(step) == [134, 147])
    #expect(try bpm(step, #""sportSettings":{"hr_zones":[130,140,150]},"#) == [131, 140])
    #expect(try bpm(#"{"duration":60,"hr":{"start":1,"end":2,"units":"hr_zone"}}"#) == [107, 147])
    let lowest = try bpm(#"{"duration":60,"hr":{"value":1,"units":"hr_zone"},"_hr":{"start":0,"end":130}}"#)
    #expect(lowest == [104, 130], "a zone that begins at nothing is not steered to nothing")
  }

  @Test func `a percentage without its setting becomes free riding, and the setting is named`() throws {
    let step = #"{"duration":60,"hr":{"start":81,"end":89,"units":"%lthr"}}"#
    let document = try document(step, settings: RiderSettings())
    let interval = try #require(document.groups.first?.intervals.first)
    #expect(interval.bpmFrom == nil && interval.bpmTo == nil)
    #expect(
      interval.cues?.map(\.text)
        == ["Heart rate 81 to 89 % of threshold: set your threshold heart rate so that jz2 can steer it"])
    #expect(
      document.notes == [
        "Step 1: heart rate 81 to 89 % of threshold needs the threshold heart rate, which is not set: free riding."
      ])
    let maximum = try self.document(
      #"{"duration":60,"hr":{"value":70,"units":"%hr"}}"#, settings: RiderSettings(thresholdHeartRate: 165))
    #expect(maximum.notes.first?.contains("the maximum heart rate, which is not set") == true)
  }

  // MARK: - Targets without control

  @Test func `a pace becomes free riding that shows the pace, with a note for the step`() throws {
    let document = try document(
      """
      {"duration":60,"power":{"value":100,"units":"w"}},
      {"duration":60,"pace":{"value":270,"units":"secs/km"}},
      {"duration":60,"pace":{"start":95,"end":100,"units":"%pace"}}
      """)
    let intervals = document.groups.flatMap(\.intervals)
    #expect(intervals.map(\.watts) == [100, nil, nil])
    #expect(
      intervals.map { $0.cues?.first?.text } == [nil, "Pace 4:30 min/km", "Pace 95 to 100 % of threshold"])
    #expect(
      document.notes == [
        "Step 2: the pace 4:30 min/km cannot be steered: free riding.",
        "Step 3: the pace 95 to 100 % of threshold cannot be steered: free riding.",
      ])
  }

  @Test func `an unknown unit becomes free riding, or the heart rate if there is one`() throws {
    let free = try document(#"{"duration":60,"power":{"value":90,"units":"%mmp"}}"#)
    #expect(free.groups.first?.intervals.first?.cues?.map(\.text) == ["Power 90 %mmp: ride by feel"])
    #expect(free.notes == ["Step 1: power 90 %mmp is unknown to jz2: free riding."])
    let heart = try document(
      #"{"duration":60,"power":{"value":90,"units":"%mmp"},"hr":{"start":120,"end":130,"units":"bpm"}}"#)
    #expect(heart.groups.first?.intervals.first?.bpmFrom == 120)
    #expect(heart.notes == ["Step 1: power 90 %mmp is unknown to jz2: heart rate steers."])
  }

  @Test func `free-ride and all-out steps have no target and show their instruction`() throws {
    let free = try interval(#"{"duration":60,"freeride":true,"power":{"value":200,"units":"w"}}"#)
    #expect(free.watts == nil && free.cues?.map(\.text) == ["About 200 W"])
    let out = try interval(#"{"duration":60,"maxeffort":true}"#)
    #expect(out.cues?.map(\.text) == ["All out"])
  }

  // MARK: - Lengths and texts

  @Test func `a step ends by time, or else by distance, and is left out without either`() throws {
    let document = try document(
      """
      {"duration":60.4,"distance":1000},{"distance":2500},{"distance":0.2},{"duration":null,"distance":null},
      {"duration":-5,"power":{"value":100,"units":"w"}},{"duration":"90"},{"duration":1e300}
      """)
    let intervals = document.groups.flatMap(\.intervals)
    #expect(intervals.map(\.seconds) == [60, nil, nil, 90])
    #expect(intervals.map(\.meters) == [nil, 2500, 1, nil])
    #expect(document.notes.first == "Step 5 has no length and is left out.")
    #expect(document.notes.last?.contains("too long for a plan") == true)
  }

  @Test func `a step until a button press ends with the button, unless it is a timed ramp`() throws {
    let pressed = try interval(
      #"{"until_lap_press":true,"duration":600,"power":{"start":100,"end":120,"units":"w"}}"#)
    #expect(pressed.end == .activity && pressed.seconds == nil && pressed.watts == 110)
    let ramp = try interval(
      #"{"until_lap_press":true,"ramp":true,"duration":600,"power":{"start":100,"end":120,"units":"w"}}"#)
    #expect(ramp.end == .timer && ramp.watts == 100 && ramp.toWatts == 120)
    let endless = try interval(
      #"{"until_lap_press":true,"ramp":true,"power":{"start":100,"end":120,"units":"w"}}"#)
    #expect(endless.end == .activity && endless.toWatts == nil)
  }

  @Test func `a step's text is its label, and prompts appear at their times`() throws {
    let interval = try interval(#"{"duration":60,"text":"Get ready 33^Half\u0007way 50^Sprint<!> 70^never"}"#)
    #expect(interval.label == "Get ready")
    #expect(
      interval.cues == [
        PlanCue(atSeconds: 33, seconds: 10, text: "Half way"),
        PlanCue(atSeconds: 50, seconds: 10, text: "Sprint"),
      ])
  }

  @Test func `a text without a length is shown with the next step`() throws {
    let document = try document(#"{"text":"Main set"},{"text":""},{"duration":20,"text":"Go"}"#)
    #expect(
      document.groups.flatMap(\.intervals) == [
        PlannedInterval(
          label: "Go", end: .timer, seconds: 20, cues: [PlanCue(atSeconds: 0, seconds: 20, text: "Main set")])
      ])
    #expect(document.notes.isEmpty)
  }

  @Test func `a long text is shortened in the label and complete in a cue`() throws {
    let text = String(repeating: "word ", count: 40)
    let interval = try interval(#"{"duration":60,"text":"\#(text)"}"#)
    #expect(interval.label?.count == Limits.nameLength)
    #expect(interval.cues?.first?.text == String(text.dropLast()))
  }

  // MARK: - Limits

  @Test func `a workout that is too long for a plan is shortened, with a note`() throws {
    let long = try document(#"{"reps":30,"steps":[{"duration":3600}]},{"duration":60}"#)
    #expect(long.groups.map(\.repeats) == [24])
    #expect(long.notes.count == 1)
    let many = try document(
      #"{"reps":200,"steps":[{"reps":200,"steps":[{"reps":200,"steps":[{"duration":1},{"duration":1}]}]}]}"#)
    #expect(PlanLimitsCheck.faults(many.groups).isEmpty)
    #expect(!many.notes.isEmpty)
  }

  @Test func `texts beyond a plan's limit are left out`() throws {
    let text = String(repeating: "x", count: 1900)
    let step = #"{"text":"\#(text)"},{"duration":10}"#
    let document = try document(#"{"reps":200,"steps":[\#(Array(repeating: step, count: 4).joined(separator: ","))]}"#)
    #expect(PlanLimitsCheck.faults(document.groups).isEmpty)
    #expect(document.groups.first?.intervals.count == 4)
    #expect(document.notes.contains { $0.contains("too many texts for a plan") })
  }

  @Test func `an invalid document has no groups`() {
    for json in [JSONValue.null, .number(1), .list([]), .object([:]), .object(["steps": .text("x")])] {
      #expect(WorkoutDocument(json, settings: Self.settings).groups.isEmpty)
    }
  }
}
