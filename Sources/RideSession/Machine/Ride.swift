import BluetoothLE
package import Rides

/// Why the timer of a paused ride stands.
enum PauseCause: Hashable, Sendable {
  /// The rider paused, or pulled the safety key; only `resume` ends it.
  case rider
  /// The pedals stand still (auto-pause); pedalling ends it, too.
  case legs
}

/// The ride in hand: its stage, and the data that it has in every stage.
struct Ride: Hashable, Sendable {
  /// Where the ride stands, with the data that exist only there; `RidePhase` is the word that others are told.
  enum Stage: Hashable, Sendable {
    /// The ride was just taken up; it enters another stage within the same input.
    case new
    /// The trainer is being linked and taken into control; nil once the start is answered.
    case connecting(Starting?)
    /// The target is acknowledged and the first pedal stroke awaited; nil once the start is answered.
    case ready(Starting?)
    case riding
    case paused(by: PauseCause, stoppedAt: MonotonicInstant)
    case reconnecting(stoppedAt: MonotonicInstant)
    case finishing(Finishing)
  }

  /// A start that is not answered yet.
  struct Starting: Hashable, Sendable {
    /// The client that waits for the answer.
    let token: CommandToken
    /// The start fails if the target is not acknowledged by then.
    let deadline: MonotonicInstant
    /// How often the trainer, or another program, has refused.
    fileprivate(set) var refusals = 0
  }

  /// The end of a ride.
  struct Finishing: Hashable, Sendable {
    enum Step: Hashable, Sendable {
      /// The trainer is being freed, until this point at the latest.
      case freeing(until: MonotonicInstant)
      /// The store writes the end and the file.
      case closingRecord
    }

    let record: RecordEnd
    fileprivate(set) var step: Step
    /// The clients that wait for the end.
    fileprivate(set) var tokens: [CommandToken] = []
  }

  /// The order, of which any device but the trainer may change during the ride.
  var order: RideOrder
  /// When the start was asked for, or the ride of a former process taken up.
  let orderedAt: MonotonicInstant
  fileprivate(set) var stage = Stage.new
  /// The number in the store; nil until the store took the ride.
  var id: Int?
  /// Whether the store was asked to take the ride and has not answered.
  var isOpening = false
  /// The run through the workout; each change of it updates the power's demand.
  var run: PlanRun { didSet { power.ask(run.asked) } }
  var power: PowerTarget
  var absence = TrainerAbsence()
  var pedalling: PedallingWatch
  /// Where the pedalling ends, in seconds of the ride.
  var activity = ActivityEnd()
  var alpha1 = AlphaEstimator()
  /// Gathers the rows; nil until the first pedal stroke.
  var sampler: Sampler?
  var totals = RideTotals()
  var lap = LapInHand()
  var intervals = LinkIntervals()
  /// The milestone of the progress that was kept last.
  var kept: PlanProgress.Milestone?
  /// The target that was last kept as an event, in watts.
  var notedWatts: Int?
  /// The last refusal of each device that was kept as an event, until its data arrives.
  var notedRefusals: [DeviceRole: LinkError.Code] = [:]
  /// The clients that wait for a target to be acknowledged.
  var targetTokens: [CommandToken] = []
  /// The rows of a long pause that were not written, up to the present one; they are if the ride goes on.
  var unwrittenRows = 0
  /// When the process ran again after the computer was suspended, or the process stopped; nil if neither happened.
  var wokeAt: MonotonicInstant?

  /// How long a start may take until the target is acknowledged.
  fileprivate static let startTime = Duration.seconds(60)

  /// A ride that begins.
  init(_ order: RideOrder, at now: MonotonicInstant) {
    self.order = order
    orderedAt = now
    pedalling = PedallingWatch(at: now)
    run = PlanRun(order.plan)
    power = PowerTarget(asked: run.asked, guards: order.guards)
  }

  /// A ride that another process began.
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
    intervals = LinkIntervals(after: ride.intervals, minute: ride.totals.elapsedSeconds / 60)
    activity = ActivityEnd(after: ride.totals.timerEnd)
  }

  /// Whether a second of the ride is over, so that there is something to keep.
  var hasRows: Bool { totals.elapsedSeconds > 0 }

  /// The start that is not answered yet.
  var starting: Starting? {
    switch stage {
    case .connecting(let starting), .ready(let starting): starting
    case .new, .riding, .paused, .reconnecting, .finishing: nil
    }
  }

  /// Since when the timer has stood after it ran; nil while it runs, and before it ever did.
  var stoppedAt: MonotonicInstant? {
    switch stage {
    case .paused(_, let instant), .reconnecting(let instant): instant
    case .new, .connecting, .ready, .riding, .finishing: nil
    }
  }

  var pauseCause: PauseCause? { if case .paused(let cause, _) = stage { cause } else { nil } }

  /// By when the trainer must be free; nil unless it is being freed.
  var freeingDeadline: MonotonicInstant? {
    if case .finishing(let finishing) = stage, case .freeing(let until) = finishing.step { until } else { nil }
  }

  var isFinishing: Bool { if case .finishing = stage { true } else { false } }

  /// Whether the store writes the end: nothing is kept any more.
  var isClosingRecord: Bool { isFinishing && freeingDeadline == nil }
}

