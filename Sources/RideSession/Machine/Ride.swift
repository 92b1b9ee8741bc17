import BluetoothLE
package import Rides

/// The reason why the timer of a paused ride is stopped.
enum PauseCause: Hashable, Sendable {
  /// The rider paused, or pulled the safety key. Only `resume` ends this pause.
  case rider
  /// The pedals are still (auto-pause). Pedalling also ends this pause.
  case legs
}

/// The ride in hand: its stage, and the data that it has in all stages.
struct Ride: Hashable, Sendable {
  /// The stage of the ride, with the data that exist only in it.
  ///
  /// `RidePhase` is its public form.
  enum Stage: Hashable, Sendable {
    /// The ride was just created. It enters another stage within the same input.
    case new
    /// The trainer is being linked and brought under control. Nil after the start is answered.
    case connecting(Starting?)
    /// The target is acknowledged, and the ride waits for the first pedal stroke. Nil after the start is answered.
    case ready(Starting?)
    case riding
    case paused(by: PauseCause, stoppedAt: MonotonicInstant)
    case reconnecting(stoppedAt: MonotonicInstant)
    case finishing(Finishing)
  }

  /// A start that is still unanswered.
  struct Starting: Hashable, Sendable {
    /// The client that waits for the answer.
    let token: CommandToken
    /// The deadline for the target's acknowledgement, after which the start fails.
    let deadline: MonotonicInstant
    /// The number of refusals by the trainer or by another program.
    fileprivate(set) var refusals = 0
  }

  /// A brake that was stored as an event.
  struct NotedBrake: Hashable, Sendable {
    let brake: Brake
    let at: MonotonicInstant
  }

  /// The end of a ride.
  struct Finishing: Hashable, Sendable {
    enum Step: Hashable, Sendable {
      /// The trainer is being freed, until this time at the latest.
      case freeing(until: MonotonicInstant)
      /// The store writes the end and the file.
      case closingRecord
    }

    let record: RecordEnd
    fileprivate(set) var step: Step
    /// The clients that wait for the end.
    fileprivate(set) var tokens: [CommandToken] = []
  }

  /// The order.
  ///
  /// During the ride, any device except the trainer may change.
  var order: RideOrder
  /// The time when the start was requested, or the ride of a previous process was resumed.
  let orderedAt: MonotonicInstant
  fileprivate(set) var stage = Stage.new
  /// The number in the store; nil until the store has accepted the ride.
  var id: Int?
  /// Whether the store was asked to accept the ride and has not answered.
  var isOpening = false
  /// The run through the workout.
  ///
  /// Each change of it updates the requested power.
  var run: PlanRun { didSet { power.ask(run.asked) } }
  var power: PowerTarget
  /// Holds the target by the resistance of a trainer that cannot hold one; nil for other trainers.
  var resistance: ResistanceERG?
  /// The calibration in progress, or the last one; nil before the first.
  var calibration: Calibration?
  var absence = TrainerAbsence()
  var pedalling: PedallingWatch
  /// The end of the pedalling, in seconds of the ride.
  var activity = ActivityEnd()
  var alpha1 = AlphaEstimator()
  /// Collects the rows; nil until the first pedal stroke.
  var sampler: Sampler?
  var totals = RideTotals()
  var lap = LapInHand()
  var effort: EffortInHand
  /// Detects that the legs give up in a ramp test.
  var rampEnd = RampEnd()
  /// Whether the end of the test of FTP was reported.
  var isTestReported = false
  var intervals = LinkIntervals()
  /// The milestone of the progress that was stored last.
  var kept: PlanProgress.Milestone?
  /// The last target that was stored as an event, in watts.
  var notedWatts: Int?
  /// The last brake that was stored as an event, and its time.
  var notedBrake: NotedBrake?
  /// Each device's last refusal that was stored as an event, until its data arrives.
  var notedRefusals: [DeviceRole: LinkError.Code] = [:]
  /// The clients that wait for the acknowledgement of a target.
  var targetTokens: [CommandToken] = []
  /// The rows of a long pause that are not written, up to the present one.
  ///
  /// They are written if the ride continues.
  var unwrittenRows = 0
  /// The time when the process ran again after a suspend of the computer, or a stop of the process; nil if there was
  /// neither.
  var wokeAt: MonotonicInstant?

