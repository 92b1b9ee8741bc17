import BluetoothLE

@testable import RideSession

/// A rider on a trainer that holds its target by its own measurement, with a power meter that measures another power.
struct MatchedRide {
  /// The deviation of the meter from the trainer.
  enum Meter: Hashable, CustomStringConvertible {
    /// A constant share.
    case off(Double)
    /// A share that grows from zero over this many seconds.
    case drifting(Double, seconds: Double)
    /// A sudden share from a second on, as when a trainer's brake has warmed up.
    case stepping(Double, atSecond: Double)

    static let all: [Meter] =
      [-0.1, -0.04, 0.04, 0.1].map(Meter.off) + [.drifting(0.04, seconds: 1200), .stepping(0.03, atSecond: 300)]

    func offset(atSecond second: Double) -> Double {
      switch self {
      case .off(let share): share
      case .drifting(let share, let seconds): share * min(1, second / seconds)
      case .stepping(let share, let start): second < start ? 0 : share
      }
    }

    var description: String {
      switch self {
      case .off(let share): "\((share * 100).rounded()) %"
      case .drifting(let share, let seconds): "0 to \((share * 100).rounded()) % in \(seconds) s"
      case .stepping(let share, let start): "\((share * 100).rounded()) % from \(start) s on"
      }
    }
  }

  /// Returns the request after this many seconds: half at first, all after ten.
  static func ramp(to watts: Int) -> (Double) -> Int {
    { second in watts / 2 + Int((Double(watts - watts / 2) * min(1, second / 10)).rounded(.down)) }
  }

  var meter: Meter
  /// The time constant with which the legs' power follows the target, in seconds.
  let lag: Double
  /// The seconds over which the meter smooths its power.
  let smoothing: Int
  /// The minimum time between two writes to the trainer, in seconds.
  let writeInterval: Double

  private(set) var match = PowerMatch()
  private(set) var second = 0.0
  /// The trainer's target, and the legs' power by the trainer's measurement, without noise.
  private(set) var target = 0
  private(set) var power = 0.0
  /// The meter's power without noise, four times a second.
  private(set) var shown: [Double] = []
  /// The written watts and their times.
  private(set) var writes: [(second: Double, watts: Int)] = []
  private var noise: Noise
  private var wobble = 0.0
  private var raw: [Double] = []

  init(_ meter: Meter, lag: Double, smoothing: Int = 1, writeInterval: Double = 0.25, seed: UInt64 = 1) {
    self.meter = meter
    self.lag = lag
    self.smoothing = smoothing
    self.writeInterval = writeInterval
    noise = Noise(seed: seed)
  }

  var now: MonotonicInstant { MonotonicInstant(nanoseconds: Int64(second * 1e9)) }

  /// The change that a rider makes to the trainer's power.
  typealias Legs = (_ power: Double) -> Double

  /// Rides for some seconds.
  ///
  /// - Parameters:
  ///   - seconds: The time.
  ///   - asked: The request after this many seconds of the whole ride.
  ///   - legs: The legs' power at the trainer's power.
  ///   - hearsTrainer: Whether the trainer's power arrives.
  ///   - hearsMeter: Whether the meter's power arrives.
  mutating func ride(
    seconds: Int, asking asked: (Double) -> Int, legs: Legs = { $0 }, hearsTrainer: Bool = true, hearsMeter: Bool = true
  ) {
    for _ in 0..<seconds * 4 {
      second += 0.25
      write(asked(second.rounded(.down)))
      power += (Double(target) - power) * 0.25 / (lag + 0.25)
      // The legs' power varies for both devices alike, over some seconds.
      wobble += -wobble * 0.25 / 3 + noise.next(0.006)
      let pedalled = max(0, legs(power) * (1 + wobble))
      let offset = 1 + meter.offset(atSecond: second)
      shown.append(legs(power) * offset)
      if hearsTrainer { match.sawTrainer(watts: Int((pedalled * (1 + noise.next(0.02))).rounded()), at: now) }
      guard second == second.rounded() else { continue }
      raw.append(pedalled * offset * (1 + noise.next(0.012)))
      let mean = raw.suffix(smoothing).reduce(0, +) / Double(min(smoothing, raw.count))
      if hearsMeter { match.sawMeter(watts: Int(mean.rounded()), at: now) }
    }
  }

  mutating func interrupt() { match.interrupted() }

  private mutating func write(_ asked: Int) {
    let watts = match.watts(for: asked)
    guard watts != target, second - (writes.last?.second ?? -10) >= writeInterval else { return }
    target = watts
    writes.append((second, watts))
    match.written(watts: watts, asked: asked, at: now)
  }

  /// Returns the maximum deviation of the meter's power from `asked` in some seconds, in watts.
  func greatestError(from asked: Int, in seconds: Range<Int>) -> Double {
    let span = shown.dropFirst(seconds.lowerBound * 4).prefix(seconds.count * 4)
    return span.map { abs($0 - Double(asked)) }.max() ?? .infinity
  }

  /// Returns the difference between the minimum and maximum watts that are written from a second on.
  func targetSwing(from first: Int) -> Int {
    let late = writes.filter { $0.second >= Double(first) }.map(\.watts)
    return (late.max() ?? 0) - (late.min() ?? 0)
  }

  /// Returns the number of reversals of the written target from a second on.
  func turns(from first: Int) -> Int {
    let late = writes.filter { $0.second >= Double(first) }.map(\.watts)
    let steps = zip(late.dropFirst(), late).map { $0 - $1 }
    return zip(steps.dropFirst(), steps).count { ($0 > 0) != ($1 > 0) }
  }
}

/// Reproducible noise: SplitMix64, twelve numbers of which add up to nearly a normal distribution.
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  /// A number around zero.
  mutating func next(_ standardDeviation: Double) -> Double {
    let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double(number() >> 11) / 9_007_199_254_740_992 }
    return (sum - 6) * standardDeviation
  }

  private mutating func number() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
