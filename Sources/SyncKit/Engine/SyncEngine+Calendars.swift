import ControlWire
import FoundationEssentials
import Logging
import Loop
import Rides

extension SyncEngine {
  /// The interval between two fetches of the calendars.
  ///
  /// Riders plan in the evening and ride in the morning.
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

  /// Fetches all calendars.
  ///
  /// Returns whether each was read and stored, and the clock is known to be right.
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

  /// Sends the measurements made since the last time.
  private func sendMornings() async {
    hasNewMorning = false
    for service in wellness.keys where await !attempt(service, { try await sendMornings(to: service) }) { lookSoon() }
  }

  /// Runs work with a service if it is connected.
  ///
  /// Returns false if the work failed.
  private func attempt(_ service: SyncService, _ work: () async throws -> Void) async -> Bool {
    guard let record = try? await outbox.record(of: service), record.state == .connected else { return true }
    do {
      try await work()
      try await outbox.change(service) { record in
        // The network fault is over. Faults of rides belong to the courier.
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

  /// The days whose values may still change at the service, and those of the baseline and the normal range: 60 days up
  /// to today.
  ///
  /// Nil if the clock has no valid day.
  private var wellnessDays: ClosedRange<CalendarDay>? {
    CalendarDay(clock.now.localDay).map { $0.advanced(by: -59)...$0 }
  }

  /// Sends the strap measurements that count for their days, if the rider allows uploads.
  private func sendMornings(to service: SyncService) async throws {
    guard let exchange = wellness[service], let first = wellnessDays?.lowerBound, try await exchange.direction().isUp
    else { return }
    let measured = try await library.measurements(of: .strap, since: first)
    try await exchange.send(Dictionary(grouping: measured, by: \.day).compactMap { $0.value.counting })
  }

  /// Exchanges body values with a service in the directions that the rider allows.
  private func exchangeWellness(with service: SyncService) async throws {
    guard let exchange = wellness[service], let days = wellnessDays else { return }
    try await sendMornings(to: service)
    if try await exchange.direction().isDown {
      let counts = try await library.take(exchange.wellness(days))
      let (nights, measurements) = (counts.nights, counts.measurements)
      log.info(
        "body values fetched",
        metadata: [
          "service": "\(service.rawValue)", "nights": "\(nights.added + nights.replaced)",
          "measurements": "\(measurements.added + measurements.replaced)",
        ])
    }
  }

  /// Stores the currently planned workouts of today and tomorrow in jz2d.
  private func fetch(_ source: any WorkoutSource, of service: SyncService) async throws {
    let (today, tomorrow) = (clock.now.localDay, clock.now.addingTimeInterval(86_400).localDay)
    let workouts = try await source.workouts(from: today, to: tomorrow, settings: library.settings())
    let kept = try await library.plan(
      SetPlannedWorkouts(
        source: service.rawValue, from: today, to: tomorrow, workouts: workouts.map(PlannedWorkout.init)))
    for refused in kept.refused {
      log.warning(
        "planned workout refused",
        metadata: ["service": "\(service.rawValue)", "workout": "\(refused.name)", "why": "\(refused.message)"])
    }
  }

  private func note(_ fault: SyncFault, of service: SyncService) async {
    log.warning(
      "planned workouts or body values not updated",
      metadata: ["service": "\(service.rawValue)", "code": "\(fault.code.rawValue)"])
    _ = try? await outbox.change(service) { record in
      record.fault = fault
      if fault.code == .unauthorized, record.state == .connected { record.state = .authRequired }
    }
  }
}

extension Date {
  /// The day in this computer's time zone: `2026-11-25`.
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
