import ControlWire
import FoundationEssentials
package import Logging
package import Rides

/// Follows the library, puts its rides into the outbox and has couriers send them.
package actor SyncEngine {
  let outbox: Outbox
  let library: any TrainerLibrary
  let couriers: [SyncService: Courier]
  let calendars: [SyncService: any WorkoutSource]
  let wellness: [SyncService: any WellnessExchange]
  nonisolated let run: SyncRun
  let clock: any SyncClock
  let log: Logger
  let telling: Rest
  let calendar: Rest
  var waitingForCalendar: [CheckedContinuation<Void, Never>] = []
  /// The uptime of the next calendar fetch.
  var calendarDue = Duration.zero
  /// Whether body data changed since the last upload of measurements.
  var hasNewMorning = false
  /// The library that was followed last.
  var store: String?
  /// Whether the folder and the command match the administrator's configuration.
  private var areLocalsSettled = false
  /// The reason that jz2d cannot be reached; nil while it can.
  var obstacle: ControlError?

  package init(
    outbox: Outbox, library: any TrainerLibrary, carriers: [SyncService: Courier.Carrier],
    calendars: [SyncService: any WorkoutSource], wellness: [SyncService: any WellnessExchange],
    clock: any SyncClock, random: @escaping @Sendable () -> Double, log: Logger
  ) {
    let (run, telling) = (SyncRun(), Rest(clock: clock))
    self.outbox = outbox
    self.library = library
    self.calendars = calendars
    self.wellness = wellness
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

  /// Retries all waiting work now, for all services or for one.
  ///
  /// Returns when no more can be done.
  package func synchronise(_ service: SyncService? = nil) async {
    await run.asked()
    let chosen = couriers.filter { service == nil || $0.key == service }
    await withDiscardingTaskGroup { group in
      for (name, courier) in chosen {
        group.addTask {
          await self.reopen(name)
          await courier.retryNow()
        }
      }
      if service.map({ calendars[$0] != nil }) ?? true { group.addTask { await self.renewCalendars() } }
    }
    await run.answered()
  }

  /// Retries work that failed because of the network.
  package func networkReturned() async {
    for courier in couriers.values { await courier.networkReturned() }
    wakeCalendar()
  }

  /// Tries a service again that refused authorisation, since the rider may have corrected it there.
  private func reopen(_ service: SyncService) async {
    _ = try? await outbox.change(service) { record in
      // A service that was never connected still needs the rider's consent.
      guard record.library != nil else { return }
      if record.state == .authRequired || record.state == .inactive { record.state = .connected }
    }
  }

  func wakeCalendar() {
    calendarDue = .zero
    calendar.wake()
  }
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
        if obstacle?.code != error.code {
          let away = ControlError(.noTrainerDaemon, subject: error.subject, detail: error.code.rawValue)
          log.warning("\(away.explanation)")
        }
        obstacle = error
      } catch let fault as SyncFault {
        log.error("\(fault.explanation(of: nil))")
      } catch {
        log.error("cannot read changes of the library", metadata: ["error": "\(error)"])
      }
      try? await clock.sleep(for: .seconds(5))
    }
  }

  /// Handles a page of changes, and stores the cursor when all of the page is stored.
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
        switch change.subject {
        case .settings: wakeCalendar()
        case .body:
          hasNewMorning = true
          calendar.wake()
        case .ride, .plan, .library, .devices: break
        }
      }
    }
    try await outbox.follow(page.library, to: page.cursor)
    if former == nil || page.startsAnew == true || !page.changes.isEmpty {
      for courier in couriers.values { courier.wake() }
      telling.wake()
    }
  }

  /// Connects the folder and the command if the administrator has configured them, else disconnects them.
  private func settleLocals() async throws {
    for service in SyncService.allCases where !service.traits.isConnectedByRider {
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

  /// Switches to another library.
  ///
  /// Services get its rides from now on; the rider's own server gets all of them.
  private func moved(to store: String) async throws {
    let next = ((try await library.rides()).filter { $0.state == .finished }.map(\.id).max() ?? 0) + 1
    for service in SyncService.allCases where try await outbox.record(of: service).state != .disconnected {
      try await outbox.change(service) { record in
        guard record.library != store else { return }
        (record.library, record.firstRide) = (store, service.traits.wholeRides ? 0 : next)
      }
    }
  }

  private func consider(_ number: Int) async throws {
    if let ride = try await library.ride(String(number)) { return try await consider(ride) }
    guard let store else { return }
    // The ride is deleted for good.
    for service in couriers.keys {
      try await outbox.change(number, of: store, to: service) { $0.flatMap { $0.state.isThere ? $0 : nil } }
    }
  }

  /// Updates the uploads of a ride for all services.
  private func consider(_ ride: RideSummary) async throws {
    for service in couriers.keys { try await consider(ride, for: service) }
  }

  /// Updates the upload of a ride for one service.
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
      // The note does not name the server that has the ride. Sending a ride twice to a server is harmless.
      let notes = service.traits.wholeRides ? [] : try await library.uploads(of: ride.id)
      let noted = notes.first { $0.service == service.rawValue && $0.state.isThere }
      try await outbox.change(ride.id, of: store, to: service) { former in
        if let former { return former }
        return UploadRecord(ride, of: store, to: service, noted: noted, held: held, at: now)
      }
    }
    couriers[service]?.wake()
  }

  /// Updates the uploads of all rides for a service that was just connected.
  func considerAll(for service: SyncService) async throws {
    for ride in try await library.rides() { try await consider(ride, for: service) }
  }
}

extension UploadRecord {
  /// Creates the upload of a ride that is new, or that jz2d has noted as uploaded.
  init(
    _ ride: RideSummary, of store: String, to service: SyncService, noted: Upload?, held: SyncFault?, at now: Date
  ) {
    self.init(
      ride.id, of: store, to: service, activity: ride.activityID,
      externalID: Parcels.externalID(of: ride, in: store), start: ride.startDate ?? now, at: now)
    (name, note) = (ride.title, ride.note)
    (isHeld, fault) = (held != nil, held)
    guard let noted else { return }
    (state, remoteID, url, isReported) = (.done, noted.remoteId, noted.url, true)
    if noted.outdated { activity = "" }
  }
}
