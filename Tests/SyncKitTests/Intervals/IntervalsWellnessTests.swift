import ControlWire
import Rides
import SyncKit
import Testing

@Suite struct IntervalsWellnessTests {
  private static let day = CalendarDay(daysSince1970: 20_782)

  private static func morning(_ age: Int, rmssd: Double?, resting: Double?) -> HRVMeasurement {
    HRVMeasurement(
      day: day.advanced(by: -age), source: .strap, figures: HRVFigures(rmssd: rmssd), restingHeartRate: resting)
  }

  @Test func `wellness from intervals.icu becomes nights, measurements and values of their days`() async throws {
    let bench = IntervalsBench()
    bench.server.answer(
      200,
      """
      [{"id":"2026-11-24","hrv":42.5,"restingHR":51,"sleepSecs":27000,"weight":71.5,"mood":2},
       {"id":"2026-11-25","hrv":null,"restingHR":-1,"sleepSecs":0},
       {"id":"2026-12-01","hrv":50},{"id":"yesterday","hrv":50},{"hrv":50},7]
      """)
    let body = try await bench.service.wellness(Self.day.advanced(by: -9)...Self.day)
    let day = Self.day.advanced(by: -1)
    #expect(bench.server.asked == ["GET /api/v1/athlete/0/wellness?oldest=2026-11-16&newest=2026-11-25"])
    #expect(body.nights == [Night(date: day, source: .intervals, asleepMinutes: 450)])
    #expect(
      body.measurements == [
        HRVMeasurement(day: day, source: .intervals, figures: HRVFigures(rmssd: 42.5), restingHeartRate: 51)
      ])
    #expect(
      body.values == [
        WellnessValue(.restingHeartRate, 51, on: day, source: .intervals),
        WellnessValue(.weight, 71.5, on: day, source: .intervals),
      ])
  }

  @Test func `a strap value is not fetched back from intervals.icu, but a corrected one is`() async throws {
    let bench = IntervalsBench()
    bench.server.answer(200, "{}")
    try await bench.service.send([Self.morning(0, rmssd: 42.46, resting: 51.4)])
    bench.server.answer(200, #"[{"id":"2026-11-25","hrv":42.5,"restingHR":51,"weight":70}]"#)
    #expect(try await bench.service.wellness(Self.day...Self.day).values?.map(\.kind) == [.weight])
    bench.server.answer(200, #"[{"id":"2026-11-25","hrv":44,"restingHR":51}]"#)
    let corrected = try await bench.service.wellness(Self.day...Self.day)
    #expect(corrected.measurements?.map(\.figures.rmssd) == [44] && corrected.values == [])
  }

  @Test func `a morning is sent only once, even as others follow for months`() async throws {
    let bench = IntervalsBench()
    for age in (0..<70).reversed() {
      bench.server.answer(200, "{}")
      try await bench.service.send(
        (age..<age + 60).map { Self.morning($0, rmssd: 40, resting: 50) }.filter {
          $0.day >= Self.day.advanced(by: -69)
        })
    }
    #expect(bench.server.asked.count == 70)
  }

  @Test func `a response that is not a list of days is a fault`() async {
    let bench = IntervalsBench()
    bench.server.answer(200, "<html>")
    await #expect(throws: SyncFault(.badAnswer)) { try await bench.service.wellness(Self.day...Self.day) }
  }

  @Test func `a strap measurement is sent once, and again if it changes`() async throws {
    let bench = IntervalsBench()
    for _ in 0..<3 { bench.server.answer(200, "{}") }
    let first = Self.morning(1, rmssd: 42.46, resting: 51.4)
    let second = Self.morning(0, rmssd: nil, resting: 50)
    try await bench.service.send([second, first])
    try await bench.service.send([first, second])
    try await bench.service.send([
      first, Self.morning(0, rmssd: 40, resting: 50), Self.morning(2, rmssd: nil, resting: nil),
    ])
    #expect(
      bench.server.asked == [
        "PUT /api/v1/athlete/0/wellness/2026-11-24", "PUT /api/v1/athlete/0/wellness/2026-11-25",
        "PUT /api/v1/athlete/0/wellness/2026-11-25",
      ])
    let bodies = bench.server.requests.compactMap { request in
      if case .bytes(let bytes, _) = request.body { JSONValue(bytes) } else { nil }
    }
    #expect(
      bodies == [
        .object(["hrv": .number(42.5), "restingHR": .whole(51)]), .object(["restingHR": .whole(50)]),
        .object(["hrv": .whole(40), "restingHR": .whole(50)]),
      ])
  }

  @Test func `a morning that failed to send is sent the next time`() async throws {
    let bench = IntervalsBench()
    bench.server.answer(200, "{}")
    bench.server.answer(503)
    bench.server.answer(200, "{}")
    let mornings = [Self.morning(1, rmssd: 40, resting: 50), Self.morning(0, rmssd: 41, resting: 51)]
    await #expect(throws: SyncFault.self) { try await bench.service.send(mornings) }
    try await bench.service.send(mornings)
    #expect(bench.server.asked.map { $0.suffix(10) } == ["2026-11-24", "2026-11-25", "2026-11-25"])
  }

  @Test func `the wellness direction is none until the rider sets it, and stays until disconnection`() async throws {
    let bench = IntervalsBench()
    #expect(try await bench.service.direction() == WellnessDirection.none)
    for way in [WellnessDirection?.some(.both), nil] {
      bench.server.answer(200, #"{"id":"i1","name":"Ada"}"#)
      var call = Connect(service: .intervals)
      call.wellness = way
      _ = try await bench.service.connect(call)
      #expect(try await bench.service.direction() == .both)
    }
    #expect(await bench.service.disconnect() == false)
    #expect(try await bench.service.direction() == WellnessDirection.none)
  }
}