  /// The time limit for a start, until the target is acknowledged.
  fileprivate static let startTime = Duration.seconds(60)

  /// Creates a new ride.
  init(_ order: RideOrder, _ effort: EffortInHand, at now: MonotonicInstant) {
    self.order = order
    orderedAt = now
    pedalling = PedallingWatch(at: now)
    run = PlanRun(order.plan)
    power = PowerTarget(asked: run.asked, guards: order.guards)
    self.effort = effort
  }

  /// Creates a ride from one that another process began.
  init(_ ride: UnfinishedRide, at now: MonotonicInstant) {
    order = ride.order
    orderedAt = now
    pedalling = PedallingWatch(at: now)
    id = ride.id
    run = ride.run
    power = PowerTarget(asked: run.asked, guards: order.guards, isUnderWay: true)
    sampler = Sampler(start: ride.start, after: ride.totals, riderKilograms: ride.order.riderKilograms)
    totals = ride.totals
    lap = ride.lap
    effort = ride.effort
    isTestReported = run.isAfterTest
    intervals = LinkIntervals(after: ride.intervals, minute: ride.totals.elapsedSeconds / 60)
    activity = ActivityEnd(after: ride.totals.timerEnd)
  }

  /// Whether a second of the ride is over, so that there is data to store.
  var hasRows: Bool { totals.elapsedSeconds > 0 }

  /// The start that is still unanswered; nil if there is none.
  var starting: Starting? {
    switch stage {
    case .connecting(let starting), .ready(let starting): starting
    case .new, .riding, .paused, .reconnecting, .finishing: nil
    }
  }

  /// The time when the running timer last stopped; nil while it runs, and before it first runs.
  var stoppedAt: MonotonicInstant? {
    switch stage {
    case .paused(_, let instant), .reconnecting(let instant): instant
    case .new, .connecting, .ready, .riding, .finishing: nil
    }
  }

  var pauseCause: PauseCause? { if case .paused(let cause, _) = stage { cause } else { nil } }

  /// The deadline for freeing the trainer; nil unless it is being freed.
  var freeingDeadline: MonotonicInstant? {
    if case .finishing(let finishing) = stage, case .freeing(let until) = finishing.step { until } else { nil }
  }

  var isFinishing: Bool { if case .finishing = stage { true } else { false } }

  /// Whether the store writes the end.
  ///
  /// After that, the ride stores no more data.
  var isClosingRecord: Bool { isFinishing && freeingDeadline == nil }
}

// MARK: - The only writers of the stage

extension Ride {
  /// Counts a refusal by the trainer or another program.
  ///
  /// Returns the number of refusals; nil after the start is answered.
  mutating func countRefusal() -> Int? {
    guard var starting else { return nil }
    starting.refusals += 1
    replace(starting)
    return starting.refusals
  }

  /// Call when the start is answered.
  mutating func startAnswered() { replace(nil) }

  private mutating func replace(_ starting: Starting?) {
    switch stage {
    case .connecting: stage = .connecting(starting)
    case .ready: stage = .ready(starting)
    case .new, .riding, .paused, .reconnecting, .finishing: break
    }
  }

  /// Makes a client wait for the end of a ride that is finishing.
  mutating func awaitEnd(_ token: CommandToken) {
    guard case .finishing(var finishing) = stage else { return }
    finishing.tokens.append(token)
    stage = .finishing(finishing)
  }

  /// Call when the store is asked to write the end.
  mutating func closeRecord() {
    guard case .finishing(var finishing) = stage else { return }
    finishing.step = .closingRecord
    stage = .finishing(finishing)
  }
}

extension RideMachine {
  /// The public phase of the ride.
  package var phase: RidePhase {
    switch ride?.stage {
    case nil, .new: .idle
    case .connecting: .connecting
    case .ready: .ready
    case .riding: .riding
    case .paused: .paused
    case .reconnecting: .reconnecting
    case .finishing: .finishing
    }
  }

