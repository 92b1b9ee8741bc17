import ControlWire
import FoundationEssentials
import Glibc
package import Logging
package import RideTerms

/// Follows the library, puts its rides into the outbox and has couriers carry them.
package actor SyncEngine {
  let outbox: Outbox
  let library: any TrainerLibrary
  let couriers: [SyncService: Courier]
  let calendars: [SyncService: any WorkoutSource]
  nonisolated let run: SyncRun
  let clock: any SyncClock
  let log: Logger
  private let telling: Rest
  private let calendar: Rest
  private var waitingForCalendar: [CheckedContinuation<Void, Never>] = []
  /// The library that was followed last.
  var store: String?
  /// Whether the folder and the command are connected as the administrator wants it.
  private var areLocalsSettled = false
  /// Why jz2d cannot be talked to; nil while it can.
  var obstacle: ControlError?

  package init(
    outbox: Outbox, library: any TrainerLibrary, carriers: [SyncService: Courier.Carrier],
    calendars: [SyncService: any WorkoutSource], clock: any SyncClock, random: @escaping @Sendable () -> Double,
    log: Logger
  ) {
    let (run, telling) = (SyncRun(), Rest(clock: clock))
    self.outbox = outbox
    self.library = library
    self.calendars = calendars
    self.run = run
    self.clock = clock
    self.log = log
    self.telling = telling
    calendar = Rest(clock: clock)
    var couriers: [SyncService: Courier] = [:]
    for (name, carrier) in carriers {
      couriers[name] = Courier(
        to: name, by: carrier, outbox: outbox, library: library, run: run, clock: clock, random: random, log: log
      ) { _ in telling.wake() }
    }
    self.couriers = couriers
  }

  /// Works until the task is cancelled.
  package func work() async {
    await withDiscardingTaskGroup { group in
      for courier in couriers.values { group.addTask { await courier.carry() } }
      group.addTask { await self.followLibrary() }
      group.addTask { await self.tellLibrary() }
      group.addTask { await self.keepCalendars() }
    }
  }

  /// Tries again now everything that waits, with every service or with one; returns when all is done that can be.
  package func synchronise(_ service: SyncService? = nil) async {
    let chosen = couriers.filter { service == nil || $0.key == service }
    await withDiscardingTaskGroup { group in
      for (name, courier) in chosen {
        group.addTask {
          await self.reopen(name)
          await courier.kick()
        }
      }
      if service.map({ calendars[$0] != nil }) ?? true { group.addTask { await self.renewCalendars() } }
    }
  }

  /// The network changed: what failed for want of one is tried again.
  package func networkCame() async {
    for courier in couriers.values { await courier.networkCame() }
    calendar.wake()
  }

  /// A service that turned the rider away is asked once more, since he may have mended it there.
  private func reopen(_ service: SyncService) async {
    _ = try? await outbox.change(service) { record in
      // One that was never connected waits for the rider's consent.
      guard record.library != nil else { return }
      if record.state == .authRequired || record.state == .inactive { record.state = .connected }
    }
  }

  func wakeCalendar() { calendar.wake() }
}

// MARK: - Following

extension SyncEngine {
  private func followLibrary() async {
    while !Task.isCancelled {
      do {
        let followed = try await outbox.followed()
        for try await page in library.changes(after: followed?.cursor) {
          if let obstacle {
            log.notice("jz2d answers again", metadata: ["was": "\(obstacle.code.rawValue)"])
            self.obstacle = nil
          }
          try await take(page)
        }
      } catch let error as ControlError {
        if obstacle?.code != error.code { log.warning("\(ControlError(.noTrainerDaemon, subject: error.subject, detail: error.code.rawValue).sentence)") }
        obstacle = error
      } catch let fault as SyncFault {
        log.error("\(fault.sentence(of: nil))")
      } catch {
        log.error("the library cannot be followed", metadata: ["error": "\(error)"])
      }
      try? await clock.sleep(for: .seconds(5))
    }
  }

  /// Looks at what changed, and keeps how far it looked when all of it is kept.
  private func take(_ page: ChangeList) async throws {
    let former = try await outbox.followed()?.library
    store = page.library
    if former != page.library { try await moved(to: page.library) }
    if !areLocalsSettled { try await settleLocals() }
    if page.startsAnew == true {
      for ride in try await library.rides() { try await consider(ride) }
    } else {
      for change in page.changes {
        if change.subject == .library { for ride in try await library.rides() { try await consider(ride) } }
        if let number = change.ride { try await consider(number) }
        if change.subject == .settings { calendar.wake() }
      }
    }
    try await outbox.follow(page.library, to: page.cursor)
    if former == nil || page.startsAnew == true || !page.changes.isEmpty {
      for courier in couriers.values { courier.wake() }
      telling.wake()
    }
  }

  /// Connects the folder and the command if the administrator names them, else disconnects them.
  private func settleLocals() async throws {
    for service in [SyncService.folder, .hook] {
      let isNamed = couriers[service] != nil
      let state = try await outbox.record(of: service).state
      if isNamed, state == .disconnected {
        try await connected(service, account: nil, from: nextRide(), since: nil)
      } else if !isNamed, state != .disconnected {
        try await disconnected(service)
      }
    }
    areLocalsSettled = true
  }

  /// Another library is followed: services get its rides from now on, none of those that it has already.
  private func moved(to store: String) async throws {
    let next = ((try await library.rides()).filter { $0.state == .finished }.map(\.id).max() ?? 0) + 1
    for service in SyncService.allCases where try await outbox.record(of: service).state != .disconnected {
      try await outbox.change(service) { record in
        guard record.library != store else { return }
        (record.library, record.firstRide) = (store, next)
      }
    }
  }

