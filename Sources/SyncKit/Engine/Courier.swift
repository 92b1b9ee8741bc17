import ControlWire
import FoundationEssentials
package import Logging
package import Rides

/// Carries rides to one service, each ride once, for as long as the program runs.
///
/// It stores each step before the step happens, and the outcome after it, so that the next process can continue
/// wherever this one was killed.
package actor Courier {
  package enum Carrier: Sendable {
    case single(any UploadService)
    case batch(any BatchService)
  }

  nonisolated let name: SyncService
  private let carrier: Carrier
  private let outbox: Outbox
  private let library: any TrainerLibrary
  private let run: SyncRun
  private let clock: any SyncClock
  private let random: @Sendable () -> Double
  private let log: Logger
  private let rest: Rest
  /// Called when the state of a ride changed.
  private let changed: @Sendable (_ ride: Int) -> Void

  /// The present pause: the uptime at which it ends, and its reason.
  private var pause: (until: Duration, fault: SyncFault)?
  private var failures = 0
  /// The uptimes at which to ask the service again about rides that it is processing.
  private var dueAt: [Int: Duration] = [:]
  /// The number of requested retries, and the callers that wait for their end.
  private var retries = 0
  private var waiting: [(retry: Int, CheckedContinuation<Void, Never>)] = []

  package init(
    to name: SyncService, by carrier: Carrier, outbox: Outbox, library: any TrainerLibrary, run: SyncRun,
    clock: any SyncClock, random: @escaping @Sendable () -> Double, log: Logger,
    changed: @escaping @Sendable (_ ride: Int) -> Void
  ) {
    self.name = name
    self.carrier = carrier
    self.outbox = outbox
    self.library = library
    self.run = run
    self.clock = clock
    self.random = random
    self.changed = changed
    var log = log
    log[metadataKey: "service"] = "\(name.rawValue)"
    self.log = log
    rest = Rest(clock: clock)
  }

  /// Wakes the courier, because there may be a ride to carry.
  package nonisolated func wake() { rest.wake() }

  /// Retries all waiting rides now, and returns when no more rides can be sent.
  package func retryNow() async {
    pause = nil
    failures = 0
    dueAt = [:]
    retries += 1
    let retry = retries
    rest.wake()
    await withCheckedContinuation { waiting.append((retry, $0)) }
  }

  /// Retries now after a network fault.
  package func networkReturned() {
    guard pause?.fault.isOfNetwork == true else { return }
    pause = nil
    failures = 0
    rest.wake()
  }

  /// Carries rides until the task is cancelled.
  package func carry() async {
    await takeUpPause()
    while !Task.isCancelled {
      let retry = retries
      let pause = await step()
      guard let pause else { continue }
      await publishRest()
      waiting.removeAll { waiter in
        guard waiter.retry <= retry else { return false }
        waiter.1.resume()
        return true
      }
      await rest.rest(for: pause.duration)
    }
    for waiter in waiting { waiter.1.resume() }
    waiting = []
  }

  private enum Pause {
    case untilWoken
    case atMost(Duration)

    var duration: Duration? { if case .atMost(let duration) = self { duration } else { nil } }
  }

  /// Does the next piece of work, or returns a pause if there is none.
  private func step() async -> Pause? {
    if let pause {
      let left = pause.until - clock.uptime
      if left > .zero { return .atMost(left) }
      self.pause = nil
    }
    do throws(SyncFault) {
      let record = try await outbox.record(of: name)
      guard record.state == .connected, let store = record.library else { return .untilWoken }
      if case .batch(let service) = carrier, let destination = try await service.destination(),
        destination != record.destination
      {
        try await outbox.redirect(name, to: destination)
      }
      let limit = if case .batch(let service) = carrier { service.mostRides } else { 50 }
      let work = try await outbox.work(for: name, of: store, limit: limit)
      guard !work.isEmpty else { return .untilWoken }
      let now = clock.uptime
      switch carrier {
      case .batch(let service):
        await begin()
        return try await carry(work, of: store, by: service)
      case .single(let service):
        guard let next = work.first(where: { dueAt[$0.ride].map { $0 <= now } ?? true }) else {
          let soonest = work.compactMap { dueAt[$0.ride] }.min() ?? now
          return .atMost(max(.milliseconds(1), soonest - now))
        }
        await begin()
        try await carry(next, of: store, by: service)
        return nil
      }
    } catch {
      // The local disk failed: progress cannot be stored, so sending has to stop.
      log.error("\(error.explanation(of: name).message)", metadata: ["code": "\(error.code.rawValue)"])
      stop(error, for: backoff)
      return nil
    }
  }

  private func begin() async {
    await run.began(name, await backlog)
  }

  private var backlog: Backlog { get async { (try? await outbox.backlog(for: name)) ?? Backlog() } }

  private func publishRest() async {
    let record = try? await outbox.record(of: name)
    await run.rested(name, await backlog, fault: pause?.fault ?? record?.fault)
  }
}

