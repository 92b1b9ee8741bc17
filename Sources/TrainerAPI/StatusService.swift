import BluetoothLE
import ControlSocket
import ControlWire
import Loop
import RideRuntime
import RideSession
import RideStore
import Rides

/// Builds the status from the ride's snapshot and the current problems.
actor StatusService {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let driver: RideDriver
  private let recorder: RideRecorder
  private let devices: DeviceRegistry
  private let central: any Central
  private let store: RideDatabase
  private let stateDirectory: String
  /// The file system of the state directory, if a reboot may empty it.
  private let volatile: VolatileFileSystem?
  private let wallClock: any WallClock
  private let admission: Admission
  private let calendar: CalendarService
  private let reminder: MorningReminder
  private let refused: RefusedUploads

  init(
    driver: RideDriver, recorder: RideRecorder, devices: DeviceRegistry, central: any Central, store: RideDatabase,
    stateDirectory: String, wallClock: any WallClock, calendar: CalendarService, reminder: MorningReminder,
    refused: RefusedUploads, admission: Admission, loop: EventLoop
  ) {
    self.driver = driver
    self.recorder = recorder
    self.devices = devices
    self.central = central
    self.store = store
    self.stateDirectory = stateDirectory
    volatile = VolatileFileSystem(of: stateDirectory)
    self.wallClock = wallClock
    self.admission = admission
    self.calendar = calendar
    self.reminder = reminder
    self.refused = refused
    self.loop = loop
  }

  nonisolated var isGoingDown: Bool { admission.isGoingDown }

  func status() async -> Status { await status(of: await driver.snapshot) }

  /// Returns the status for a snapshot of the ride, with all current problems.
  func status(of snapshot: RideSnapshot) async -> Status {
    var problems: [ProblemCode: Problem] = [:]
    for problem in snapshot.problems { problems[problem.code] = problem.wire }
    if let failure = await recorder.failure {
      problems[.storeFailing] = Problem(.storeFailing, failure)
    }
    if let problem = Problem(ofDamage: store) { problems[.libraryReplaced] = problem }
    let radio = await central.state()
    // A simulated ride may be stored anywhere.
    if let volatile, radio.radio == "bluez" {
      problems[.stateVolatile] = Problem(.stateVolatile, subject: stateDirectory, detail: .text(volatile.rawValue))
    }
    if let problem = Problem(of: radio), let code = ProblemCode(rawValue: problem.code) {
      problems[code] = problem
    }
    if snapshot.figures?.id != nil, !wallClock.isSynchronised {
      problems[.clockUnsynchronised] = Problem(.clockUnsynchronised)
    }
    if let low = Problem(ofBatteries: snapshot.devices) {
      problems[.batteryLow] = low
    }
    let chosen = (try? await devices.chosen()) ?? [:]
    let isSearching = await devices.isSearching
    var status = Status(
      phase: isSearching && snapshot.phase == .idle ? .connecting : snapshot.phase,
      autoPaused: snapshot.isAutoPaused ? true : nil,
      problems: problems.sorted { $0.key < $1.key }.map(\.value),
      ride: snapshot.figures.flatMap(RideStatus.init),
      trainer: snapshot.trainer.map(DeviceStatus.init) ?? chosen[.trainer].map(DeviceStatus.init(away:)),
      heartRate: snapshot.heartRate.map(DeviceStatus.init) ?? chosen[.heartRate].map(DeviceStatus.init(away:)),
      plan: snapshot.plan, alpha1: snapshot.alpha1,
      planned: await planned(before: snapshot), hrvDue: await isMeasurementDue(before: snapshot))
    status.power = device(.power, snapshot, chosen)
    status.cadence = device(.cadence, snapshot, chosen)
    status.fan = device(.fan, snapshot, chosen)
    status.match = snapshot.match
    status.refusedUploads = await refusedUploads(before: snapshot)
    return status
  }

  private func device(
    _ role: DeviceRole, _ snapshot: RideSnapshot, _ chosen: [DeviceRole: RideDevice]
  ) -> DeviceStatus? {
    // A power meter that replaces the trainer is not also away.
    let chosen = chosen[role].flatMap { $0.address == snapshot.trainer?.device.address ? nil : $0 }
    return snapshot.sensors[role].map(DeviceStatus.init) ?? chosen.map(DeviceStatus.init(away:))
  }

  /// Returns today's next workout before a ride, unless that ride is about to start.
  private func planned(before snapshot: RideSnapshot) async -> PlanSummary? {
    switch snapshot.phase {
    case .idle, .connecting, .ready:
      loop.hold()
      defer { loop.release() }
      guard let next = await calendar.nextToday(), next.plan.name != snapshot.plan?.name else { return nil }
      return PlanSummary(next)
    case .riding, .paused, .reconnecting, .finishing: return nil
    }
  }

  /// Returns whether a measurement is due; nil during a ride, which uses the strap.
  private func isMeasurementDue(before snapshot: RideSnapshot) async -> Bool? {
    guard snapshot.phase == .idle else { return nil }
    loop.hold()
    defer { loop.release() }
    return await reminder.isDue
  }

  /// Returns the number of rides that services refused; nil during a ride.
  private func refusedUploads(before snapshot: RideSnapshot) async -> Int? {
    guard snapshot.phase == .idle else { return nil }
    loop.hold()
    defer { loop.release() }
    return await refused.count
  }

  /// The most intervals in one message, if each has a label of the greatest length.
  private static let intervalsOfMessage = 500

  /// Returns the intervals of the current plan, starting with the one that the request names.
  func intervals(_ call: GetIntervals) async throws(ControlError) -> IntervalList {
    guard call.from ?? 1 >= 1 else { throw ControlError(.invalidParameter, subject: "from") }
    guard let outline = await driver.outline else { throw ControlError(.noRide) }
    let rest = outline.intervals.dropFirst((call.from ?? 1) - 1)
    let fitting = rest.prefix(Self.intervalsOfMessage)
    return IntervalList(
      ride: outline.ride, intervals: Array(fitting), more: fitting.count < rest.count)
  }

  /// Returns the status now, at every change and at every heartbeat; with `values` also at each new value of a device.
  ///
  /// A client that reads slowly misses some statuses, but never the newest one and no events.
  func watch(
    values: Bool = false, heartbeat: Duration = Watch.heartbeat, pause: @escaping Heartbeat.Pause = Heartbeat.sleep
  ) async -> AsyncThrowingStream<Status, any Error> {
    let feed = StatusFeed(self, await driver.snapshots(ofEachValue: values))
    // A check at every heartbeat could come just before one is due; the status would follow after twice the time.
    let half = heartbeat / 2
    let beating = Heartbeat(every: half, pause: pause) { [driver] in
      if await feed.isSilent(for: half) { await driver.announce() }
    }
    return AsyncThrowingStream {
      // The heartbeat lasts as long as the stream.
      defer { withExtendedLifetime(beating) {} }
      return try await feed.next()
    }
  }
}

