import BluetoothLE
import ControlSocket
import ControlWire
import Logging
import Loop
import RideAnalysis
import RideRuntime
import RideSession
import RideStore
import Rides
import Workouts

/// Starts, controls and ends the ride.
actor RideControl {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let driver: RideDriver
  private let recorder: RideRecorder
  private let devices: DeviceRegistry
  private let measuring: MeasuringService
  private let access: StoreAccess
  private let calendar: CalendarService
  private let admission: Admission
  private let wallClock: any WallClock
  private let log: Logger

  init(
    driver: RideDriver, recorder: RideRecorder, devices: DeviceRegistry, measuring: MeasuringService,
    access: StoreAccess, calendar: CalendarService, admission: Admission, wallClock: any WallClock, loop: EventLoop,
    log: Logger
  ) {
    self.driver = driver
    self.recorder = recorder
    self.devices = devices
    self.measuring = measuring
    self.access = access
    self.calendar = calendar
    self.admission = admission
    self.wallClock = wallClock
    self.loop = loop
    self.log = log
  }

  /// Ends scans, a measurement and then the ride; returns when the ride is written, and later starts are refused.
  func shutDown() async {
    admission.end()
    await devices.endScans()
    await measuring.shutDown()
    await driver.shutDown()
  }
}

extension RideControl: CallService {
  nonisolated func setHandlers(in router: inout CallRouter) {
    router.answer(Start.self) { call, peer throws(ControlError) in try await self.start(call, peer) }
    router.answer(SetWatts.self) { call, peer throws(ControlError) in try await self.setWatts(call, peer) }
    router.answer(RideFree.self) { _, peer throws(ControlError) in try await self.rideFree(peer) }
    router.answer(SetSlope.self) { call, peer throws(ControlError) in try await self.setSlope(call, peer) }
    router.answer(SetResistance.self) { call, peer throws(ControlError) in try await self.setResistance(call, peer) }
    router.answer(Calibrate.self) { call, peer throws(ControlError) in try await self.calibrate(call, peer) }
    router.answer(Pause.self) { _, peer throws(ControlError) in try await self.pause(peer) }
    router.answer(Resume.self) { _, peer throws(ControlError) in try await self.resume(peer) }
    router.answer(EndLap.self) { _, peer throws(ControlError) in try await self.endLap(peer) }
    router.answer(Asked.self) { call, _ throws(ControlError) in try await self.asked(call) }
    router.answer(Stop.self) { call, peer throws(ControlError) in try await self.stop(call, peer) }
    router.answer(Done.self) { call, peer throws(ControlError) in try await self.take(.done, in: call.interval, peer) }
    router.answer(Skip.self) { call, peer throws(ControlError) in try await self.take(.skip, in: call.interval, peer) }
    router.answer(Back.self) { call, peer throws(ControlError) in try await self.take(.back, in: call.interval, peer) }
    router.answer(Extend.self) { call, peer throws(ControlError) in try await self.take(.init(call), peer) }
    router.answer(Bias.self) { call, peer throws(ControlError) in try await self.take(.init(call), peer) }
    router.answer(Label.self) { call, peer throws(ControlError) in try await self.take(.label(call.text), peer) }
  }
}

// MARK: - Start and stop

extension RideControl {
  /// Starts a ride with the chosen devices, or with those that a scan finds, which are then chosen.
  func start(_ call: Start, _ peer: Peer) async throws(ControlError) -> Started {
    let start = try ValidatedStart(call)
    guard await !devices.isSearching else { throw ControlError(.rideInProgress) }
    try admission.demandForRide()
    // The radio makes one connection at a time, and the strap has one link.
    await measuring.giveWayToStart()
    do throws(ControlError) {
      let started = try await findDevices(for: start, peer)
      await measuring.startIsOver()
      return started
    } catch {
      await measuring.startIsOver()
      throw error
    }
  }

