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

/// Measures heart rate variability with the strap, one measurement at a time; a ride goes before.
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

  /// The measurement under way, until its link is closed.
  private var underWay: Measuring?
  /// The rides that are being started; none is measured beside them.
  private var starts = 0

  var isMeasuring: Bool { underWay != nil }

  /// How long a start waits for the strap to be let go; a strap that is slower is connected when the ride asks again.
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

  /// Begins a measurement; with `more` its progress is told as it goes on, without, the result at the end.
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

  /// Ends the measurement under way because a ride begins, and returns once the strap is free, or soon after; until
  /// `startIsOver` nothing is measured.
  func giveWayToStart() async {
    starts += 1
    guard let underWay else { return }
    await underWay.session.giveWay()
    underWay.search.cancel()
    await untilLetGo(underWay)
  }

  /// A start that was given way to has a ride, or failed.
  func startIsOver() { starts -= 1 }

  /// Ends the measurement under way: the daemon goes down.
  func shutDown() async {
    guard let underWay else { return }
    await underWay.withdraw()
    await untilLetGo(underWay)
  }

  private func search() async -> Result<DeviceAddress, ControlError> {
    // No connection is made beside a scan.
    await devices.endScans()
    do throws(ControlError) { return .success(try await devices.strap()) } catch { return .failure(error) }
  }

  /// - Throws: `rideInProgress` if a ride is on, or a start looks for its devices.
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

  /// Measures and stores what was measured.
  private func result(of measuring: Measuring) async -> Result<HRVMeasurement, ControlError> {
    do throws(ControlError) {
      switch await measuring.session.measure(try await measuring.search.value.get()) {
      case .measured(let result): return .success(try await store(result, of: measuring))
      case .refused(let fault): throw .measurementRefused(fault)
      case .noRadio(let error): throw ControlError(radio: error)
      case .withdrawn: throw ControlError(.shuttingDown)
      }
    } catch {
      // A start ends the search for a strap as it ends scans: then the reason is the ride.
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
    // A clock that is set later corrects it, as it corrects rides.
    let begun =
      time.wallClock.isSynchronised
      ? nil : time.bootID.map { BootInstant(bootID: $0, instant: measuring.begun.instant) }
    loop.hold()
    defer { loop.release() }
    let added = try await access.stored { store throws(StoreError) in
      try await store.add(measurement, result.intervals, begun: begun)
    }
    // It is stored, whatever else can be read.
    return (try? await access.marked(added)) ?? added
  }

  /// When a measurement began, by the clock on the wall as it is now: it may have been set meanwhile.
  private func moment(of measuring: Measuring) -> LocalMoment {
    guard time.isReal else { return measuring.begun.moment }
    let began = time.wallClock.now.advanced(by: measuring.begun.instant - loop.now)
    return LocalMoment(began, utcOffsetSeconds: time.utcOffsetSeconds(at: began) ?? 0)
  }

  /// Returns when the strap is let go, or after a short time.
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

/// A measurement under way, between the service and its caller.
private final class Measuring: Sendable {
  let session: MeasuringSession
  /// Looks for the strap.
  let search: Task<Result<DeviceAddress, ControlError>, Never>
  let position: MeasurementPosition?
  /// By the machine's clock, and by that on the wall.
  let begun: (instant: MonotonicInstant, moment: LocalMoment)
  /// Ends when the strap is let go.
  let whenLetGo: AsyncStream<Void>
  let letGo: AsyncStream<Void>.Continuation
  /// Yields when there is something to tell.
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

  /// Ends it, unless it is over: nobody wants it any more.
  func withdraw() async {
    await session.withdraw()
    search.cancel()
  }

  /// What came of it; nil while it goes on.
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
  /// The intervals that came and were not told yet.
  private var fresh: [Double] = []

  init(of measuring: Measuring) { self.measuring = measuring }

  deinit {
    // Whoever asked has the result, or is gone.
    let measuring = measuring
    Task(executorPreference: measuring.session.loop) { await measuring.withdraw() }
  }

  /// The next reply, with the measurement once there is one; nil after it.
  ///
  /// - Throws: Why there is none.
  func next() async throws -> MeasureReply? {
    guard !isOver else { return nil }
    var wakes = measuring.wakes.makeAsyncIterator()
    while await wakes.next() != nil {
      let progress = await progress()
      // Whether it is done or refused is known once the measurement is stored.
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

  /// The reply at the end, with all intervals that were not told.
  private func result() async throws(ControlError) -> MeasureReply {
    let progress = await progress()
    guard let result = measuring.result else { throw ControlError(.shuttingDown) }
    return MeasureReply(progress, measurement: try result.get())
  }

  /// The reply at the end.
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