// MARK: - One ride after the other

extension Courier {
  private func carry(_ upload: UploadRecord, of store: String, by service: any UploadService) async throws(SyncFault) {
    guard let ride = try await present(upload) else { return }
    let parcel = Parcels(library: library).parcel(of: ride, in: store, first: upload.firstExternalID)
    let delivery: Delivery
    switch upload.state {
    case .processing where upload.ticket != nil:
      delivery = await service.follow(upload.ticket ?? "", of: parcel)
    case .done, .duplicate, .stale:
      return try await rename(upload, parcel, service)
    case .queued, .sending, .processing, .failed:
      let mayBeThere = upload.state != .queued || upload.attempts > 0
      try await beginSending(upload, ride, parcel)
      delivery = await service.send(parcel, mayBeThere: mayBeThere)
    }
    if let setback = try await settle(upload, delivery) { try await apply(setback) }
  }

  private func rename(_ upload: UploadRecord, _ parcel: Parcel, _ service: any UploadService) async throws(SyncFault) {
    guard let remoteID = upload.remoteID else {
      return try await change(upload) { $0.isRenameDue = false }
    }
    let (name, note) = (parcel.ride.title, parcel.ride.note)
    switch await service.rename(remoteID, to: parcel) {
    case .there, .processing, .refused:
      try await change(upload) { record in
        (record.name, record.note, record.isRenameDue) = (name, note, false)
      }
      succeed()
    case .later(let fault, let after): await fail(fault, after)
    case .stopped(let fault): try await stopped(by: fault)
    }
  }

  /// Returns the ride in its present form if it should still be sent; nil otherwise.
  private func present(_ upload: UploadRecord) async throws(SyncFault) -> RideSummary? {
    let ride: RideSummary?
    do throws(ControlError) { ride = try await library.ride(String(upload.ride)) } catch {
      // jz2d is away. The engine wakes the couriers when it is back.
      stop(SyncFault(.unfinished, detail: "jz2d"), for: .seconds(5))
      return nil
    }
    if let ride, upload.state.isThere || upload.ticket != nil || ride.obstacle == nil { return ride }
    try await outbox.change(upload.ride, of: upload.library, to: name) { record in
      guard var record, let obstacle = ride?.obstacle, obstacle.code != .deleted else { return nil }
      (record.isHeld, record.fault) = (true, obstacle)
      return record
    }
    changed(upload.ride)
    return nil
  }

  private func beginSending(_ upload: UploadRecord, _ ride: RideSummary, _ parcel: Parcel) async throws(SyncFault) {
    let now = clock.now
    try await change(upload) { record in
      if record.state == .queued { record.at = now }
      // Some services have one name for all forms of a ride. The first form that is sent sets it for good.
      if record.remoteID == nil, record.attempts == 0, record.state == .queued {
        record.firstExternalID = parcel.firstExternalID
      }
      (record.state, record.activity) = (.sending, ride.activityID)
      (record.name, record.note, record.isRenameDue) = (ride.title, ride.note, false)
    }
  }
}

// MARK: - Many rides at once

extension Courier {
  private func carry(
    _ uploads: [UploadRecord], of store: String, by service: any BatchService
  ) async throws(SyncFault) -> Pause? {
    var parcels: [Parcel] = []
    for upload in uploads {
      guard let ride = try await present(upload) else {
        if pause != nil { return nil }
        continue
      }
      let parcel = Parcels(library: library).parcel(of: ride, in: store, first: upload.firstExternalID)
      try await beginSending(upload, ride, parcel)
      parcels.append(parcel)
    }
    let deliveries = await service.send(parcels)
    // Some deliveries may belong to an earlier request, whose response was lost.
    var setbacks: [Setback] = []
    for (ride, delivery) in deliveries.sorted(by: { $0.key < $1.key }) {
      guard let upload = try await outbox.upload(ride, of: store, to: name) else { continue }
      if let setback = try await settle(upload, delivery) { setbacks.append(setback) }
    }
    let left = try await outbox.queued(for: name)
    await service.settled(nothingWaits: left == 0)
    if deliveries.isEmpty, !parcels.isEmpty { setbacks.append(.failed(SyncFault(.badAnswer), nil)) }
    if let setback = setbacks.first(where: \.isStop) ?? setbacks.first { try await apply(setback) }
    return nil
  }
}

// MARK: - Outcomes

extension Courier {
  /// The consequence of a delivery for the rides after it.
  private enum Setback {
    case failed(SyncFault, Duration?)
    case stopped(SyncFault)

    var isStop: Bool { if case .stopped = self { true } else { false } }
  }

  private func apply(_ setback: Setback) async throws(SyncFault) {
    switch setback {
    case .failed(let fault, let after): await fail(fault, after)
    case .stopped(let fault): try await stopped(by: fault)
    }
  }

