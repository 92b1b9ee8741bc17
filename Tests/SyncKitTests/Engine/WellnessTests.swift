import ControlWire
import Rides
import TestKit
import Testing

@testable import SyncKit

/// A calendar without workouts.
private struct EmptyCalendar: WorkoutSource {
  func workouts(from first: String, to last: String, settings: RiderSettings) async throws(SyncFault)
    -> [CalendarWorkout]
  { [] }
}

/// A service with a night on each requested day, which records the measurements sent to it.
private actor ScriptedExchange: WellnessExchange {
  private let way: WellnessDirection
  private(set) var asked: [ClosedRange<CalendarDay>] = []
  private(set) var sent: [[HRVMeasurement]] = []
  /// Yields each element of `sent` when it arrives.
  nonisolated let sendings: AsyncStream<[HRVMeasurement]>
  private let tell: AsyncStream<[HRVMeasurement]>.Continuation

  init(_ way: WellnessDirection) {
    self.way = way
    (sendings, tell) = AsyncStream.makeStream()
  }

  func direction() -> WellnessDirection { way }
  func wellness(_ days: ClosedRange<CalendarDay>) throws(SyncFault) -> ImportBody {
    asked.append(days)
    return ImportBody(nights: [Night(date: days.upperBound, source: .intervals, asleepMinutes: 450)])
  }
  func send(_ mornings: [HRVMeasurement]) throws(SyncFault) {
    sent.append(mornings)
    tell.yield(mornings)
  }
}

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct WellnessTests {
  private static func measurement(_ source: BodySource, day: CalendarDay, minute: Double?) -> HRVMeasurement {
    HRVMeasurement(
      day: day, at: minute.map { day.at($0 / 60) }, source: source, figures: HRVFigures(rmssd: minute ?? 1))
  }

  /// Runs the engine until the calendar was fetched once.
  private func exchange(_ way: WellnessDirection, measured: [HRVMeasurement] = []) async throws -> (
    ScriptedExchange, taken: [ImportBody]
  ) {
    let (exchange, library) = (ScriptedExchange(way), ScriptedLibrary())
    await library.set(measured: measured)
    let bench = try EngineBench(
      library: library, calendars: [.strava: EmptyCalendar()], wellness: [.strava: exchange])
    try await bench.run { await bench.engine.synchronise(.strava) }
    return (exchange, await library.taken)
  }

  @Test func `wellness values of sixty days are fetched if the rider enabled it`() async throws {
    let (exchange, taken) = try await exchange(.down)
    let days = try #require(await exchange.asked.first)
    #expect(days.lowerBound.distance(to: days.upperBound) == 59)
    #expect(taken.first?.nights?.first?.date == days.upperBound)
    #expect(await exchange.sent.isEmpty)
  }

  @Test func `the strap's first measurement of each day is sent, and other sources are not`() async throws {
    let today = CalendarDay(daysSince1970: 20_775)
    var warm = Self.measurement(.strap, day: today, minute: 350)
    warm.unrest = .afterRide
    let measured = [
      Self.measurement(.strap, day: today, minute: 500), Self.measurement(.strap, day: today, minute: 400),
      Self.measurement(.strap, day: today, minute: nil), Self.measurement(.apple, day: today, minute: 300),
      Self.measurement(.intervals, day: today.advanced(by: -1), minute: nil), warm,
    ]
    for order in [measured, measured.reversed()] {
      let (exchange, taken) = try await exchange(.up, measured: order)
      #expect(await exchange.sent.first == [measured[1]])
      #expect(taken.isEmpty)
      #expect(await exchange.asked.isEmpty)
    }
  }

  @Test func `a new measurement is sent at once, without a fetch`() async throws {
    let (exchange, library) = (ScriptedExchange(.both), ScriptedLibrary())
    let bench = try EngineBench(
      library: library, calendars: [.strava: EmptyCalendar()], wellness: [.strava: exchange])
    let morning = Self.measurement(.strap, day: CalendarDay(daysSince1970: 20_775), minute: 400)
    bench.clock.stand()
    try await bench.run {
      await bench.engine.synchronise(.strava)
      let asked = await exchange.asked.count
      await library.measure(morning)
      for await mornings in exchange.sendings where mornings == [morning] { break }
      #expect(await exchange.asked.count == asked)
    }
  }

  @Test func `wellness values are not exchanged before the rider enables it`() async throws {
    let (exchange, taken) = try await exchange(
      .none,
      measured: [
        Self.measurement(.strap, day: CalendarDay(daysSince1970: 20_775), minute: 400)
      ])
    #expect(taken.isEmpty)
    #expect(await exchange.sent.isEmpty)
  }
}
