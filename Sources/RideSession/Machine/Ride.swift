import BluetoothLE

/// Who stopped the timer.
enum PauseCause: Hashable, Sendable {
  /// The rider's word, which only another one ends.
  case rider
  /// Nobody pedals; pedalling ends it.
  case legs
}

/// How a ride comes to its end.
enum RideEnding: Hashable, Sendable {
  case over(RideEvent.EndReason)
  /// The daemon goes down; the ride may be resumed by the next process.
  case suspended
  /// The ride never began.
  case startFailed

  /// The reason for the journal.
  var reason: String {
    switch self {
    case .over(let reason): reason.rawValue
    case .suspended: "the daemon goes down"
    case .startFailed: "the start failed"
    }
  }
}

/// The ride in hand.
struct Ride: Hashable, Sendable {
  let order: RideOrder
  /// When the start was asked for, or the ride taken up.
  let orderedAt: MonotonicInstant
  /// The number in the store, once it is taken.
  var id: Int?
  /// The run through the workout; tells the power what is asked for.
  var run: PlanRun { didSet { power.ask(run.asked) } }
  var power: PowerTarget
  /// The milestone of the progress that was kept last.
  var kept: PlanProgress.Milestone?
  /// Why the timer stands, while the phase is `paused`.
  var pausedBy: PauseCause?
  var pedalling = PedallingWatch()
  /// When the last pedal stroke was seen, or the ride taken up or gone on with.
  var pedalledAt: MonotonicInstant
  /// Where the pedalling ends, in seconds of the ride.
  var activity = ActivityEnd()
  var alpha1 = AlphaEstimator()
  /// What was last made of the RR intervals; nil until some came.
  var alpha1Estimate: AlphaEstimate?
  /// Since when the timer has stood.
  var stoodSince: MonotonicInstant?
  /// How the record is left at the end.
  var recordEnd = RecordEnd.finished
  /// The target that was last kept as an event.
  var notedWatts: Int?
  /// The rows; nil until the first pedal stroke.
  var sampler: Sampler?
  /// Whether a second of it is over, so that there is something to keep.
  var hasRows: Bool { totals.elapsedSeconds > 0 }
  var totals = RideTotals()
  var intervals = LinkIntervals()
  /// Since when the trainer has not been in control.
  var trainerGoneSince: MonotonicInstant?
  /// When a pause was ended while the trainer was gone.
  var resumedWithoutTrainer: MonotonicInstant?

  /// How many of the trainer's links showed no Fitness Machine.
  var linksWithoutFitnessMachine = 0

  /// Who waits for the start.
  var startToken: CommandToken?
  /// Who waits for a target to be acknowledged.
  var targetTokens: [CommandToken] = []
  /// Who waits for the end.
  var stopTokens: [CommandToken] = []
  /// By when the trainer must be free, once the ride is finishing.
  var freeBy: MonotonicInstant?
  var isClosingRecord = false

  /// How long before the first stroke's notification the rows begin: half of a trainer's quarter of a second.
  ///
  /// A row that began with the notification itself would have the beginning of each later row fall on one as well, and
  /// chance would decide which row gets it.
  static let gridLead = Duration.milliseconds(125)
  /// How long a start may take until the target is acknowledged.
  static let startTime = Duration.seconds(60)
  /// How many links without a Fitness Machine make a trainer that has none.
  static let longestLackOfServices = 3
  /// How long freeing the trainer may hold up the end.
  static let freeingTime = Duration.seconds(8)
  /// A gap shorter than this is ridden on at full target.
  static let shortGap = Duration.seconds(30)

  init(_ order: RideOrder, at now: MonotonicInstant, token: CommandToken) {
    self.order = order
    orderedAt = now
    pedalledAt = now
    run = PlanRun(order.plan)
    power = PowerTarget(
      asked: run.asked, maximumBeatsPerMinute: order.maximumBeatsPerMinute, guardsAlpha1: order.guardsAlpha1)
    startToken = token
  }

