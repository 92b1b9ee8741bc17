import ControlSocket
import ControlWire
import FoundationEssentials
import Logging
import RideFiles
import RideRuntime
import RideStore
import Rides

/// Manages the workouts that services plan for the rider's days, never on the ride's thread.
struct CalendarService: Sendable {
  let access: StoreAccess
  let wallClock: any WallClock
  let log: Logger

  /// The most bytes of a source or a key.
  private static let wordLength = 200

  func set(_ call: SetPlannedWorkouts, _ peer: Peer) async throws(ControlError) -> PlannedWorkoutsSet {
    let source = try Self.word(call.source, "source")
    let days = try Self.days(call)
    var reply = PlannedWorkoutsSet(saved: 0, removed: 0)
    var workouts: [CalendarPlan] = []
    for planned in call.workouts {
      guard let day = CalendarDay(planned.day), days.contains(day) else {
        throw ControlError(.invalidParameter, subject: "workouts")
      }
      do throws(PlanFault) {
        workouts.append(CalendarPlan(key: planned.key, day: day, plan: try Plan(planned)))
      } catch {
        reply.refused.append(RefusedWorkout(key: planned.key, name: planned.name, error))
      }
    }
    let (sound, now) = (workouts, wallClock.now)
    let change = try await access.stored { store throws(StoreError) in
      try await store.setCalendar(of: source, days: days, sound, at: now)
    }
    (reply.saved, reply.removed) = (change.saved, change.removed)
    let names = Dictionary(call.workouts.map { ($0.key, $0.name) }) { first, _ in first }
    reply.refused += change.tooLarge.map {
      RefusedWorkout(key: $0, name: names[$0] ?? $0, PlanFault(.tooLarge))
    }
    log.info(
      "planned workouts set",
      metadata: [
        "source": "\(source)", "days": "\(days.lowerBound) to \(days.upperBound)", "saved": "\(reply.saved)",
        "removed": "\(reply.removed)", "refused": "\(reply.refused.count)", "uid": "\(peer.uid)",
      ])
    return reply
  }

  func forget(_ call: ForgetPlannedWorkouts, _ peer: Peer) async throws(ControlError) -> PlannedWorkoutsForgotten {
    let source = try Self.word(call.source, "source")
    let removed = try await access.stored { store throws(StoreError) in try await store.endCalendar(of: source) }
    log.notice("planned workouts forgotten", metadata: ["source": "\(source)", "uid": "\(peer.uid)"])
    return PlannedWorkoutsForgotten(removed: removed)
  }

  /// - Throws: `invalidParameter` for invalid days, days out of order, and two workouts with the same key.
  private static func days(_ call: SetPlannedWorkouts) throws(ControlError) -> ClosedRange<CalendarDay> {
    guard let from = CalendarDay(call.from) else { throw ControlError(.invalidParameter, subject: "from") }
    guard let to = CalendarDay(call.to), from <= to else { throw ControlError(.invalidParameter, subject: "to") }
    for workout in call.workouts { _ = try word(workout.key, "workouts") }
    guard Set(call.workouts.map(\.key)).count == call.workouts.count else {
      throw ControlError(.invalidParameter, subject: "workouts")
    }
    return from...to
  }

  private static func word(_ text: String, _ parameter: String) throws(ControlError) -> String {
    guard try text.checked(parameter, atMost: wordLength) == text else {
      throw ControlError(.invalidParameter, subject: parameter)
    }
    return text
  }
}

// MARK: - The next workout

extension CalendarService {
  /// How long the fetched workouts of a day count as current.
  private static let freshness = Duration.seconds(86_400)

  /// Returns the next workout of a day.
  ///
  /// - Throws: `noPlannedWorkout` with the reason if the day has no workout left to ride.
  func workout(for planned: PlannedDay) async throws(ControlError) -> StoredPlan {
    let day = day(planned)
    let workouts = try await access.read { library throws(StoreError) in try await library.workouts(on: day) }
    if let next = Self.next(of: workouts) { return next }
    let fetches = try await access.read { library throws(StoreError) in try await library.calendarFetches() }
    throw .noPlannedWorkout(absence(on: day, of: workouts, fetches))
  }

