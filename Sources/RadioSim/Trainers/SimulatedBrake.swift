/// The brake of a trainer in ERG mode: power follows the target with a first-order lag.
///
/// It has no clock; the caller passes the elapsed time.
package struct SimulatedBrake: Hashable, Sendable {
  /// The time constant with which power follows its target, in seconds.
  package static let lagSeconds = 1.5
  /// The brake's power without a target, in watts, while the rider pedals.
  package static let freeWatts = 90.0

  /// The resistance at the pedals.
  package enum Mode: Hashable, Sendable {
    case free
    /// A flat road, simulated at the rider's cadence.
    case flatRoad
    case target(watts: Int)
  }

  package var mode = Mode.free
  /// The distance so far, in metres on the simulated road.
  package private(set) var meters = 0.0
  /// The number of crank revolutions.
  package private(set) var turns = 0.0
  private var powerWatts = 0.0
  private var noise: SeededNoise

  /// The values at the end of a step.
  package struct Values: Hashable, Sendable {
    package var watts: Double
    /// The cadence in revolutions a minute.
    package var rpm: Double
    package var kmh: Double
    /// Whether the legs give less than the brake demands.
    package var isTooMuch: Bool
  }

  /// Creates a free brake.
  ///
  /// `seed` determines the noise of its values.
  package init(seed: UInt64 = 5021) {
    noise = SeededNoise(seed: seed)
  }

  package var targetWatts: Int? { if case .target(let watts) = mode { watts } else { nil } }

  /// The power that the brake demands from pedalling legs, in watts.
  package var askedWatts: Double { targetWatts.map(Double.init) ?? Self.freeWatts }

  /// Advances by `seconds`.
  ///
  /// `legWatts` is the maximum power of the legs; nil if there is no limit.
  package mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double? = nil) -> Values {
    let isPedalling = cadenceRpm > 0
    let goal = isPedalling ? min(askedWatts, legWatts ?? askedWatts) : 0
    // The trapezoidal rule is stable for steps of any length.
    powerWatts += (goal - powerWatts) * min(1, seconds / (Self.lagSeconds + seconds / 2))
    let watts = isPedalling ? max(0, powerWatts + noise.next(deviation: 2)) : 0
    let kmh = isPedalling ? Self.kmh(watts: powerWatts) : 0
    meters += kmh / 3.6 * seconds
    let rpm = isPedalling ? max(1, cadenceRpm + noise.next(deviation: 0.6)) : 0
    turns += rpm / 60 * seconds
    return Values(watts: watts, rpm: rpm, kmh: kmh, isTooMuch: isPedalling && goal < askedWatts)
  }

  /// Returns the speed on a flat road at which air and rolling resistance consume `watts`, by four Newton steps.
  ///
  /// CdA 0.32 m², 1.225 kg/m³, Crr 0.004, 83 kg, 97.6 % of the power reaching the road: 200 W are 34 km/h.
  private static func kmh(watts: Double) -> Double {
    let (rolling, air, road) = (83 * 9.81 * 0.004, 0.5 * 1.225 * 0.32, max(0, watts) * 0.976)
    var speed = 9.0
    for _ in 0..<4 {
      speed -= (air * speed * speed * speed + rolling * speed - road) / (3 * air * speed * speed + rolling)
    }
    return max(0, speed * 3.6)
  }
}