  /// A ride that another process began.
  init(_ ride: UnfinishedRide, at now: MonotonicInstant) {
    order = ride.order
    orderedAt = now
    pedalledAt = now
    id = ride.id
    run = ride.run
    power = PowerTarget(
      asked: run.asked, maximumBeatsPerMinute: order.maximumBeatsPerMinute, guardsAlpha1: order.guardsAlpha1,
      isUnderWay: true)
    sampler = Sampler(start: ride.start, after: ride.totals, riderKilograms: order.riderKilograms)
    totals = ride.totals
    intervals = LinkIntervals(after: ride.intervals, minute: ride.totals.elapsedSeconds / 60)
    activity = ActivityEnd(after: ride.totals.timerEnd)
    trainerGoneSince = sampler?.rowStart
    stoodSince = sampler?.rowStart
  }
}

/// The only writer of the phase.
extension RideMachine {
  mutating func enter(_ next: RidePhase, because reason: String) {
    guard next != phase else { return }
    effects.append(.phaseChanged(from: phase, to: next, reason: reason))
    if phase == .riding { ride?.stoodSince = now }
    phase = next
    guard next == .riding, let since = ride?.stoodSince else { return }
    ride?.run.resumed(afterSeconds: Int((now - since).components.seconds))
    ride?.stoodSince = nil
  }

  /// The target is acknowledged: the ride is ready, or goes on.
  mutating func trainerHolds() {
    guard let ride else { return }
    switch phase {
    case .connecting:
      enter(.ready, because: "target acknowledged")
      if ride.id == nil { effects.append(.openRecord(ride.order, targetWatts: ride.power.targetWatts ?? 0)) }
    case .reconnecting:
      enter(.riding, because: "target restored")
      note(.trainerRestored)
    case .idle, .ready, .riding, .paused, .finishing: break
    }
    self.ride?.trainerGoneSince = nil
    self.ride?.resumedWithoutTrainer = nil
  }

  /// The first pedal stroke.
  mutating func firstStroke() {
    guard phase == .ready, let ride, ride.id != nil, control.holdsTarget else { return }
    let start = now.advanced(by: .zero - Ride.gridLead)
    self.ride?.sampler = Sampler(start: start, riderKilograms: ride.order.riderKilograms)
    effects.append(.startRecord(start))
    note(.started)
    noteInterval()
    self.ride?.power.begin(at: now)
    enter(.riding, because: "first pedal stroke")
  }

  /// The trainer is gone, or no longer in our control.
  mutating func trainerGone(because reason: String) {
    guard ride != nil else { return }
    if ride?.trainerGoneSince == nil { ride?.trainerGoneSince = now }
    switch phase {
    case .riding: enter(.reconnecting, because: reason)
    case .ready: enter(.connecting, because: reason)
    case .idle, .connecting, .paused, .reconnecting, .finishing: break
    }
  }

  mutating func finish(_ ending: RideEnding) {
    guard ride != nil, phase != .finishing else { return }
    if case .over(let reason) = ending { note(.ended(reason)) }
    ride?.freeBy = now.advanced(by: Ride.freeingTime)
    enter(.finishing, because: ending.reason)
  }

  /// Keeps an event beside the rows; before the first row and after the last there is nothing to keep it beside.
  mutating func note(_ kind: RideEvent.Kind, signalDBm: Int? = nil) {
    guard let ride, !ride.isClosingRecord, let start = ride.sampler?.start else { return }
    effects.append(.append([], [RideEvent(at: now - start, kind: kind, signalDBm: signalDBm)]))
  }
}

/// The ride that is on, for who keeps something beside it.
package struct RideInHand: Hashable, Sendable {
  /// Its number in the store; nil until the store took it.
  package var id: Int?
  package var order: RideOrder

  package init(id: Int?, order: RideOrder) {
    self.id = id
    self.order = order
  }
}

extension RideMachine {
  /// The ride that is on, from the order to the end of its record.
  package var rideInHand: RideInHand? { ride.map { RideInHand(id: $0.id, order: $0.order) } }
}