  /// Returns today's next workout; nil if no workout is left, or the library cannot be read.
  func nextToday() async -> StoredPlan? {
    let day = day(.today)
    let workouts = try? await access.read { library throws(StoreError) in try await library.workouts(on: day) }
    return workouts.flatMap(Self.next)
  }

  private static func next(of workouts: [StoredPlan]) -> StoredPlan? {
    workouts.first { $0.calendar?.isRidden == false }
  }

  /// Returns a day by the machine's time zone, or by UTC if the zone is not known.
  private func day(_ planned: PlannedDay) -> CalendarDay {
    switch planned {
    case .today: wallClock.today
    case .tomorrow: wallClock.today.advanced(by: 1)
    }
  }

  private func absence(
    on day: CalendarDay, of workouts: [StoredPlan], _ fetches: [CalendarFetch]
  ) -> PlannedAbsence {
    let now = wallClock.now
    let fetched = fetches.map(\.at).max()?.rfc3339
    let isKnown = fetches.contains { $0.days.contains(day) && now < $0.at.advanced(by: Self.freshness) }
    let cause: PlannedAbsence.Cause =
      if !workouts.isEmpty { .allRidden } else if fetches.isEmpty { .noService } else if isKnown { .none } else {
        .notFetched
      }
    return PlannedAbsence(cause, day: day.description, fetched: fetched, plans: workouts.map(\.plan.name))
  }
}

extension CalendarService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(SetPlannedWorkouts.self) { call, peer throws(ControlError) in try await set(call, peer) }
    router.answer(ForgetPlannedWorkouts.self) { call, peer throws(ControlError) in try await forget(call, peer) }
  }
}

extension Plan {
  /// Converts a workout of a service to a plan with the workout's name.
  ///
  /// Texts are shortened and lose their control characters, since the rider did not write them for a plan.
  /// - Throws: The reason why it cannot be converted.
  fileprivate init(_ planned: PlannedWorkout) throws(PlanFault) {
    let name = planned.name.plain(atMost: Limits.nameLength)
    self.init(name: name.isEmpty ? "Workout" : name)
    if let planned = planned.groups {
      var number = 0
      for group in planned {
        var intervals: [PlanInterval] = []
        for interval in group.intervals {
          number += 1
          do throws(IntervalContradiction) { intervals.append(try PlanInterval(interval)) } catch {
            throw PlanFault(.contradictory, interval: number, detail: error.detail)
          }
        }
        groups +=
          group.repeats == 1 ? intervals.map { PlanGroup([$0]) } : [PlanGroup(repeats: group.repeats, intervals)]
      }
    } else {
      try take(file: planned.data ?? "")
    }
    if let summary = planned.summary?.plain(atMost: Limits.textLength), !summary.isEmpty { self.summary = summary }
    try check()
    guard groups.contains(where: { !$0.intervals.isEmpty }) else { throw PlanFault(.empty) }
  }

  private mutating func take(file base64: String) throws(PlanFault) {
    guard let bytes = Data(base64Encoded: base64) else { throw PlanFault(.malformed, detail: "not Base64") }
    guard case .plan(let plan) = try WorkoutFile.decode(Array(bytes), fileName: nil) else {
      throw PlanFault(.routeWantsPlan)
    }
    (groups, author, summary, thresholdWatts) = (plan.groups, plan.author, plan.summary, plan.thresholdWatts)
  }
}

extension String {
  /// Returns the text with a space for each run of control characters and white space, and at most `length` characters.
  fileprivate func plain(atMost length: Int) -> String {
    let words = split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    let text = words.joined(separator: " ").prefix(length)
    return String(text.last == " " ? text.dropLast() : text)
  }
}
