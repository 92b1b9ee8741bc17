import BluetoothLE
import ControlSocket
import ControlWire
import Locks
import Logging
import Loop
import RideAnalysis
import RideRuntime
import RideSession
import RideStore
import Rides

/// Measures heart rate variability with the strap, one measurement at a time; a ride has priority.
actor MeasuringService {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let central: any Central
  private let driver: RideDriver
  private let devices: DeviceRegistry
  private let access: StoreAccess
  private let time: MachineTime
  private let admission: Admission
  private let log: Logger

  /// The current measurement, until its link is closed.
  private var underWay: Measuring?
  /// The number of rides being started; no measurement runs meanwhile.
  private var starts = 0

  var isMeasuring: Bool { underWay != nil }

  /// How long a start waits for the strap's link to close; a slower strap is connected at the ride's next attempt.
  private static let patience = Duration.seconds(1)

  init(
    central: any Central, driver: RideDriver, devices: DeviceRegistry, access: StoreAccess,
    time: MachineTime, admission: Admission, loop: EventLoop, log: Logger
  ) {
    self.central = central
    self.driver = driver
    self.devices = devices
    self.access = access
    self.time = time
    self.admission = admission
    self.loop = loop
    self.log = log
  }

  /// Starts a measurement; with `more` it sends replies with its progress, otherwise only the result.
  func measure(_ call: Measure, more: Bool) async throws(ControlError) -> ControlAnswer<MeasureReply> {
    let seconds = try (call.seconds ?? Limits.usualMeasurementSeconds).checked(in: Limits.measurementSeconds, "seconds")
    try admission.demand()
    guard underWay == nil else { throw ControlError(.measurementInProgress) }
    let measuring = Measuring(
      of: call, begun: (loop.now, time.wallClock.moment),
      search: Task(executorPreference: loop) { await self.search() },
      session: { progressed in
        MeasuringSession(seconds: seconds, central: central, loop: loop, log: log, progressed: progressed)
      })
    underWay = measuring
    do throws(ControlError) { try await demandIdle() } catch {
      measuring.search.cancel()
      underWay = nil
      throw error
    }
    Task(executorPreference: loop) { await self.carryOut(measuring) }
    let feed = MeasuringFeed(of: measuring)
    guard !more else { return .stream(AsyncThrowingStream { try await feed.next() }, answering: call) }
    return .reply(try await feed.last())
  }

  /// Ends the current measurement because a ride starts; returns when the strap is free, or after a short time.
  ///
  /// No measurement starts until `startIsOver`.
  func giveWayToStart() async {
    starts += 1
    guard let underWay else { return }
    await underWay.session.giveWay()
    underWay.search.cancel()
    await untilLetGo(underWay)
  }

  /// Call when a start that called `giveWayToStart` has a ride or failed.
  func startIsOver() { starts -= 1 }

  /// Ends the current measurement because the daemon shuts down.
  func shutDown() async {
    guard let underWay else { return }
    await underWay.withdraw()
    await untilLetGo(underWay)
  }

  private func search() async -> Result<DeviceAddress, ControlError> {
    // The radio does not connect during a scan.
    await devices.endScans()
    do throws(ControlError) { return .success(try await devices.strap()) } catch { return .failure(error) }
  }

  /// - Throws: `rideInProgress` during a ride, or while a start scans for its devices.
  private func demandIdle() async throws(ControlError) {
    let snapshot = await driver.snapshot
    let isSearching = await devices.isSearching
    guard snapshot.phase == .idle, !isSearching, starts == 0 else {
      throw ControlError(.rideInProgress, subject: snapshot.figures?.id.map { String($0) })
    }
  }

  private func carryOut(_ measuring: Measuring) async {
    await devices.setMeasuring(true)
    measuring.end(with: await result(of: measuring))
    await measuring.session.letGo()
    await devices.setMeasuring(false)
    underWay = nil
    measuring.letGo.finish()
  }

  /// Returns the result of the measurement after storing it.
  private func result(of measuring: Measuring) async -> Result<HRVMeasurement, ControlError> {
    do throws(ControlError) {
      switch await measuring.session.measure(try await measuring.search.value.get()) {
      case .measured(let result): return .success(try await store(result, of: measuring))
      case .refused(let fault): throw .measurementRefused(fault)
      case .noRadio(let error): throw ControlError(radio: error)
      case .withdrawn: throw ControlError(.shuttingDown)
      }
    } catch {
      // A start cancels the search for a strap with the other scans. The reason is then the ride.
      let progress = await measuring.session.takeProgress()
      if case .failure(let fault)? = progress.measurement.outcome, fault.code == .rideBegan {
        return .failure(.measurementRefused(fault))
      }
      return .failure(admission.isGoingDown ? ControlError(.shuttingDown) : error)
    }
  }

  private func store(_ result: StrapMeasurement.Result, of measuring: Measuring) async throws(ControlError)
    -> HRVMeasurement
  {
    let at = moment(of: measuring)
    let measurement = HRVMeasurement(
      day: at.day, at: at, source: .strap, position: measuring.position, figures: result.figures,
      lostSeconds: result.lostSeconds > 0 ? result.lostSeconds : nil)
    // If the clock is not set yet, setting it corrects the measurement's time, as for rides.
    let begun =
      time.wallClock.isSynchronised
      ? nil : time.bootID.map { BootInstant(bootID: $0, instant: measuring.begun.instant) }
    loop.hold()
    defer { loop.release() }
    let added = try await access.stored { store throws(StoreError) in
      try await store.add(measurement, result.intervals, begun: begun)
    }
    // The measurement is stored, so a failure to read its mark is ignored.
    return (try? await access.marked(added)) ?? added
  }

  /// Returns when a measurement began, by the present wall clock, which may have been set meanwhile.
  private func moment(of measuring: Measuring) -> LocalMoment {
    guard time.isReal else { return measuring.begun.moment }
    let began = time.wallClock.now.advanced(by: measuring.begun.instant - loop.now)
    return LocalMoment(began, utcOffsetSeconds: time.utcOffsetSeconds(at: began) ?? 0)
  }

  /// Returns when the strap's link is closed, or after a short time.
  private func untilLetGo(_ measuring: Measuring) async {
    let end = loop.schedule(at: loop.now.advanced(by: Self.patience)) { measuring.letGo.finish() }
    for await _ in measuring.whenLetGo {}
    loop.cancel(end)
  }
}

