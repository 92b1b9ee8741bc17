import BluetoothLE

/// Who stopped the timer.
enum PauseCause: Hashable, Sendable {
  /// The rider's word, which only another one ends.
  case rider
  /// Nobody pedals; pedalling ends it.
  case legs
}

/// The ride in hand.
struct Ride: Hashable, Sendable {
  let order: RideOrder
  /// When the start was asked for, or the ride taken up.
  let orderedAt: MonotonicInstant
  /// The number in the store, once it is taken.
  var id: Int?
  /// Where it stands in its plan.
  var run: PlanRun
  /// The milestone of the progress that was kept last.
  var kept: PlanProgress.Milestone?
  var ramp: PowerRamp?
  /// Why the timer stands, while the phase is `paused`.
  var pausedBy: PauseCause?
  var pedalling = PedallingWatch()
  /// When the last pedal stroke was seen, or the ride taken up or gone on with.
  var pedalledAt: MonotonicInstant
  /// Where the pedalling ends, in seconds of the ride.
  var activity = ActivityEnd()
  var collapse = CadenceCollapse()
  var ceiling: HeartRateCeiling?
  var alpha1Guard: AlphaGuard?
  /// The watts that were held when a guard of the heart began to ease them; nil while none does.
  var guardedFromWatts: Int?
  var alpha1 = AlphaEstimator()
  /// What was last made of the RR intervals; nil until some came.
  var alpha1Estimate: AlphaEstimate?
  /// Since when the timer has stood.
  var stoodSince: MonotonicInstant?
  /// The watts that are asked of the trainer while the legs have been let go.
  var floorWatts: Int?
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
    startToken = token
    ceiling = order.maximumBeatsPerMinute.map(HeartRateCeiling.init)
    alpha1Guard = order.guardsAlpha1 ? AlphaGuard() : nil
  }

  /// A ride that another process began.
  init(_ ride: UnfinishedRide, at now: MonotonicInstant) {
    order = ride.order
    orderedAt = now
    pedalledAt = now
    id = ride.id
    run = ride.run
    sampler = Sampler(start: ride.start, after: ride.totals, riderKilograms: order.riderKilograms)
    totals = ride.totals
    intervals = LinkIntervals(after: ride.intervals, minute: ride.totals.elapsedSeconds / 60)
    activity = ActivityEnd(after: ride.totals.timerEnd)
    ceiling = order.maximumBeatsPerMinute.map(HeartRateCeiling.init)
    alpha1Guard = order.guardsAlpha1 ? AlphaGuard() : nil
    trainerGoneSince = sampler?.rowStart
    stoodSince = sampler?.rowStart
  }
}
