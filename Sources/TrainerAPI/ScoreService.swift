import ControlSocket
import ControlWire
import RideAnalysis
import RideRuntime
import RideStore
import Rides

/// Computes the scores and the load of days from all stored data, never on the ride's thread.
struct ScoreService: Sendable {
  let access: StoreAccess
  let study: RideReviewer
  let wallClock: any WallClock

  /// The most days that are computed for one message, which may hold fewer.
  private static let (scoresInMessage, loadsInMessage) = (400, 4000)

  func scores(_ call: Scores) async throws(ControlError) -> ScoreList {
    let last = try lastDay(call.to)
    let days = try Self.days(call.from ?? last, last, atMost: Self.scoresInMessage)
    let scores = try await history().scores(days)
    try await keep(scores)
    let fitting = scores.fittingMessage
    return ScoreList(days: fitting, more: fitting.count < scores.count || days.upperBound < last)
  }

  func load(_ call: Load) async throws(ControlError) -> LoadList {
    let last = try lastDay(call.to)
    let days = try Self.days(
      call.from ?? last.advanced(by: 1 - Limits.usualLoadDays), last, atMost: Self.loadsInMessage)
    let loads = try await history().loads(days)
    let fitting = loads.fittingMessage
    return LoadList(days: fitting, more: fitting.count < loads.count || days.upperBound < last)
  }

  private func history() async throws(ControlError) -> BodyHistory {
    let (study, wallClock) = (study, wallClock)
    return try await access.stored { _ throws(StoreError) in try await study.bodyHistory(wallClock) }
  }

  /// Stores the scores, also those of days that are not over yet, because the rider has seen them.
  private func keep(_ scores: [DayScores]) async throws(ControlError) {
    let unkept = try await access.read { library throws(StoreError) in try await library.unkept(of: scores) }
    guard !unkept.isEmpty else { return }
    try await access.stored { store throws(StoreError) in try await store.keep(unkept) }
  }

  /// Returns the last day of a request; today if the request has no day.
  ///
  /// - Throws: `dayNotBegun`.
  private func lastDay(_ to: CalendarDay?) throws(ControlError) -> CalendarDay {
    guard let to else { return wallClock.today }
    try wallClock.demandBegun(to)
    return to
  }

  /// - Throws: `invalidParameter` if the first day is after the last one.
  private static func days(
    _ from: CalendarDay, _ to: CalendarDay, atMost count: Int
  ) throws(ControlError) -> ClosedRange<CalendarDay> {
    guard from <= to else { throw ControlError(.invalidParameter, subject: "from") }
    return from...min(to, from.advanced(by: count - 1))
  }
}

extension ScoreService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(Scores.self) { call, _ throws(ControlError) in try await scores(call) }
    router.answer(Load.self) { call, _ throws(ControlError) in try await load(call) }
  }
}
