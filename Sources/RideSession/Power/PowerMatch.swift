import BluetoothLE
import Rides

/// Corrects the trainer's target so that the rider's power meter shows the requested power.
///
/// Trainer and meter measure the same legs, so the ratio of their powers depends on the two devices and not on the
/// target. The ratio is measured, not searched for. Over a few seconds in which the trainer held its target, the mean
/// of its power is divided by the mean of the meter's power. The target is the requested power times that ratio. A
/// controller that adds up the meter's deviation would wind up at each start, pause and sprint, and would oscillate
/// with a trainer that follows slowly. Here a change of the target does not change the measured ratio, so there is no
/// loop that can oscillate.
///
/// The ratios of such windows are averaged. The correction follows the mean slowly, and only until it is within a
/// narrow band of it, so that noise does not move the target back and forth. Powers from before the target is reached,
/// or away from it, do not count: starts, changes of the target, sprints, coasting and standing still.
///
/// A target that the trainer does not reach by its own measurement stays unreached. The correction is for the trainer's
/// calibration, not its control.
struct PowerMatch: Hashable, Sendable {
  /// The limits of the correction, as a share of the requested power.
  ///
  /// Of 54 power meters, the mean deviation was −0.9 ± 3.2 %, and 6 were off by more than 5 % (Maier et al. 2017).
  /// Makers of trainers claim 1 to 5 %. Two devices that are off in opposite directions differ by some 10 %. If they
  /// differ by more than 15 %, one of them is wrong: not calibrated, a wrong crank length, or one leg that is counted
  /// twice.
  static let limits = 0.85...1.15
  /// The ratios that are averaged.
  ///
  /// A ratio outside this range is set to its nearest bound, because it would take long to forget.
  private static let plausible = 0.8...1.2
  /// The minimum power of either device that counts, in watts.
  ///
  /// Below it, the rider hardly pedals, and a rounded watt matters.
  private static let leastWatts = 30
  /// The maximum age of a meter's power.
  ///
  /// The meter sends once a second and may miss a few.
  private static let meterAge = Duration.seconds(5)
  /// The distance from the target at which the trainer holds it, as a share and in watts.
  ///
  /// Legs and brake vary by this much.
  private static let (nearShare, nearWatts) = (0.1, 10.0)
  /// The change of the target after which the trainer must settle again, as a share and in watts.
  private static let (newShare, newWatts) = (0.02, 3.0)
  /// The time over which the trainer's power is smoothed, because legs push twice a revolution.
  private static let smoothing = Duration.milliseconds(1500)
  /// The time that the trainer must have held its target before a window begins.
  ///
  /// A meter may smooth its power over 3 s.
  private static let settling = Duration.seconds(3)
  /// The length of a window: a few revolutions of the pedals, and short enough to be steady.
  private static let windowTime = Duration.seconds(5)
  /// The time without a power of either device after which the two means no longer cover the same time.
  private static let gap = Duration.milliseconds(2500)
  /// The distance from the target, as a share, up to which a window counts in full.
  private static let exactShare = 0.02
  /// The number of windows that are averaged: most of a minute, in which noise of 2 % falls to a fifth of a percent.
  private static let windows = 10.0
  /// The distance from the mean ratio within which the correction does not move.
  private static let band = 0.002
  /// The change of the ratio that ends a mean, and the weight of the windows that must agree on it.
  ///
  /// Noise is never off by this much, to the same side, for this long.
  private static let (changeShare, changeWindows) = (0.015, 2.5)
  /// The maximum change of the correction in a second: two fifths of the ramp after a start.
  private static let rate = 0.02
  /// The change, in watts, from which the trainer's target is rewritten for the same requested power.
  ///
  /// It is slightly more than rounding.
  private static let leastChange = 0.6

  private struct Written: Hashable, Sendable {
    var watts: Int
    var asked: Int
  }

  /// The powers of both devices over the same few seconds.
  private struct Window: Hashable, Sendable {
    let since: MonotonicInstant
    var trainer: [Int] = []
    var meter: [Int] = []
  }

  /// The mean of the measured ratios, trainer to meter, and the weight of the windows in it.
  private var (ratio, weight) = (1.0, 0.0)
  /// The future correction, and the present one on its way there, as shares of the requested power.
  private var (goal, correction) = (1.0, 1.0)
  private var written: Written?
  /// The written watts to which the trainer last had to settle again.
  private var settledWatts = 0
  /// The last time when the trainer did not hold its target; nil for the time of its next power.
  private var restlessAt: MonotonicInstant?
  private var smoothedWatts = 0.0
  private var trainerAt: MonotonicInstant?
  private var meterAt: MonotonicInstant?
  private var window: Window?
  /// The weight of the latest windows that were off to the same side, negative below the mean.
  private var surprise = 0.0

  init() {}

  /// The difference of the trainer's target from the requested power, in percent; positive if the target is higher.
  var percent: Double { Precision.percent.rounded((correction - 1) * 100) }

  /// The watts of the trainer for one watt of the meter, as far as they are known.
  var factor: Double { correction }

  /// Returns whether the correction follows the meter now.
  func state(at now: MonotonicInstant) -> PowerMatchState {
    if weight == 0 { return .learning }
    if isSilent(at: now) { return .frozen }
    return Self.limits.contains(ratio) ? .steering : .limited
  }