// MARK: - The only writers of the stage

extension Ride {
  /// Counts a refusal by the trainer or another program; returns how many there were, nil once the start is answered.
  mutating func countRefusal() -> Int? {
    guard var starting else { return nil }
    starting.refusals += 1
    replace(starting)
    return starting.refusals
  }

  /// Call when the start was answered.
  mutating func startAnswered() { replace(nil) }

  private mutating func replace(_ starting: Starting?) {
    switch stage {
    case .connecting: stage = .connecting(starting)
    case .ready: stage = .ready(starting)
    case .new, .riding, .paused, .reconnecting, .finishing: break
    }
  }

  /// Has a client wait for the end of a ride that is finishing.
  mutating func awaitEnd(_ token: CommandToken) {
    guard case .finishing(var finishing) = stage else { return }
    finishing.tokens.append(token)
    stage = .finishing(finishing)
  }

  /// Call when the store is told to write the end.
  mutating func closeRecord() {
    guard case .finishing(var finishing) = stage else { return }
    finishing.step = .closingRecord
    stage = .finishing(finishing)
  }
}

extension RideMachine {
  /// The phase as others know it.
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

  /// Takes a new ride to its first stage.
  mutating func begin(_ order: RideOrder, _ token: CommandToken) {
    takeUp(Ride(order, at: now))
    let starting = Ride.Starting(token: token, deadline: now.advanced(by: Ride.startTime))
    enter(.connecting(starting), because: "start")
  }

  /// Takes the ride in hand to a stage, and reports a change of phase.
  mutating func enter(_ stage: Ride.Stage, because reason: String) {
    let (former, stoppedAt) = (phase, ride?.stoppedAt)
    ride?.stage = stage
    if phase != former { effects.append(.phaseChanged(from: former, to: phase, reason: reason)) }
    if case .riding = stage, let stoppedAt {
      ride?.run.resumed(afterSeconds: Int((now - stoppedAt).components.seconds))
    }
  }

  /// Lets go of a ride that is over.
  mutating func leave(because reason: String) {
    let former = phase
    ride = nil
    effects.append(.phaseChanged(from: former, to: phase, reason: reason))
  }
}

/// How long the trainer has not been in control, or has sent no data; a pause neither begins nor ends it.
struct TrainerAbsence: Hashable, Sendable {
  /// A gap shorter than this is ridden on at full target.
  private static let shortGap = Duration.seconds(30)
  /// After so many links without data in a row, more of them are expected.
  private static let manyVainLinks = 3

  /// Nil while the trainer is in control and sends data.
  private(set) var since: MonotonicInstant?
  /// When the rider last paused meanwhile, or ended a pause.
  private(set) var riderActedAt: MonotonicInstant?
  /// Whether the trainer lost its target, and has not acknowledged it since.
  private(set) var isTargetOwed = false
  /// Whether the ride's events have the beginning of the absence, and whether they have the silence.
  private(set) var isNoted = false
  private(set) var isSilenceNoted = false
  /// Links given up without data, in a row.
  private var vainLinks = 0

  /// Whether link after link carries no data.
  var hasVainLinks: Bool { vainLinks >= Self.manyVainLinks }

  mutating func began(at now: MonotonicInstant) {
    since = since ?? now
    (isTargetOwed, isNoted) = (true, true)
  }

  /// Call when a linked trainer stopped sending data.
  mutating func fellSilent(at now: MonotonicInstant) { since = since ?? now }

  /// Call when the silence is kept as an event of the ride.
  mutating func silenceNoted() { (isNoted, isSilenceNoted) = (true, true) }

  mutating func targetRestored() { isTargetOwed = false }

  /// Call when a link ended; `isVain` if this side gave it up and it had carried no data.
  mutating func linkEnded(isVain: Bool) { vainLinks = isVain ? vainLinks + 1 : 0 }

  /// Call when the rider pauses, or ends a pause.
  mutating func riderActed(at now: MonotonicInstant) { if since != nil { riderActedAt = now } }

  /// Call when the trainer is back.
  mutating func ended() { self = TrainerAbsence() }

  /// Whether the target must rise from half once the trainer is back.
  func needsRamp(at now: MonotonicInstant) -> Bool {
    since.map { now - $0 >= Self.shortGap || riderActedAt != nil } ?? false
  }
}

/// The ride in hand, for code that keeps something beside it.
package struct RideInHand: Hashable, Sendable {
  /// The number in the store; nil until the store took the ride.
  package var id: Int?
  package var order: RideOrder

  package init(id: Int?, order: RideOrder) {
    self.id = id
    self.order = order
  }
}

extension RideMachine {
  /// Every interval of the workout in hand, as it was ridden or will be ridden; empty without a ride.
  package var outline: [IntervalStatus] { ride?.run.outline ?? [] }

  /// The ride in hand, from the order until its record is closed.
  package var rideInHand: RideInHand? { ride.map { RideInHand(id: $0.id, order: $0.order) } }
}