  private func consider(_ number: Int) async throws {
    if let ride = try await library.ride(String(number)) { return try await consider(ride) }
    guard let store else { return }
    // It is gone for good.
    for service in couriers.keys {
      try await outbox.change(number, of: store, to: service) { $0.flatMap { $0.state.isThere ? $0 : nil } }
    }
  }

  /// Looks what a ride, as it is now, means for each service.
  private func consider(_ ride: RideSummary) async throws {
    for service in couriers.keys { try await consider(ride, for: service) }
  }

  /// Looks what a ride, as it is now, means for a service.
  func consider(_ ride: RideSummary, for service: SyncService) async throws {
    guard let store else { return }
    let record = try await outbox.record(of: service)
    let upload = try await outbox.upload(ride.id, of: store, to: service)
    let now = clock.now
    switch Queueing(ride: ride, library: store, service: record, upload: upload).decision {
    case .leave: return
    case .keep(let kept): try await outbox.change(ride.id, of: store, to: service) { _ in kept }
    case .forget:
      try await outbox.change(ride.id, of: store, to: service) { _ in nil }
    case .begin(let held):
      let noted = try await library.uploads(of: ride.id).first { $0.service == service.rawValue && $0.state.isThere }
      try await outbox.change(ride.id, of: store, to: service) { former in
        if let former { return former }
        return UploadRecord(ride, of: store, to: service, noted: noted, held: held, at: now)
      }
    }
    couriers[service]?.wake()
  }

  /// Looks at all rides for a service that was just connected.
  func considerAll(for service: SyncService) async throws {
    for ride in try await library.rides() { try await consider(ride, for: service) }
  }
}

extension UploadRecord {
  /// The way of a ride that begins now, or that jz2d has a note of.
  init(
    _ ride: RideSummary, of store: String, to service: SyncService, noted: Upload?, held: SyncFault?, at now: Date
  ) {
    self.init(
      ride.id, of: store, to: service, activity: ride.activityID,
      externalID: Parcels.externalID(of: ride, in: store), start: ride.startDate ?? now, at: now)
    (name, note) = (ride.sentName, ride.note)
    (isHeld, fault) = (held != nil, held)
    guard let noted else { return }
    (state, remoteID, url, isTold) = (.done, noted.remoteId, noted.url, true)
    if noted.outdated { activity = "" }
  }
}

// MARK: - Telling

extension SyncEngine {
  /// Has jz2d note the state of each ride, so that the rider sees it, and a backup has it.
  private func tellLibrary() async {
    while !Task.isCancelled {
      let pause = await tell()
      await telling.rest(for: pause)
    }
  }

  /// Tells what jz2d does not know yet; returns how long to wait if that does not work now.
  private func tell() async -> Duration? {
    do {
      guard let store = try await outbox.followed()?.library else { return .seconds(5) }
      while true {
        let untold = try await outbox.untold(of: store, limit: 50)
        if untold.isEmpty { return nil }
        for upload in untold { try await tell(upload) }
      }
    } catch {
      return .seconds(5)
    }
  }

  private func tell(_ upload: UploadRecord) async throws {
    if let refusal = try await refusal(of: NoteUpload(upload)) {
      // The ride is gone, or of another form: nothing is left to note.
      log.debug("an upload is not noted", metadata: ["ride": "\(upload.ride)", "code": "\(refusal.rawValue)"])
    }
    try await outbox.noteTold(upload)
  }

  /// Why jz2d does not note an upload; nil if it does.
  private func refusal(of note: NoteUpload) async throws(ControlError) -> ControlError.Code? {
    do throws(ControlError) { try await library.note(note) } catch {
      guard error.exitStatus == .refused else { throw error }
      return error.code
    }
    return nil
  }
}

extension NoteUpload {
  fileprivate init(_ upload: UploadRecord) {
    self.init(
      ride: String(upload.ride), service: upload.service.rawValue,
      activity: upload.activity.isEmpty ? nil : upload.activity, state: upload.state, remoteId: upload.remoteID,
      url: upload.url, message: upload.fault?.sentence(of: upload.service).message)
  }
}

// MARK: - Planned workouts

extension SyncEngine {
  /// How often calendars are looked at; the rider plans in the evening and rides in the morning.
  private static var calendarInterval: Duration { .seconds(1800) }

  private func keepCalendars() async {
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

  private func renewCalendars() async {
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
      } catch let fault as SyncFault {
        isDone = false
        await note(fault, of: service)
      } catch {
        isDone = false
      }
    }
    return isDone
  }

  /// Has jz2d keep the workouts of today and tomorrow, as they are planned now.
  private func fetch(_ source: any WorkoutSource, of service: SyncService) async throws {
    let (today, tomorrow) = (clock.now.localDay, clock.now.addingTimeInterval(86_400).localDay)
    let workouts = try await source.workouts(from: today, to: tomorrow, settings: library.settings())
    let kept = try await library.plan(
      SetPlannedWorkouts(
        source: service.rawValue, from: today, to: tomorrow, workouts: workouts.map(PlannedWorkout.init)))
    for refused in kept.refused {
      log.warning("a planned workout is refused", metadata: ["service": "\(service.rawValue)", "workout": "\(refused)"])
    }
  }

  private func note(_ fault: SyncFault, of service: SyncService) async {
    log.warning(
      "planned workouts are not renewed", metadata: ["service": "\(service.rawValue)", "code": "\(fault.code.rawValue)"])
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