  /// Returns the trainer's target at which the meter shows `asked`.
  ///
  /// The last written watts for the same `asked` stay while only rounding would change them.
  func watts(for asked: Int) -> Int {
    let exact = Double(asked) * correction
    guard let written, written.asked == asked, abs(exact - Double(written.watts)) < Self.leastChange else {
      return Int(exact.rounded())
    }
    return written.watts
  }
}

// MARK: - Events

extension PowerMatch {
  /// Call when the trainer has acknowledged a target of `watts`, at which the meter should show `asked`.
  mutating func written(watts: Int, asked: Int, at now: MonotonicInstant) {
    written = Written(watts: watts, asked: asked)
    let step = abs(Double(watts - settledWatts))
    guard step > max(Self.newWatts, Double(settledWatts) * Self.newShare) else { return }
    settledWatts = watts
    restart(at: now)
  }

  /// Handles the trainer's own power, in watts.
  mutating func sawTrainer(watts: Int, at now: MonotonicInstant) {
    restartAfterGap(at: now)
    let elapsed = trainerAt.map { now - $0 } ?? Self.smoothing
    smoothedWatts += (Double(watts) - smoothedWatts) * min(1, max(0, elapsed / Self.smoothing))
    trainerAt = now
    guard watts >= Self.leastWatts, isNear else { return restart(at: now) }
    restlessAt = restlessAt ?? now
    window?.trainer.append(watts)
  }

  /// Handles the meter's power, in watts.
  mutating func sawMeter(watts: Int, at now: MonotonicInstant) {
    restartAfterGap(at: now)
    follow(for: meterAt.map { now - $0 } ?? .zero, at: now)
    meterAt = now
    guard watts >= Self.leastWatts else { return restart(at: now) }
    guard let restlessAt, now - restlessAt >= Self.settling else { return }
    window?.meter.append(watts)
    if let window, now - window.since < Self.windowTime { return }
    if let window { learn(from: window) }
    window = Window(since: now)
  }

  /// Call when a link is lost, the ride is paused, or the target changes its meaning.
  ///
  /// The open window no longer counts, and the correction stays.
  mutating func interrupted() {
    (window, restlessAt, surprise) = (nil, nil, 0)
  }
}

// MARK: - Learning

extension PowerMatch {
  /// Whether the trainer's power is near its written target.
  private var isNear: Bool {
    guard let written else { return false }
    let target = Double(written.watts)
    return abs(smoothedWatts - target) <= max(Self.nearWatts, target * Self.nearShare)
  }

  private func isSilent(at now: MonotonicInstant) -> Bool {
    guard let trainerAt, let meterAt else { return true }
    return now - trainerAt > LiveReadings.trainerAge || now - meterAt > Self.meterAge
  }

  private mutating func restart(at now: MonotonicInstant) {
    (window, restlessAt) = (nil, now)
  }

  private mutating func restartAfterGap(at now: MonotonicInstant) {
    guard let trainerAt, let meterAt, max(now - trainerAt, now - meterAt) > Self.gap else { return }
    restart(at: now)
  }

  private mutating func learn(from window: Window) {
    let trainer = Self.mean(window.trainer)
    let measured = bounded(trainer / Self.mean(window.meter), by: Self.plausible)
    let share = weight(of: trainer)
    let isFirst = weight == 0
    noticeChange(to: measured, weighing: share)
    weight = min(weight + share, Self.windows)
    ratio += (measured - ratio) * share / weight
    let wanted = isFirst ? ratio : bounded(goal, by: ratio * (1 - Self.band)...ratio * (1 + Self.band))
    goal = bounded(wanted, by: Self.limits)
  }

  private static func mean(_ watts: [Int]) -> Double { Double(watts.reduce(0, +)) / Double(max(1, watts.count)) }

  /// Returns the weight of a window, 0…1, by the trainer's mean.
  ///
  /// While that mean moves to the target, a smoothing meter lags behind.
  private func weight(of watts: Double) -> Double {
    let off = abs(watts / Double(max(1, written?.watts ?? 1)) - 1)
    let share = Self.exactShare / max(Self.exactShare, off)
    return share * share
  }

  /// Reduces the weight of the mean after several windows in a row that are off to the same side.
  ///
  /// The reason is a device that was calibrated, or has become warm.
  private mutating func noticeChange(to measured: Double, weighing share: Double) {
    if measured > ratio + Self.changeShare {
      surprise = max(0, surprise) + share
    } else if measured < ratio - Self.changeShare {
      surprise = min(0, surprise) - share
    } else {
      surprise = 0
    }
    guard abs(surprise) > Self.changeWindows else { return }
    (weight, surprise) = (min(weight, 1), 0)
  }

  /// Moves the correction towards its goal.
  ///
  /// While either device is silent, it stays.
  private mutating func follow(for elapsed: Duration, at now: MonotonicInstant) {
    guard !isSilent(at: now) else { return }
    let step = Self.rate * min(1, max(0, elapsed.seconds))
    correction = bounded(goal, by: correction - step...correction + step)
  }

  private func bounded(_ value: Double, by range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