extension StatusService: CallService {
  nonisolated func setHandlers(in router: inout CallRouter) {
    router.answer(GetStatus.self) { _, _ in await self.status() }
    router.answer(GetIntervals.self) { call, _ throws(ControlError) in try await self.intervals(call) }
    router.stream(Watch.self) { call, _, _ in
      .stream(await self.watch(values: call.values ?? false), answering: call)
    }
  }
}

/// The status now and at every change, for one watcher.
///
/// A slow reader gets the newest status, with every event of the plan that the ride still remembers.
private actor StatusFeed {
  private let service: StatusService
  private let snapshots: AsyncStream<RideSnapshot>
  /// The serial of the last event that was sent; nil until the first status, which has no news.
  private var published: Int?
  /// Whether the previous status was of a ride.
  private var hadRide = false
  /// When the last status was returned.
  private var lastStatus = ContinuousClock.now

  init(_ service: StatusService, _ snapshots: AsyncStream<RideSnapshot>) {
    self.service = service
    self.snapshots = snapshots
  }

  /// Returns whether no status was returned for a time.
  func isSilent(for duration: Duration) -> Bool { lastStatus.duration(to: .now) >= duration }

  /// Returns the next status; nil at the end.
  ///
  /// - Throws: `shuttingDown` if the daemon shuts down during a ride: the ride is suspended, not over.
  func next() async throws -> Status? {
    for await snapshot in snapshots {
      let hasRide = snapshot.phase != .idle
      if hadRide, !hasRide, service.isGoingDown { throw ControlError(.shuttingDown) }
      hadRide = hasRide
      var status = await service.status(of: snapshot)
      status.news = news(in: snapshot)
      lastStatus = .now
      return status
    }
    return nil
  }

  /// Returns the events since the previous status.
  private func news(in snapshot: RideSnapshot) -> [PlanNews]? {
    defer { published = snapshot.planEvents.last?.serial ?? published ?? 0 }
    guard let published else { return nil }
    let news = snapshot.planEvents.filter { $0.serial > published }.map(\.news)
    return news.isEmpty ? nil : news
  }
}

/// Repeats an action until it is ended or released.
final class Heartbeat: Sendable {
  /// Waits for the next beat; throws when the task is cancelled.
  typealias Pause = @Sendable (Duration) async throws -> Void

  private let beating: Task<Void, Never>

  init(every interval: Duration, pause: @escaping Pause = sleep, _ beat: @escaping @Sendable () async -> Void) {
    beating = Task {
      while (try? await pause(interval)) != nil { await beat() }
    }
  }

  /// The pause that the daemon uses.
  static let sleep: Pause = { try await Task.sleep(for: $0) }

  func end() { beating.cancel() }

  deinit { beating.cancel() }
}
