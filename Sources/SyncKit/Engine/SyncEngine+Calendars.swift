import ControlWire
import FoundationEssentials
import Logging
import Loop
import Rides

extension SyncEngine {
  /// How often calendars are looked at; the rider plans in the evening and rides in the morning.
  private static var calendarInterval: Duration { .seconds(1800) }

  func keepCalendars() async {
    while !Task.isCancelled {
      let waiting = waitingForCalendar
      waitingForCalendar = []
      if calendarDue <= clock.uptime {
        calendarDue = clock.uptime + Self.calendarInterval
        if await !fetchCalendars() { lookSoon() }
      } else if hasNewMorning {
        await sendMornings()
      }
      for waiter in waiting { waiter.resume() }
      if !waitingForCalendar.isEmpty { continue }
      await calendar.rest(for: max(.zero, calendarDue - clock.uptime))
    }
    for waiter in waitingForCalendar { waiter.resume() }
  }

  private func lookSoon() { calendarDue = min(calendarDue, clock.uptime + .seconds(120)) }

  func renewCalendars() async {
    wakeCalendar()
    await withCheckedContinuation { waitingForCalendar.append($0) }
  }

  /// Whether every calendar was read and handed on, and the days are known to be right.
  private func fetchCalendars() async -> Bool {
    hasNewMorning = false
    var isDone = clock.isSet
    for (service, source) in calendars {
      isDone =
        await attempt(service) {
          try await fetch(source, of: service)
          try await exchangeWellness(with: service)
        } && isDone
    }
    return isDone
  }

  /// Sends what was measured since.
  private func sendMornings() async {
    hasNewMorning = false
    for service in wellness.keys where await !attempt(service, { try await sendMornings(to: service) }) { lookSoon() }
  }

  /// Works with a service that is connected; returns whether it went well.
  private func attempt(_ service: SyncService, _ work: () async throws -> Void) async -> Bool {
    guard let record = try? await outbox.record(of: service), record.state == .connected else { return true }
    do {
      try await work()
      try await outbox.change(service) { record in
        // What kept it from being read is over; what a ride met is the courier's to say.
        if record.fault?.isOfNetwork == true { record.fault = nil }
      }
      return true
    } catch let fault as SyncFault {
      await note(fault, of: service)
    } catch {
      log.notice("jz2d does not answer", metadata: ["service": "\(service.rawValue)", "error": "\(error)"])
    }
    return false
  }

  /// The days whose values may still change there, and those that a baseline and a range are made of; nil if the clock
  /// shows no day.
  private var wellnessDays: ClosedRange<CalendarDay>? {
    CalendarDay(clock.now.localDay).map { $0.advanced(by: -59)...$0 }
  }

  /// Sends the measurements of the strap that count for their days, where the rider lets them go.
  private func sendMornings(to service: SyncService) async throws {
    guard let exchange = wellness[service], let first = wellnessDays?.lowerBound, try await exchange.direction().isUp
    else { return }
    let measured = try await library.measurements(of: .strap, since: first)
    try await exchange.send(Dictionary(grouping: measured, by: \.day).compactMap { $0.value.counting })
  }

  /// Brings values of the body where the rider lets them go.
  private func exchangeWellness(with service: SyncService) async throws {
    guard let exchange = wellness[service], let days = wellnessDays else { return }
    try await sendMornings(to: service)
    if try await exchange.direction().isDown {
      let counts = try await library.take(exchange.wellness(days))
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
    let seconds = Int(timeIntervalSince1970)
    let offset = SystemClock.utcOffsetSeconds(at: seconds) ?? 0
    return "\(CalendarDay(millisecondsSince1970: Int64(seconds) * 1000, utcOffsetSeconds: offset))"
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
