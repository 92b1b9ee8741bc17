/// What the daemon is doing now; the parameters of `Status` and of each reply to `Watch`.
///
/// What is not known is absent.
public struct Status: Codable, Hashable, Sendable {
  /// Where the ride stands.
  public var phase: RidePhase
  /// True while the timer stands because nobody pedals, so that pedalling ends the pause; else absent.
  public var autoPaused: Bool?
  /// What is wrong now, worst first; empty when nothing is.
  public var problems: [Problem]
  /// The ride in hand.
  public var ride: RideStatus?
  /// The trainer in use.
  public var trainer: DeviceStatus?
  /// The heart-rate strap in use.
  public var heartRate: DeviceStatus?
  /// Where the ride stands in its plan; absent of a steady ride.
  public var plan: PlanStatus?
  /// What DFA makes of the heartbeat; absent while no RR intervals come.
  public var alpha1: Alpha1Status?
  /// What happened to the plan since the reply before; of `Watch` only, absent where nothing did.
  public var news: [PlanNews]?

  /// A status.
  public init(
    phase: RidePhase, autoPaused: Bool? = nil, problems: [Problem] = [], ride: RideStatus? = nil,
    trainer: DeviceStatus? = nil, heartRate: DeviceStatus? = nil, plan: PlanStatus? = nil, alpha1: Alpha1Status? = nil,
    news: [PlanNews]? = nil
  ) {
    self.phase = phase
    self.autoPaused = autoPaused
    self.problems = problems
    self.ride = ride
    self.trainer = trainer
    self.heartRate = heartRate
    self.plan = plan
    self.alpha1 = alpha1
    self.news = news
  }
}

/// Something that is wrong, said so that a person can act on it.
public struct Problem: Codable, Hashable, Sendable {
  /// What is wrong, for programs; the codes stand in `ProblemCode`.
  public var code: String
  /// What is wrong, in a sentence.
  public var message: String
  /// What to do about it, in a sentence.
  public var remedy: String

  /// A problem in its own words.
  public init(code: String, message: String, remedy: String) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }
}

/// The ride in hand.
public struct RideStatus: Codable, Hashable, Sendable {
  /// The ride's number in the store.
  public var id: Int
  /// The power asked of the trainer now, in watts; absent while nothing is asked of it: in a pause, while it is gone, and
  /// while riding is free.
  public var targetWatts: Int?
  /// The power that rider and plan want, in watts, the bias included; absent while riding is free.
  public var wantedWatts: Int?
  /// Why the one is not the other; absent where it is.
  public var easedBy: TargetEasing?
  /// By how much the rider has all watts raised, in percent; absent where it is by nothing.
  public var biasPercent: Int?
  /// Seconds the timer has run.
  public var timerSeconds: Int
  /// Seconds since the first pedal stroke, pauses and drops included.
  public var elapsedSeconds: Int
  /// Seconds the timer has still to run; absent where something else than the timer ends a part of the ride.
  public var remainingSeconds: Int?
  /// Distance in timer time, in metres; absent where it is not known.
  public var distanceMeters: Double?

  /// The state of a ride.
  public init(
    id: Int, targetWatts: Int?, timerSeconds: Int, elapsedSeconds: Int, remainingSeconds: Int?,
    distanceMeters: Double? = nil, wantedWatts: Int? = nil, easedBy: TargetEasing? = nil, biasPercent: Int? = nil
  ) {
    self.id = id
    self.targetWatts = targetWatts
    self.wantedWatts = wantedWatts
    self.easedBy = easedBy
    self.biasPercent = biasPercent
    self.timerSeconds = timerSeconds
    self.elapsedSeconds = elapsedSeconds
    self.remainingSeconds = remainingSeconds
    self.distanceMeters = distanceMeters
  }
}

/// A device in use and what it last said.
public struct DeviceStatus: Codable, Hashable, Sendable {
  /// The device's address, `C0:FF:EE:00:00:01`.
  public var address: String
  /// The name it advertises.
  public var name: String?
  /// How the link stands.
  public var state: LinkState
  /// Instantaneous power in watts; a trainer only.
  public var powerWatts: Int?
  /// Instantaneous cadence in revolutions a minute; a trainer only.
  public var cadenceRpm: Double?
  /// Instantaneous speed in km/h; a trainer only.
  public var speedKmh: Double?
  /// Heart rate in beats a minute; a strap only.
  public var beatsPerMinute: Int?
  /// Charge of its battery, 0…100.
  public var batteryPercent: Int?

  /// A device and what it last said.
  public init(
    address: String, name: String? = nil, state: LinkState, powerWatts: Int? = nil, cadenceRpm: Double? = nil,
    speedKmh: Double? = nil, beatsPerMinute: Int? = nil, batteryPercent: Int? = nil
  ) {
    self.address = address
    self.name = name
    self.state = state
    self.powerWatts = powerWatts
    self.cadenceRpm = cadenceRpm
    self.speedKmh = speedKmh
    self.beatsPerMinute = beatsPerMinute
    self.batteryPercent = batteryPercent
  }
}
