package import BluetoothLE
package import Logging
package import Loop
package import RideSession

/// Drives the ride's machine: brings it what happened and carries out what it decides.
///
/// It lives on the radio's own executor, so that a notification reaches the machine within the turn that brought it, and
/// decides nothing itself.
package actor RideDriver {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let central: any Central
  let recorder: RideRecorder
  let log: Logger
  let trace: NotificationTrace?
  let blackBox: BlackBox?
  /// Who is told of what happens to the plan, with the ride's number.
  let planListener: (@Sendable (PlanEvent, Int?) -> Void)?

  var machine: RideMachine
  var links: [DeviceRole: CurrentLink] = [:]
  var connecting: [DeviceRole: Task<Void, Never>] = [:]
  /// The store is taking a ride.
  var opening: Task<Void, Never>?
  var waiting: [CommandToken: CheckedContinuation<Result<RideAnswer, RideRefusal>, Never>] = [:]
  private var lastToken = 0
  var lastLinkNumber = 0
  /// Why the last attempt to link each device failed, as the journal was told; nil once it was linked.
  var toldFailures: [DeviceRole: LinkError.Code] = [:]

  private var timer: (deadline: MonotonicInstant, timer: EventLoop.Timer)?
  private(set) var watchers: [Int: AsyncStream<RideSnapshot>.Continuation] = [:]
  private var lastWatcher = 0
  private var published: RideSnapshot?
  private var isDown = false

  package init(
    central: any Central, recorder: RideRecorder, rules: RideRules, loop: EventLoop, log: Logger,
    trace: NotificationTrace? = nil, blackBox: BlackBox? = nil,
    planListener: (@Sendable (PlanEvent, Int?) -> Void)? = nil
  ) {
    self.central = central
    self.recorder = recorder
    self.loop = loop
    self.log = log
    self.trace = trace
    self.blackBox = blackBox
    self.planListener = planListener
    machine = RideMachine(at: loop.now, rules: rules)
  }

  /// Carries out a command and returns when the machine answers it.
  package func perform(_ command: RideCommand) async -> Result<RideAnswer, RideRefusal> {
    lastToken += 1
    let token = CommandToken(lastToken)
    return await withCheckedContinuation { continuation in
      waiting[token] = continuation
      post(.command(command, token))
    }
  }

  /// The state now.
  package var snapshot: RideSnapshot { machine.snapshot(at: loop.now) }

  /// What there is to see of its progress.
  package var look: DriverProgress.Look {
    DriverProgress.Look(
      now: loop.now, deadline: machine.deadline, phase: machine.phase,
      elapsedSeconds: machine.snapshot(at: loop.now).figures?.elapsedSeconds)
  }

  /// The state now, and again whenever it changes and at every second of a ride; who reads slowly misses some.
  package func snapshots() -> AsyncStream<RideSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(of: RideSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let snapshot = snapshot
    continuation.yield(snapshot)
    guard !isDown else {
      continuation.finish()
      return stream
    }
    // What was published last may be long past: nobody hears of changes while nobody watches.
    published = snapshot
    lastWatcher += 1
    let number = lastWatcher
    watchers[number] = continuation
    continuation.onTermination = { [loop] _ in
      Task(executorPreference: loop) { await self.unwatch(number) }
    }
    return stream
  }

  /// Tells those who watch to look again, though nothing has changed for the machine.
  package func announce() {
    let snapshot = snapshot
    for watcher in watchers.values { watcher.yield(snapshot) }
  }

  private func unwatch(_ number: Int) { watchers[number] = nil }

  /// Hands the machine one input, stamped with its arrival or with the present.
  func post(_ input: RideInput, at instant: MonotonicInstant? = nil) {
    for effect in machine.handle(input, at: instant ?? loop.now) { carryOut(effect) }
    attendBlackBox()
    armTimer()
    publish()
  }

  /// How long a store that fails is given to take what waits; systemd waits for longer (`TimeoutStopSec=`).
  private static let drainLimit = Duration.seconds(12)

  /// Suspends the ride, if one is on, and returns when it is written; who watches is let go.
  package func shutDown() async {
    _ = await perform(.suspend)
    await recorder.drain(within: Self.drainLimit)
    await blackBox?.catchUp()
    isDown = true
    for watcher in watchers.values { watcher.finish() }
    watchers = [:]
    trace?.write()
  }

  /// The journal, with the ride that is on.
  var rideLog: Logger {
    var log = log
    if let id = machine.rideInHand?.id { log[metadataKey: "ride"] = "\(id)" }
    return log
  }

  private func attendBlackBox() {
    guard let blackBox else { return }
    let ride = machine.rideInHand
    blackBox.assumeIsolated { $0.attend(ride) }
  }

  private func armTimer() {
    let deadline = machine.deadline
    guard deadline != timer?.deadline else { return }
    if let timer { loop.cancel(timer.timer) }
    timer = deadline.map { deadline in
      (deadline, loop.schedule(at: deadline) { self.assumeIsolated { $0.deadlineCame() } })
    }
  }

  private func deadlineCame() {
    timer = nil
    post(.deadline)
  }

  /// Watchers hear of what a person would see change, not of every notification.
  private func publish() {
    guard !watchers.isEmpty else { return }
    let snapshot = snapshot
    guard published.map({ snapshot.differs(from: $0) }) ?? true else { return }
    published = snapshot
    for watcher in watchers.values { watcher.yield(snapshot) }
  }
}

extension RideSnapshot {
  /// Whether more has changed than the devices' latest figures.
  fileprivate func differs(from other: Self) -> Bool {
    phase != other.phase || figures != other.figures || plan != other.plan || planEvents != other.planEvents
      || problems != other.problems
      || trainer?.link != other.trainer?.link || heartRate?.link != other.heartRate?.link
      || trainer?.device != other.trainer?.device || heartRate?.device != other.heartRate?.device
  }
}