  /// Stores the outcome of a ride.
  private func settle(_ upload: UploadRecord, _ delivery: Delivery) async throws(SyncFault) -> Setback? {
    let now = clock.now
    dueAt[upload.ride] = nil
    switch delivery {
    case .there(let remoteID, let url, let wasThere):
      try await change(upload) { record in
        record.state = wasThere && record.remoteID == nil ? .duplicate : .done
        (record.remoteID, record.url) = (remoteID ?? record.remoteID, url ?? record.url)
        (record.ticket, record.fault, record.at, record.attempts, record.isHeld) = (nil, nil, now, 0, false)
      }
      succeed()
      try await outbox.change(name) { service in
        (service.lastSuccess, service.fault, service.pausedUntil) = (now, nil, nil)
      }
      log.info("ride uploaded", metadata: ["ride": "\(upload.ride)", "id": "\(remoteID ?? "")"])
      try await lookAgain(at: upload)
      await run.carried(to: name, await backlog)
    case .processing(let ticket, let after):
      try await change(upload) { ($0.state, $0.ticket, $0.fault) = (.processing, ticket, nil) }
      dueAt[upload.ride] = clock.uptime + after
      succeed()
      // The service responds and accepts rides, so its earlier fault is over.
      try await outbox.change(name) { service in (service.fault, service.pausedUntil) = (nil, nil) }
    case .refused(let fault):
      try await change(upload) { record in
        (record.state, record.fault, record.ticket, record.at) = (.failed, fault, nil, now)
      }
      succeed()
      log.warning(
        "ride refused",
        metadata: ["ride": "\(upload.ride)", "code": "\(fault.code.rawValue)", "why": "\(fault.detail ?? "")"])
    case .later(let fault, let after):
      try await change(upload) { record in
        record.attempts += 1
        record.fault = fault
        if record.ticket == nil { record.state = .queued }
      }
      return .failed(fault, after)
    case .stopped(let fault):
      try await change(upload) { record in
        record.fault = fault
        record.attempts += 1
        if record.ticket == nil { record.state = .queued }
      }
      return .stopped(fault)
    }
    return nil
  }

  /// Checks a ride again after its upload: edits during the upload could not be queued.
  private func lookAgain(at upload: UploadRecord) async throws(SyncFault) {
    guard let ride = try? await library.ride(String(upload.ride)) else { return }
    let service = try await outbox.record(of: name)
    try await outbox.change(upload.ride, of: upload.library, to: name) { record in
      let queueing = Queueing(ride: ride, library: upload.library, service: service, upload: record)
      return if case .keep(let kept) = queueing.decision { kept } else { record }
    }
  }

  /// Stops the service until the rider has acted.
  private func stopped(by fault: SyncFault) async throws(SyncFault) {
    try await outbox.change(name) { service in
      service.fault = fault
      guard service.state == .connected else { return }
      service.state = fault.code == .inactive ? .inactive : .authRequired
    }
    log.error("\(fault.explanation(of: name))", metadata: ["code": "\(fault.code.rawValue)"])
  }

  private func succeed() { failures = 0 }

  private var backoff: Duration {
    var chance = Chance(random: random)
    return Backoff.delay(afterFailures: failures, using: &chance)
  }

  /// Pauses the service after a failure of it or of the network.
  private func fail(_ fault: SyncFault, _ after: Duration?) async {
    let pause = after ?? backoff
    failures += 1
    stop(fault, for: pause)
    log.notice("ride waits", metadata: ["code": "\(fault.code.rawValue)", "seconds": "\(pause.components.seconds)"])
    let until = clock.now.addingTimeInterval(Double(pause.components.seconds))
    _ = try? await outbox.change(name) { service in
      service.fault = fault
      // A pause that the service asked for also applies to the next process.
      service.pausedUntil = fault.code == .rateLimited ? until : nil
    }
  }

  private func stop(_ fault: SyncFault, for pause: Duration) {
    self.pause = (clock.uptime + pause, fault)
  }

  /// Restores the pause that the service asked an earlier process for.
  ///
  /// A pause of more than 25 hours is ignored as a clock error.
  private func takeUpPause() async {
    guard let record = try? await outbox.record(of: name), let until = record.pausedUntil, let fault = record.fault
    else {
      return
    }
    let left = until.timeIntervalSince(clock.now)
    if left > 0, left < 90_000 { stop(fault, for: .seconds(left)) }
  }

  private func change(
    _ upload: UploadRecord, _ body: @Sendable (inout UploadRecord) -> Void
  ) async throws(SyncFault) {
    try await outbox.change(upload.ride, of: upload.library, to: name) { record in
      guard var record else { return nil }
      body(&record)
      return record
    }
    changed(upload.ride)
  }
}

/// Random bits from a source of numbers from 0 to 1.
private struct Chance: RandomNumberGenerator {
  let random: @Sendable () -> Double

  mutating func next() -> UInt64 { UInt64(max(0, min(random(), 0.999_999)) * 9_007_199_254_740_992) << 11 }
}