  private func findDevices(for start: ValidatedStart, _ peer: Peer) async throws(ControlError) -> Started {
    let wantsHeartRate = start.wantsHeartRate
    if let chosen = try await devices.chosenDevices(wantsHeartRate: wantsHeartRate) {
      let lacksStrap = chosen.heartRate == nil && wantsHeartRate
      guard lacksStrap, await needsHeartRate(start) else { return try await ride(start, with: chosen, peer) }
    }
    let hasStrap = try await devices.chosen()[.heartRate] != nil
    let snapshot = await driver.snapshot
    let isSearching = await devices.isSearching
    guard snapshot.phase == .idle, !isSearching else {
      throw ControlError(.rideInProgress, subject: snapshot.figures?.id.map { String($0) })
    }
    let needsPower = await needsPower(start)
    let found = try await devices.searchedDevices(
      wantsHeartRate: wantsHeartRate, hasStrap: hasStrap, acceptsMeter: !needsPower)
    return try await ride(start, with: found, peer)
  }

  private func ride(
    _ start: ValidatedStart, with found: RideDevices, _ peer: Peer
  ) async throws(ControlError) -> Started {
    let order = try await order(start, with: found)
    // Checked again after the store has answered: the daemon may be shutting down by now.
    try admission.demandForRide()
    await devices.endScans()
    var started = try await perform(.start(order, await effort(of: order)), peer, trainer: found.trainer.ridden) {
      answer -> Result<Started, ControlError>? in
      guard case .started(let taken, let figures, let unheld) = answer else { return nil }
      guard let status = RideStatus(figures) else { return .failure(ControlError(.startWithdrawn)) }
      return .success(Started(ride: status, target: taken, unheld: unheld))
    }
    await devices.remember(found)
    started.devices = found.all.map(\.wire)
    return started
  }

  /// Returns whether the ride needs a heart rate, so that a start scans for a strap that was not chosen.
  private func needsHeartRate(_ start: ValidatedStart) async -> Bool {
    if start.needsHeartRate { return true }
    loop.hold()
    defer { loop.release() }
    let plan = try? await ridden(start.work, by: rider(of: start.work, hasStrap: true))
    return plan?.wantsHeartRate == true
  }

  /// Returns whether the ride has target powers, so that it needs a trainer; also true if its plan cannot be read.
  private func needsPower(_ start: ValidatedStart) async -> Bool {
    loop.hold()
    defer { loop.release() }
    let plan = try? await ridden(start.work, by: rider(of: start.work, hasStrap: true))
    return plan?.needsPower != false
  }

  /// Ends the ride, or the search for its devices.
  func stop(_ call: Stop, _ peer: Peer) async throws(ControlError) -> EndedRide {
    if await devices.withdrawSearch() { return EndedRide(ride: nil) }
    let ended: Int? = try await perform(.stop, peer) { answer in
      if case .stopped(let id) = answer { .success(id) } else { nil }
    }
    guard let ended else { return EndedRide(ride: nil) }
    let ride = try await summaryOfEnded(ended)
    guard call.discard != true else {
      let (now, isSet) = (wallClock.now, wallClock.isSynchronised)
      try await access.stored { store throws(StoreError) in try await store.delete(ended, at: now, isSet: isSet) }
      log.notice("ride deleted", metadata: ["ride": "\(ended)", "uid": "\(peer.uid)"])
      return EndedRide(ride: try await access.summary(ended))
    }
    return EndedRide(ride: ride, folder: access.store.fileFolder)
  }

  /// Returns the summary of a ride that just ended.
  ///
  /// - Throws: `storeFailed` while the store fails and the ride waits in memory.
  private func summaryOfEnded(_ id: Int) async throws(ControlError) -> RideSummary {
    if let failure = await recorder.failure, await recorder.holds(id) {
      throw ControlError(
        .storeFailed, subject: failure.path, detail: "the ride is over and waits in memory; \(failure.detail)")
    }
    return try await access.summary(id)
  }
}

// MARK: - The order for a ride

