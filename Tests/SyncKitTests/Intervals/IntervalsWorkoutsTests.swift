import ControlWire
import Rides
import SyncKit
import Testing

@Suite struct IntervalsWorkoutsTests {
  private static let steps = #""workout_doc":{"steps":[{"duration":60,"power":{"value":200,"units":"w"}}]}"#
  private static let minute = CalendarWorkout.Content.groups([
    PlannedGroup(repeats: 1, intervals: [PlannedInterval(end: .timer, seconds: 60, watts: 200)])
  ])

  private func workouts(_ events: String, settings: RiderSettings = RiderSettings()) async throws -> [CalendarWorkout] {
    let bench = IntervalsBench()
    bench.server.answer(200, "[\(events)]")
    let workouts = try await bench.service.workouts(from: "2026-11-25", to: "2026-11-26", settings: settings)
    #expect(
      bench.server.asked == [
        "GET /api/v1/athlete/0/events?category=WORKOUT&oldest=2026-11-25&newest=2026-11-26&resolve=true&ext=zwo"
      ])
    return workouts
  }

  private func event(_ id: Int, _ more: String, day: String = "2026-11-25") -> String {
    #"{"id":\#(id),"category":"WORKOUT","start_date_local":"\#(day)T07:00:00",\#(more)}"#
  }

  @Test func `a planned ride has its event's key, day, name and steps`() async throws {
    let found = try await workouts(
      event(91, #""workout_id":null,"type":"Ride","name":" Easy\tspin ","description":"- 1m\n\n- 200w","# + Self.steps))
    #expect(
      found == [
        CalendarWorkout(
          key: "91", day: "2026-11-25", name: "Easy spin", summary: "- 1m\n- 200w", content: Self.minute)
      ])
  }

  @Test func `only rides on the requested days are returned, each once`() async throws {
    let found = try await workouts(
      [
        event(1, #""type":"Run","# + Self.steps), event(2, #""type":"VirtualRide","# + Self.steps),
        event(3, Self.steps), event(4, Self.steps, day: "2026-11-27"), event(5, Self.steps, day: "2026-11-26"),
        event(3, Self.steps), event(6, #""type":"Swim","# + Self.steps), event(7, #""type":null,"# + Self.steps),
        #"{"id":8,"category":"NOTE","start_date_local":"2026-11-25T00:00:00",\#(Self.steps)}"#,
        #"{"id":9,"start_date_local":"tomorrow",\#(Self.steps)}"#, "7", "null",
        #"{"start_date_local":"2026-11-25T00:00:00",\#(Self.steps)}"#,
      ].joined(separator: ","))
    #expect(found.map(\.key) == ["2", "3", "5", "7"])
    #expect(found.map(\.name) == Array(repeating: "Workout", count: 4))
  }

  /// One such day would make jz2d refuse the whole calendar.
  @Test func `a workout on a nonexistent day is left out`() async throws {
    let bench = IntervalsBench()
    bench.server.answer(200, "[\(event(1, Self.steps, day: "2026-11-31")),\(event(2, Self.steps, day: "2026-11-30"))]")
    let found = try await bench.service.workouts(from: "2026-11-25", to: "2026-12-02", settings: RiderSettings())
    #expect(found.map(\.key) == ["2"])
  }

  @Test func `a workout without steps uses its file, and is left out if it has none`() async throws {
    let found = try await workouts(
      [
        event(1, #""workout_filename":"a.zwo","workout_file_base64":"PHg+","workout_doc":{"steps":[]}"#),
        event(2, #""workout_file_base64":"PHg+""#), event(3, #""workout_file_base64":"?""#),
        event(4, #""name":"Rest""#),
        event(5, #""workout_file_base64":"PHg+","# + Self.steps),
      ].joined(separator: ","))
    #expect(
      found.map(\.content) == [
        .file(name: "a.zwo", bytes: Array("<x>".utf8)), .file(name: "workout.zwo", bytes: Array("<x>".utf8)),
        Self.minute,
      ])
    #expect(found.map(\.key) == ["1", "2", "5"])
  }

  @Test func `the summary begins with the steps that are ridden differently than planned`() async throws {
    let found = try await workouts(
      event(1, #""description":"Easy","workout_doc":{"steps":[{"duration":60,"pace":{"value":4,"units":"m/s"}}]}"#))
    #expect(
      found.first?.summary == "Step 1: the pace 4:10 min/km cannot be steered: free riding.\nEasy")
  }

  @Test func `heart-rate percentages use the given settings`() async throws {
    let found = try await workouts(
      event(1, #""workout_doc":{"steps":[{"duration":60,"hr":{"start":70,"end":80,"units":"%lthr"}}]}"#),
      settings: RiderSettings(thresholdHeartRate: 160))
    #expect(
      found.first?.content
        == .groups([
          PlannedGroup(repeats: 1, intervals: [PlannedInterval(end: .timer, seconds: 60, bpmFrom: 112, bpmTo: 128)])
        ]))
  }

  @Test func `names and descriptions stay within a plan's limits`() async throws {
    let long = String(repeating: "e\u{301}", count: 4000)
    let found = try await workouts(event(1, #""name":"\#(long)","description":"\#(long)","# + Self.steps))
    let workout = try #require(found.first)
    #expect("2026-11-25 \(workout.name)".count <= Limits.nameLength)
    #expect((workout.summary?.count ?? 0) <= Limits.textLength)
  }

  @Test(arguments: [
    (200, "{}", SyncFault.Code.badAnswer), (200, "<html>", .badAnswer), (401, "", .unauthorized),
    (500, "", .serverFailed), (429, "", .rateLimited),
  ])
  func `a calendar that cannot be read is a fault, not an empty calendar`(
    _ status: Int, _ body: String, _ code: SyncFault.Code
  ) async {
    let bench = IntervalsBench()
    bench.server.answer(status, body)
    let fault = await #expect(throws: SyncFault.self) {
      try await bench.service.workouts(from: "2026-11-25", to: "2026-11-26", settings: RiderSettings())
    }
    #expect(fault?.code == code)
  }

  @Test func `a response that is truncated at any byte is refused`() async throws {
    let bytes = Array("[\(event(1, Self.steps)),\(event(2, #""name":"x","# + Self.steps))]".utf8)
    let bench = IntervalsBench()
    for length in 0...bytes.count {
      bench.server.answer(200, String(decoding: bytes.prefix(length), as: UTF8.self))
      let found = try? await bench.service.workouts(from: "2026-11-25", to: "2026-11-26", settings: RiderSettings())
      #expect(found?.count == (length == bytes.count ? 2 : nil))
    }
  }
}