  /// Moves a new ride to its first stage.
  mutating func begin(_ order: RideOrder, _ effort: EffortInHand, _ token: CommandToken) {
    takeUp(Ride(order, effort, at: now))
    let starting = Ride.Starting(token: token, deadline: now.advanced(by: Ride.startTime))
    enter(.connecting(starting), because: "start")
  }

  /// Moves the ride in hand to a stage, and reports a change of phase.
  mutating func enter(_ stage: Ride.Stage, because reason: String) {
    let (former, stoppedAt) = (phase, ride?.stoppedAt)
    ride?.stage = stage
    if phase != former { effects.append(.phaseChanged(from: former, to: phase, reason: reason)) }
    if case .riding = stage, let stoppedAt {
      ride?.run.resumed(afterSeconds: Int((now - stoppedAt).components.seconds))
    }
  }

  /// Releases a ride that is over.
  mutating func leave(because reason: String) {
    let former = phase
    ride = nil
    effects.append(.phaseChanged(from: former, to: phase, reason: reason))
  }
}

/// The time for which the trainer has not been in control, or has sent no data.
///
/// A pause neither begins nor ends it.
struct TrainerAbsence: Hashable, Sendable {
  /// In a gap shorter than this, the ride continues at full target.
  private static let shortGap = Duration.seconds(30)
  /// After this number of links in a row without data, more of them are expected.
  private static let manyVainLinks = 3

  /// The start of the absence; nil while the trainer is in control and sends data.
  private(set) var since: MonotonicInstant?
  /// The time when the rider last paused, or ended a pause, during the absence.
  private(set) var riderActedAt: MonotonicInstant?
  /// Whether the trainer lost its target and has not acknowledged it since.
  private(set) var isTargetOwed = false
  /// Whether the ride's events contain the beginning of the absence, and whether they contain the silence.
  private(set) var isNoted = false
  private(set) var isSilenceNoted = false
  /// Links in a row that this side closed because they carried no data.
  private var vainLinks = 0

  /// Whether link after link carries no data.
  var hasVainLinks: Bool { vainLinks >= Self.manyVainLinks }

  mutating func began(at now: MonotonicInstant) {
    since = since ?? now
    (isTargetOwed, isNoted) = (true, true)
  }

  /// Call when a linked trainer stops sending data.
  mutating func fellSilent(at now: MonotonicInstant) { since = since ?? now }

  /// Call when the silence is stored as an event of the ride.
  mutating func silenceNoted() { (isNoted, isSilenceNoted) = (true, true) }

  mutating func targetRestored() { isTargetOwed = false }

  /// Call when a link ends.
  ///
  /// `isVain` is true if this side closed it and it had carried no data.
  mutating func linkEnded(isVain: Bool) { vainLinks = isVain ? vainLinks + 1 : 0 }

  /// Call when the rider pauses, or ends a pause.
  mutating func riderActed(at now: MonotonicInstant) { if since != nil { riderActedAt = now } }

  /// Call when the trainer is back.
  mutating func ended() { self = TrainerAbsence() }

  /// Returns whether the target must rise from half when the trainer is back.
  func needsRamp(at now: MonotonicInstant) -> Bool {
    since.map { now - $0 >= Self.shortGap || riderActedAt != nil } ?? false
  }
}

/// The ride in hand, for code that stores data along with it.
package struct RideInHand: Hashable, Sendable {
  /// The number in the store; nil until the store has accepted the ride.
  package var id: Int?
  package var order: RideOrder

  package init(id: Int?, order: RideOrder) {
    self.id = id
    self.order = order
  }
}

extension RideMachine {
  /// Every interval of the present workout, both ridden and planned ones; empty without a ride.
  package var outline: [IntervalStatus] { ride?.run.outline ?? [] }

  /// The ride in hand, from the order until its record is closed.
  package var rideInHand: RideInHand? { ride.map { RideInHand(id: $0.id, order: $0.order) } }
}
