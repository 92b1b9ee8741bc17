import Foundation
import HubTerms
import Rides
import Testing

/// Valid and invalid batches, by §6 of the protocol.
@Suite struct SyncRequestTests {
  private static let workout = """
    {"client_id":"r1","start_time":"2026-11-27T18:00:00Z","end_time":"2026-11-27T19:00:30.500+01:00",\
    "duration_seconds":3600,"distance_meters":30000.5,"energy_burned_kcal":700,"avg_heart_rate":140,"source":"jz2d"}
    """

  private func request(
    _ workouts: String = "[\(workout)]", key: String = "\"idempotency_key\":\"k\"", more: String = ""
  ) throws(HubFault) -> SyncRequest {
    try SyncRequest(Data("{\"workouts\":\(workouts),\(key)\(more)}".utf8))
  }

  private func fields(_ body: String) -> [String] {
    do throws(HubFault) {
      _ = try SyncRequest(Data(body.utf8))
      return []
    } catch {
      #expect(error.code == .validationError)
      return error.fields.map { "\($0.field): \($0.message)" }
    }
  }

  /// Returns the invalid fields after a member of the workout is replaced; nil removes it.
  private func fields(_ member: String, _ value: String?) throws -> [String] {
    var object = try #require(
      JSONSerialization.jsonObject(with: Data(Self.workout.utf8)) as? [String: Any])
    object[member] = try value.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8), options: [.fragmentsAllowed])
    }
    let text = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    return fields("{\"workouts\":[\(text)],\"idempotency_key\":\"k\"}")
  }

  @Test func `times in a batch can have any offset`() throws {
    let request = try request(more: ",\"mode\":\"full\",\"client_sync_timestamp\":\"2026-11-27T20:00:00Z\"")
    #expect(request.mode == .full)
    #expect(request.idempotencyKey == "k")
    #expect(request.clientTimestamp == Instant("2026-11-27T20:00:00Z"))
    let workout = try #require(request.workouts.first)
    #expect(workout.start.rfc3339 == "2026-11-27T18:00:00.000Z")
    #expect(workout.end.rfc3339 == "2026-11-27T18:00:30.500Z")
    #expect(workout.durationSeconds == 3600)
    #expect(workout.distanceMeters == 30000.5)
    #expect(workout.averageHeartRate == 140)
    #expect(workout.maximumHeartRate == nil)
  }

  @Test func `camelCase keys are equivalent to snake_case keys`() throws {
    let snake = try request(more: ",\"mode\":\"incremental\",\"client_sync_timestamp\":\"2026-11-27T20:00:00Z\"")
    let camel = try SyncRequest(
      Data(
        """
        {"workouts":[{"clientId":"r1","startTime":"2026-11-27T18:00:00Z","endTime":"2026-11-27T19:00:30.500+01:00",
        "durationSeconds":3600,"distanceMeters":30000.5,"energyBurnedKcal":700,"avgHeartRate":140,"source":"jz2d"}],
        "idempotencyKey":"k","clientSyncTimestamp":"2026-11-27T20:00:00Z"}
        """.utf8))
    #expect(snake == camel)
  }

  @Test(arguments: [0, 101]) func `a batch has 1 to 100 workouts`(_ count: Int) {
    let items = Array(repeating: Self.workout, count: count).joined(separator: ",")
    #expect(
      fields("{\"workouts\":[\(items)],\"idempotency_key\":\"k\"}") == [
        "workouts: must have 1 to 100 items, not \(count)"
      ])
  }

  @Test func `every invalid field is reported with its position`() {
    #expect(
      fields("{\"workouts\":[\(Self.workout),{\"client_id\":7,\"start_time\":\"noon\"},3],\"mode\":\"both\"}") == [
        "idempotency_key: is missing", "mode: must be incremental or full",
        "workouts[1].client_id: must be text, not a number",
        "workouts[1].start_time: must be a time such as 2026-11-27T18:30:00Z, with its offset from UTC",
        "workouts[1].end_time: is missing", "workouts[1].duration_seconds: is missing",
        "workouts[1].distance_meters: is missing", "workouts[1].source: is missing",
        "workouts[2]: must be an object, not a number",
      ])
  }

  @Test(arguments: [
    ("duration_seconds", "604801"), ("duration_seconds", "-1"), ("duration_seconds", "1.5"),
    ("distance_meters", "1000001"), ("distance_meters", "-0.1"), ("energy_burned_kcal", "10001"),
    ("avg_heart_rate", "29"), ("max_heart_rate", "251"), ("source", "\"\""),
    ("source", "\"\(String(repeating: "x", count: 65))\""),
    ("client_id", "\"a\\u0000b\""), ("client_id", "\"\(String(repeating: "x", count: 129))\""),
    ("end_time", "\"2026-11-27T17:59:59Z\""), ("start_time", "\"2026-11-27T18:00:00\""),
    ("start_time", "\"2026-11-27\""),
    ("base_version", "0"),
  ])
  func `a value outside its limits is refused`(_ member: String, _ value: String) throws {
    let found = try fields(member, value)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("workouts[0].\(member): ") == true)
  }

  @Test(arguments: [
    ("duration_seconds", "604800"), ("distance_meters", "1000000"), ("energy_burned_kcal", "10000"),
    ("avg_heart_rate", "30"), ("max_heart_rate", "250"), ("source", "\"\(String(repeating: "ü", count: 64))\""),
    ("energy_burned_kcal", "null"), ("duration_seconds", "3600.0"),
  ])
  func `a value at its limit is accepted`(_ member: String, _ value: String) throws {
    #expect(try fields(member, value) == [])
  }

  @Test(arguments: ["", "[]", "7", "{", "\u{0}"]) func `a body that is not an object is refused`(_ body: String) {
    #expect(throws: HubFault.self) { try SyncRequest(Data(body.utf8)) }
  }

  @Test(arguments: ["{},", "[],", "1,"]) func `a body of more than 20,000 values is not read`(_ value: String) {
    #expect(JSONValue(Data("[\(String(repeating: value, count: 9000))0]".utf8)) != nil)
    #expect(JSONValue(Data("[\(String(repeating: value, count: 20_001))0]".utf8)) == nil)
  }

  @Test func `an idempotency key has at most 64 characters`() {
    let key = String(repeating: "k", count: 65)
    #expect(
      fields("{\"workouts\":[\(Self.workout)],\"idempotency_key\":\"\(key)\"}") == [
        "idempotency_key: must have 1 to 64 characters"
      ])
  }
}
