package import BluetoothLE
import Glibc
package import Logging
package import Loop
package import RideSession
import RideStore
package import Rides

/// Drives the ride machine: passes inputs to it and carries out its effects.
///
/// It runs on the radio's own executor, so that a notification reaches the machine in the turn of the loop that
/// received it. It makes no decisions itself.
package actor RideDriver {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let central: any Central
  let recorder: RideRecorder
  let log: Logger
  let trace: NotificationTrace?
  let blackBox: BlackBox?
  /// Called for events of the plan, with the ride's number.
  let planListener: (@Sendable (PlanEvent, Int?) -> Void)?

  var machine: RideMachine
  var links: [DeviceRole: CurrentLink] = [:]
  var connecting: [DeviceRole: Task<Void, Never>] = [:]
  /// Waits for the store to accept a new ride.
  var opening: Task<Void, Never>?
  var waiting: [CommandToken: CheckedContinuation<Result<RideAnswer, RideRefusal>, Never>] = [:]
  private var lastToken = 0
  var lastLinkNumber = 0
  /// The number of the latest control procedure.
  var lastControl = 0
  /// The logged reason of each device's last failed connection; nil once the device is linked.
  var loggedFailures: [DeviceRole: LinkError.Code] = [:]
  /// The logged reason of each device's last failed subscription; nil once the device sends a notification.
  var loggedRefusals: [DeviceRole: LinkError.Code] = [:]

  private var timer: (deadline: MonotonicInstant, timer: EventLoop.Timer)?
  private(set) var watchers: [Int: Watcher] = [:]
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

  /// Passes a command to the machine and returns its answer.
  package func perform(_ command: RideCommand) async -> Result<RideAnswer, RideRefusal> {
    lastToken += 1
    let token = CommandToken(lastToken)
    return await withCheckedContinuation { continuation in
      waiting[token] = continuation
      post(.command(command, token))
    }
  }

  /// Makes the ride use a device for a role.
  ///
  /// A strap is stored with the ride, for a process that resumes it.
  package func use(_ device: RideDevice, as role: DeviceRole) async -> Result<RideAnswer, RideRefusal> {
    let answer = await perform(.use(role, device))
    guard case .success = answer, role == .heartRate else { return answer }
    // A ride that is opened later already has the strap.
    await opening?.value
    await recorder.keep(device)
    return answer
  }

  /// The present state.
  package var snapshot: RideSnapshot { machine.snapshot(at: loop.now) }

  /// The number of the ride in hand and every interval of its workout; nil until the store has accepted the ride.
  package var outline: (ride: Int, intervals: [IntervalStatus])? {
    machine.rideInHand?.id.map { ($0, machine.outline) }
  }

  /// The state that shows whether the ride makes progress.
  package var look: DriverProgress.Look {
    DriverProgress.Look(
      now: loop.now, deadline: machine.deadline, phase: machine.phase,
      elapsedSeconds: machine.snapshot(at: loop.now).figures?.elapsedSeconds)
  }

  /// A reader of snapshots.
  struct Watcher {
    let stream: AsyncStream<RideSnapshot>.Continuation
    /// Whether it gets a snapshot at each new value of a device.
    let wantsValues: Bool
  }

  /// Returns the present state, then each change, and each second of a ride.
  ///
  /// A slow reader misses some. With `values`, it also gets each new value of a device.
  package func snapshots(ofEachValue values: Bool = false) -> AsyncStream<RideSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(of: RideSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let snapshot = snapshot
    continuation.yield(snapshot)
    guard !isDown else {
      continuation.finish()
      return stream
    }
    // The last published snapshot may be old, because snapshots are published only while there are watchers.
    published = snapshot
    lastWatcher += 1
    let number = lastWatcher
    watchers[number] = Watcher(stream: continuation, wantsValues: values)
    continuation.onTermination = { [loop] _ in
      Task(executorPreference: loop) { await self.unwatch(number) }
    }
    return stream
  }

  /// Publishes the state again after a change that the machine does not know of.
  package func announce() {
    let snapshot = snapshot
    for watcher in watchers.values { watcher.stream.yield(snapshot) }
  }

  private func unwatch(_ number: Int) { watchers[number] = nil }

  /// Passes one input to the machine, stamped with its arrival or with the present.
  func post(_ input: RideInput, at instant: MonotonicInstant? = nil) {
    for effect in machine.handle(input, at: instant ?? loop.now) { carryOut(effect) }
    attendBlackBox()
    armTimer()
    publish()
  }

  /// The time that a failing store gets to write pending parts.
  ///
  /// systemd waits longer (`TimeoutStopSec=`).
  private static let drainLimit = Duration.seconds(12)

  /// Suspends the ride if there is one, waits until it is written, and ends the streams of watchers.
  package func shutDown() async {
    _ = await perform(.suspend)
    await recorder.drain(within: Self.drainLimit)
    await blackBox?.catchUp()
    isDown = true
    for watcher in watchers.values { watcher.stream.finish() }
    watchers = [:]
    trace?.write()
  }

  /// The journal, with the number of the ride in hand.
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

  /// Publishes changes that a person would see; only readers that want values get every notification's.
  private func publish() {
    guard !watchers.isEmpty else { return }
    let snapshot = snapshot
    let isSeen = published.map { snapshot.differs(from: $0) } ?? true
    let readers = watchers.values.filter { isSeen || $0.wantsValues }
    guard !readers.isEmpty, isSeen || published != snapshot else { return }
    published = snapshot
    for reader in readers { reader.stream.yield(snapshot) }
  }
}