extension RideControl {
  /// Returns the order for a start with these devices.
  ///
  /// A stepped clock is held until the store, which has its own thread, has answered.
  /// - Throws: `unknownPlan`; `noPlannedWorkout`; `settingMissing` if Zone 2 is not set; `badPlan` with the reason why
  ///   the plan cannot be ridden; errors of the store.
  private func order(_ start: ValidatedStart, with found: RideDevices) async throws(ControlError) -> RideOrder {
    loop.hold()
    defer { loop.release() }
    // Without a strap, the trainer may relay a heart rate; only the ride shows whether it does.
    let rider = try await rider(of: start.work, hasStrap: start.wantsHeartRate)
    return start.order(try await ridden(start.work, by: rider), for: rider, with: found)
  }

  /// Returns the ride's figures by power at its start; without power zones and W′ if the settings cannot be read.
  private func effort(of order: RideOrder) async -> EffortInHand {
    loop.hold()
    defer { loop.release() }
    return EffortInHand(order, try? await access.store.settings())
  }

  /// Returns the rider's settings.
  ///
  /// If the store cannot be read, a steady ride starts with default settings; any other start throws.
  private func rider(of work: ValidatedStart.Work, hasStrap: Bool) async throws(ControlError) -> PlanRider {
    if work.isWithoutSettings {
      let settings = try? await access.store.settings()
      return PlanRider(settings: settings ?? RiderSettings(), learntWatts: nil, hasStrap: hasStrap)
    }
    let settings = try await access.stored { store throws(StoreError) in try await store.settings() }
    let learnt = try await access.stored { store throws(StoreError) in try await store.lastLearntWatts() }
    return PlanRider(settings: settings, learntWatts: learnt, hasStrap: hasStrap)
  }

  private func ridden(_ work: ValidatedStart.Work, by rider: PlanRider) async throws(ControlError) -> RidePlan {
    switch work {
    case .steady(let watts, let length, let ramps): return .steady(.hold(watts: watts), length, ramps)
    case .free(let length): return .steady(.free, seconds: length.seconds)
    case .zone2(let watts, let length, let ramps):
      guard rider.settings.zone2IsDefault != true else { throw ControlError(.settingMissing, subject: "zone2") }
      return try Self.of(nil) { () throws(PlanFault) in
        .steady(.heartRate(try rider.target(zone: 2, start: watts.map { .watts($0) })), length, ramps)
      }
    case .plan(let name):
      let (plan, calendar) = try await access.found(name) { store throws(StoreError) in
        try await store.planToRide(named: name)
      } packaged: { workout in
        (workout.plan, nil)
      }
      return try Self.of(plan, calendar, for: rider)
    case .planned(let day):
      let workout = try await calendar.workout(for: day)
      return try Self.of(workout.plan, workout.calendar?.key, for: rider)
    }
  }

  private static func of(
    _ plan: Plan, _ calendar: CalendarKey?, for rider: PlanRider
  ) throws(ControlError) -> RidePlan {
    var ridden = try of(plan.name) { () throws(PlanFault) in try RidePlan(plan, for: rider) }
    ridden.calendar = calendar
    return ridden
  }

  private static func of(
    _ name: String?, _ body: () throws(PlanFault) -> RidePlan
  ) throws(ControlError) -> RidePlan {
    do throws(PlanFault) { return try body() } catch { throw ControlError.badPlan(error, of: name) }
  }
}

// MARK: - Repeating a ride

extension RideControl {
  /// Returns the request that started a ride.
  ///
  /// - Throws: `unknownRide`, also for an imported ride, which had no request.
  func asked(_ call: Asked) async throws(ControlError) -> AskedRide {
    let id = try await access.stored { store throws(StoreError) -> Int? in
      guard let name = call.ride else { return try await store.lastRidden() }
      return try await store.resolve(name)
    }
    guard let id, let request = try await access.ride(id).order?.plan.likeness else {
      throw ControlError(.unknownRide, subject: call.ride ?? "last")
    }
    return AskedRide(ride: id, request: request)
  }
}

