import ControlWire
import FoundationEssentials
import Glibc
import Logging
import RideTerms

extension SyncEngine {
  /// How often calendars are looked at; the rider plans in the evening and rides in the morning.
  private static var calendarInterval: Duration { .seconds(1800) }

  func keepCalendars() async {
    while !Task.isCancelled {
      let waiting = waitingForCalendar
      waitingForCalendar = []
      let isDone = await fetchCalendars()
      for waiter in waiting { waiter.resume() }
      if !waitingForCalendar.isEmpty { continue }
      await calendar.rest(for: isDone ? Self.calendarInterval : .seconds(120))
    }
    for waiter in waitingForCalendar { waiter.resume() }
  }

  func renewCalendars() async {
    calendar.wake()
    await withCheckedContinuation { waitingForCalendar.append($0) }
  }

  /// Whether every calendar was read and handed on, and the days are known to be right.
  private func fetchCalendars() async -> Bool {
    var isDone = clock.isSet
    for (service, source) in calendars {
      guard let record = try? await outbox.record(of: service), record.state == .connected else { continue }
      do {
        try await fetch(source, of: service)
        try await exchangeWellness(with: service)
        try await outbox.change(service) { record in
          // What kept it from being read is over; what a ride met is the courier's to say.
          if record.fault?.isOfNetwork == true { record.fault = nil }
        }
      } catch let fault as SyncFault {
        isDone = false
        await note(fault, of: service)
      } catch {
        isDone = false
      }
    }
    return isDone
  }

  /// The days whose values may still change there, and those that a baseline and a range are made of.
  private static var wellnessDays: Int { 60 }

  /// Brings values of the body where the rider lets them go.
  private func exchangeWellness(with service: SyncService) async throws {
    guard let exchange = wellness[service], let today = CalendarDay(clock.now.localDay) else { return }
    let direction = try await exchange.direction()
    let first = today.advanced(by: -Self.wellnessDays)
    if direction.isUp {
      let measured = try await library.measurements(since: first).filter { $0.source == .strap }
      let mornings = Dictionary(measured.map { ($0.day, $0) }) { first, second in
        (first.at.map { first in second.at.map { first <= $0 } ?? true } ?? false) ? first : second
      }
      try await exchange.send(Array(mornings.values))
    }
    if direction.isDown {
      let counts = try await library.take(exchange.wellness(first...today))
      let (nights, measurements) = (counts.nights, counts.measurements)
      log.info(
        "values of the body came",
        metadata: [
          "service": "\(service.rawValue)", "nights": "\(nights.added + nights.replaced)",
          "measurements": "\(measurements.added + measurements.replaced)",
        ])
    }
  }

  /// Has jz2d keep the workouts of today and tomorrow, as they are planned now.
  private func fetch(_ source: any WorkoutSource, of service: SyncService) async throws {
    let (today, tomorrow) = (clock.now.localDay, clock.now.addingTimeInterval(86_400).localDay)
    let workouts = try await source.workouts(from: today, to: tomorrow, settings: library.settings())
    let kept = try await library.plan(
      SetPlannedWorkouts(
        source: service.rawValue, from: today, to: tomorrow, workouts: workouts.map(PlannedWorkout.init)))
    for refused in kept.refused {
      log.warning(
        "a planned workout is refused",
        metadata: ["service": "\(service.rawValue)", "workout": "\(refused.name)", "why": "\(refused.message)"])
    }
  }

  private func note(_ fault: SyncFault, of service: SyncService) async {
    log.warning(
      "planned workouts or values of the body are not renewed",
      metadata: ["service": "\(service.rawValue)", "code": "\(fault.code.rawValue)"])
    _ = try? await outbox.change(service) { record in
      record.fault = fault
      if fault.code == .unauthorized, record.state == .connected { record.state = .authRequired }
    }
  }
}

extension Date {
  /// The day by this computer's time zone: `2026-11-25`.
  fileprivate var localDay: String {
    var seconds = time_t(timeIntervalSince1970)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return String(formatted(.iso8601).prefix(10)) }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}

extension PlannedWorkout {
  fileprivate init(_ workout: CalendarWorkout) {
    self.init(key: workout.key, day: workout.day, name: workout.name, summary: workout.summary)
    switch workout.content {
    case .groups(let groups): self.groups = groups
    case .file(_, let bytes): data = Data(bytes).base64EncodedString()
    }
  }
}