extension RideSnapshot {
  /// Returns whether more than the devices' latest values has changed.
  fileprivate func differs(from other: Self) -> Bool {
    phase != other.phase || figures != other.figures || plan != other.plan || planEvents != other.planEvents
      || problems != other.problems
      || match != other.match || !devices.map(\.link).elementsEqual(other.devices.map(\.link))
      || !devices.map(\.device).elementsEqual(other.devices.map(\.device))
  }
}

extension RideDriver {
  func carryOut(_ effect: RideEffect) {
    switch effect {
    case .connect(let role, let address): connect(role, to: address)
    case .cancelConnect(let role): connecting[role]?.cancel()
    case .close(let role): close(role)
    case .subscribe(let role, let characteristic): subscribe(role, to: characteristic)
    case .read(let role, let characteristic): read(role, characteristic)
    case .control(let writes): control(writes)
    case .write(let role, let write): self.write(role, write)
    case .openRecord(let order, let targetWatts):
      loop.hold()
      opening = Task(executorPreference: loop) { await self.openRecord(order, targetWatts) }
    // The recorder runs on the same loop and only queues its input. The store writes it later.
    case .startRecord(let start): recorder.assumeIsolated { $0.start(at: start) }
    case .append(let samples, let events): recorder.assumeIsolated { $0.append(samples, events, nil) }
    case .keep(let progress, let askedWatts):
      let standing = RideStanding(progress, askedWatts: askedWatts)
      recorder.assumeIsolated { $0.append([], [], standing) }
    case .keepIntervals(let intervals): recorder.assumeIsolated { $0.keep(intervals) }
    case .planHappened(let event): planListener?(event, machine.rideInHand?.id)
    case .testEnded(let test): report(test)
    case .calibrated(let calibration): report(calibration)
    case .closeRecord(let start, let end):
      loop.hold()
      Task(executorPreference: loop) { await self.closeRecord(hasRows: start != nil, end) }
    case .resubscribe(let role, let characteristic): resubscribe(role, to: characteristic)
    case .remedy(let remedy): apply(remedy)
    case .awaitRadio: awaitRadio()
    case .reply(let token, let result): waiting.removeValue(forKey: token)?.resume(returning: result)
    case .phaseChanged(let old, let new, let reason):
      rideLog.info("\(old.rawValue) → \(new.rawValue)", metadata: ["reason": "\(reason)"])
    }
  }

  private func report(_ test: TestStatus) {
    rideLog.notice(
      "test of FTP over",
      metadata: [
        "test": "\(test.test.rawValue)", "meanWatts": "\(test.meanWatts.map { "\(Int($0.rounded()))" } ?? "unknown")",
        "ftp": "\(test.thresholdWatts.map { "\($0)" } ?? "unknown")",
      ])
  }

  private func report(_ calibration: CalibrationStatus) {
    let known = [
      "spinDownSeconds": calibration.spinDownSeconds.map { "\($0)" }, "offset": calibration.offset.map { "\($0)" },
      "reason": calibration.reason,
    ].compactMapValues(\.self)
    var metadata: Logger.Metadata = [
      "device": "\(calibration.device.rawValue)", "result": "\(calibration.step.rawValue)",
    ]
    for (key, value) in known { metadata[key] = "\(value)" }
    rideLog.notice("calibration over", metadata: metadata)
  }

  /// The store works on its own thread, so a simulated clock is stopped until the store has finished.
  private func openRecord(_ order: RideOrder, _ targetWatts: Int) async {
    defer { loop.release() }
    post(.recordOpened(id: await recorder.open(order, targetWatts: targetWatts)))
  }

  /// On a slow disk, the ride may end before the store has accepted it.
  private func closeRecord(hasRows: Bool, _ end: RecordEnd) async {
    defer { loop.release() }
    await opening?.value
    post(.recordClosed(isStored: await recorder.close(hasRows: hasRows, end)))
  }
}

/// Records when each notification was decoded, to measure the delay from the controller to a value.
///
/// Enabled by `JZ2_TRACE_NOTIFICATIONS=FILE`. At the end, it writes a line `NANOSECONDS_SINCE_1970 UUID HEX` for each.
package final class NotificationTrace {
  private let path: String
  private var entries: [(nanoseconds: Int64, characteristic: CharacteristicID, value: [UInt8])] = []

  package init?(environment: [String: String]) {
    guard let path = environment["JZ2_TRACE_NOTIFICATIONS"], !path.isEmpty else { return nil }
    self.path = path
    entries.reserveCapacity(100_000)
  }

  func handled(_ characteristic: CharacteristicID, _ value: [UInt8]) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    entries.append((Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), characteristic, value))
  }

  func write() {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    for entry in entries {
      let hex = entry.value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      fputs("\(entry.nanoseconds) \(entry.characteristic.characteristic) \(hex)\n", file)
    }
  }
}