extension RidePlan {
  fileprivate static func steady(
    _ aim: IntervalAim, _ length: ValidatedStart.Length, _ ramps: ValidatedStart.Ramps
  ) -> RidePlan {
    .steady(
      aim, seconds: length.seconds, warmupSeconds: ramps.warmupSeconds, cooldownSeconds: ramps.cooldownSeconds)
  }
}

extension ValidatedStart.Work {
  /// Whether it can be ridden while the rider's settings cannot be read.
  fileprivate var isWithoutSettings: Bool {
    switch self {
    case .steady, .free: true
    case .plan, .planned, .zone2: false
    }
  }
}

// MARK: - Commands

extension RideControl {
  func setWatts(_ call: SetWatts, _ peer: Peer) async throws(ControlError) -> NewTarget {
    try await perform(try RideCommand(call), peer) { answer in
      if case .target(let taken) = answer { .success(NewTarget(target: taken)) } else { nil }
    }
  }

  func rideFree(_ peer: Peer) async throws(ControlError) -> EmptyReply { try await perform(.rideFree, peer, Self.done) }

  func setSlope(_ call: SetSlope, _ peer: Peer) async throws(ControlError) -> NewSlope {
    try await perform(try RideCommand(call), peer) { answer in
      if case .braked(.slope(let percent)) = answer { .success(NewSlope(slopePercent: percent)) } else { nil }
    }
  }

  func setResistance(_ call: SetResistance, _ peer: Peer) async throws(ControlError) -> NewResistance {
    try await perform(try RideCommand(call), peer) { answer in
      guard case .braked(.resistance(let percent)) = answer else { return nil }
      return .success(NewResistance(resistancePercent: percent))
    }
  }

  func calibrate(_ call: Calibrate, _ peer: Peer) async throws(ControlError) -> Calibrating {
    try await perform(try RideCommand(call), peer) { answer in
      if case .calibrating(let status) = answer { .success(Calibrating(calibration: status.rounded)) } else { nil }
    }
  }

  func pause(_ peer: Peer) async throws(ControlError) -> EmptyReply { try await perform(.pause, peer, Self.done) }

  func resume(_ peer: Peer) async throws(ControlError) -> EmptyReply { try await perform(.resume, peer, Self.done) }

  private static func done(_ answer: RideAnswer) -> Result<EmptyReply, ControlError>? {
    if case .done = answer { .success(EmptyReply()) } else { nil }
  }

  func endLap(_ peer: Peer) async throws(ControlError) -> LapEnded {
    try await perform(.lap, peer) { answer in
      guard case .lapped(let ended, let number) = answer else { return nil }
      return .success(LapEnded(number: number, ended: ended.map(LapStatus.init)))
    }
  }

  /// Applies a step to the ride's plan.
  func take(_ step: PlanStep, in interval: Int? = nil, _ peer: Peer) async throws(ControlError) -> StepTaken {
    try await perform(.step(step, in: interval), peer) { answer in
      if case .stepped(let standing) = answer { .success(StepTaken(plan: standing)) } else { nil }
    }
  }

  /// Sends a command to the driver and converts the answer.
  ///
  /// A refusal names `trainer`, or the chosen trainer if it is nil. `reply` converts the answer; it returns nil for an
  /// answer to another command.
  private func perform<Reply>(
    _ command: RideCommand, _ peer: Peer, trainer: RideDevice? = nil,
    _ reply: (RideAnswer) -> Result<Reply, ControlError>?
  ) async throws(ControlError) -> Reply {
    guard await !devices.isSearching else {
      throw ControlError(.wrongPhase, cause: RidePhase.connecting)
    }
    log.info("command", metadata: ["command": "\(command.name)", "uid": "\(peer.uid)", "pid": "\(peer.pid)"])
    switch await driver.perform(command) {
    case .success(let answer):
      guard let reply = reply(answer) else { throw ControlError(.wrongPhase, detail: "\(answer)") }
      return try reply.get()
    case .failure(let refusal):
      let chosen = (try? await devices.chosen())?[.trainer]
      throw ControlError(refusal, trainer: trainer ?? chosen)
    }
  }
}