extension MeasuringService: CallService {
  nonisolated func setHandlers(in router: inout CallRouter) {
    router.stream(Measure.self) { call, _, more throws(ControlError) in try await self.measure(call, more: more) }
  }
}

/// A running measurement, shared by the service and its caller.
private final class Measuring: Sendable {
  let session: MeasuringSession
  /// The search for the strap.
  let search: Task<Result<DeviceAddress, ControlError>, Never>
  let position: MeasurementPosition?
  /// The start, by the monotonic clock and by the wall clock.
  let begun: (instant: MonotonicInstant, moment: LocalMoment)
  /// Finishes when the strap's link is closed.
  let whenLetGo: AsyncStream<Void>
  let letGo: AsyncStream<Void>.Continuation
  /// Yields when there is progress to report.
  let wakes: AsyncStream<Void>
  private let waking: AsyncStream<Void>.Continuation
  private let outcome = Lock<Result<HRVMeasurement, ControlError>?>(nil)

  init(
    of call: Measure, begun: (instant: MonotonicInstant, moment: LocalMoment),
    search: Task<Result<DeviceAddress, ControlError>, Never>,
    session: (@escaping @Sendable () -> Void) -> MeasuringSession
  ) {
    let (wakes, waking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (whenLetGo, letGo) = AsyncStream.makeStream(of: Void.self)
    (self.wakes, self.waking) = (wakes, waking)
    position = call.position
    self.begun = begun
    self.search = search
    self.session = session { waking.yield() }
    waking.yield()
  }

  /// Cancels the measurement, unless it is over.
  func withdraw() async {
    await session.withdraw()
    search.cancel()
  }

  /// The result; nil while the measurement runs.
  var result: Result<HRVMeasurement, ControlError>? { outcome.withLock(\.self) }

  func end(with result: Result<HRVMeasurement, ControlError>) {
    outcome.withLock { $0 = result }
    waking.finish()
  }
}

/// The progress of a measurement for its caller.
private actor MeasuringFeed {
  private let measuring: Measuring
  private var isOver = false
  /// The intervals that were received but not sent to the caller yet.
  private var fresh: [Double] = []

  init(of measuring: Measuring) { self.measuring = measuring }

  deinit {
    // The caller has the result, or has disconnected.
    let measuring = measuring
    Task(executorPreference: measuring.session.loop) { await measuring.withdraw() }
  }

  /// Returns the next reply; the last one has the measurement, and nil follows it.
  ///
  /// - Throws: The reason why there is no measurement.
  func next() async throws -> MeasureReply? {
    guard !isOver else { return nil }
    var wakes = measuring.wakes.makeAsyncIterator()
    while await wakes.next() != nil {
      let progress = await progress()
      // A measurement counts as done or refused only after it is stored.
      if progress.phase != .done { return MeasureReply(progress) }
    }
    isOver = true
    try Task.checkCancellation()
    return try await result()
  }

  private func progress() async -> MeasuringProgress {
    let taken = await measuring.session.takeProgress()
    fresh += taken.fresh
    var progress = MeasuringProgress(taken)
    progress.intervals = fresh
    if progress.phase != .done { fresh = [] }
    return progress
  }

  /// Returns the last reply, with all intervals that were not sent yet.
  private func result() async throws(ControlError) -> MeasureReply {
    let progress = await progress()
    guard let result = measuring.result else { throw ControlError(.shuttingDown) }
    return MeasureReply(progress, measurement: try result.get())
  }

  /// Waits for the end of the measurement and returns the last reply.
  func last() async throws(ControlError) -> MeasureReply {
    for await _ in measuring.wakes {}
    return try await result()
  }
}

extension MeasuringProgress {
  fileprivate init(_ progress: MeasuringSession.Progress) {
    let (phase, secondsLeft) = progress.measurement.phase(at: progress.at)
    let figures = progress.measurement.figures
    self.init(
      phase, secondsLeft: secondsLeft, beats: figures.beats ?? 0, artefacts: figures.artefacts ?? 0,
      rmssd: figures.rmssd, beatsPerMinute: figures.meanHeartRate,
      stabilityPercent: progress.measurement.stabilityPercent, intervals: progress.fresh)
  }
}
