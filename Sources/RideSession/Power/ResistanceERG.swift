package import BluetoothLE
import Rides

/// Holds watts on a bike that has resistance levels and no ERG mode.
///
/// Create one when the bike's levels are known, and keep it until the ride ends, also over drops: it uses for the whole
/// ride the curve that it learns. While the bike is linked and a power is wanted, call
/// ``second(wantedWatts:watts:rpm:heldPercent:at:)`` once a second, and write the returned level if the bike holds
/// another one. Call ``interrupted()`` when the link is lost or the ride is paused.
///
/// The level comes from a ``ResistanceCurve`` at the present cadence, so a change of the wanted watts or of the cadence
/// has an effect at once. The curve learns the power of each level after the brake and the legs have followed it, and
/// forgets slowly, as an integral does. It is not an integral of the deviation: pauses, sprints and weak legs agree with
/// the curve, so they wind up no error.
package struct ResistanceERG: Hashable, Sendable {
  /// A bound of the levels at which the bike does not give the wanted watts.
  package enum Limit: String, Hashable, Sendable {
    /// The highest level is too light for the wanted watts at this cadence.
    case most
    /// The lowest level is too heavy.
    case least
  }

  /// The cadence for the first level, and for a bike that does not send it, in revolutions a minute.
  private static let usualRpm = 80.0
  /// The cadence below which the level no longer rises as the cadence falls, in revolutions a minute.
  ///
  /// Otherwise tired legs would get a heavier pedal with each slower turn.
  private static let slowRpm = 50.0
  /// The minimum power that counts, in watts.
  private static let leastWatts = 4
  /// The seconds after a change of the level before the power counts, and the seconds that are compared.
  private static let (settlingSeconds, windowSeconds) = (4, 6)
  /// The change of the power within the window, as a share, that noise explains, and that makes it useless.
  private static let (restShare, unrestShare) = (0.05, 0.15)
  /// The weight of a change of the power within the window, as the noise of its end.
  private static let unrestWeight = 6.0
  /// The expected improvement for which the level changes: at least and at most as shares of the wanted watts, and
  /// between them a share of the step in watts.
  ///
  /// Halfway between two levels, either is right, and sway must not alternate between them.
  private static let (gainShare, mostGainShare, gainOfStep) = (0.015, 0.02, 0.4)
  /// The deviation, as a share, from which an untried level is worth a trial, and the maximum seconds of a trial.
  private static let (untriedShare, trialSeconds) = (0.035, 15)
  /// The deviation, as a share of the wanted watts, that is large, and the seconds between two changes then and
  /// otherwise.
  private static let (largeShare, largeSeconds, smallSeconds) = (0.08, 3, 5)
  /// The change of the wanted watts, as a share, that changes the level at once, and the seconds between two such
  /// changes in a ramp.
  private static let (jumpShare, jumpSeconds) = (0.05, 2)
  /// The deviation, as a share, and its seconds, from which a bound of the levels is reported.
  private static let (limitShare, limitSeconds) = (0.05, 3)
  /// The time between two calls after which the seconds no longer follow each other.
  private static let gap = Duration.milliseconds(2500)
  /// The minimum time between two calls.
  private static let callTime = Duration.milliseconds(600)

  /// A second's power and cadence.
  private struct Second: Hashable, Sendable {
    var watts: Double
    var rpm: Double
  }

  private let levels: ResistanceLevels
  private var curve: ResistanceCurve
  /// The requested level; nil until the first call.
  private var level: Int?
  /// The level that the bike holds; nil if it is unknown.
  private var held: Int?
  /// The seconds at the held level.
  private var secondsHeld = 0
  /// The latest seconds at the held level with pedalling, at most `windowSeconds`.
  private var window: [Second] = []
  private var cadence = LevelCadence()
  private var secondsSinceChange = 0
  /// The levels whose power is learnt.
  private var known: Set<Int> = []
  /// The highest level at which a power was learnt; nil before the first.
  private var highestLearnt: Int?
  /// Whether the present level was requested only to learn its power.
  private var isTrial = false
  /// The wanted watts of the last change of the level.
  private var answeredWatts = 0
  private var secondsLimited = 0
  private var limitNow: Limit?
  private var lastCall: MonotonicInstant?

  /// Creates a controller for a bike with these levels, with a generic curve.
  package init(_ levels: ResistanceLevels) {
    self.levels = levels
    curve = ResistanceCurve(highest: levels.highest)
  }

  /// The requested level, in percent of the bike's range; nil before the first call.
  ///
  /// It is always the place of one of the bike's levels.
  package var percent: Double? { level.map(levels.percent) }

  /// The bound of the levels that has kept the power more than 5 % from the wanted watts for 3 s; nil
  /// without such a bound.
  package var limit: Limit? { secondsLimited >= Self.limitSeconds ? limitNow : nil }

  /// Whether a bound of the levels keeps the power from the wanted watts.
  package var isLimited: Bool { limit != nil }

  /// Handles one second.
  ///
  /// - Parameters:
  ///   - wantedWatts: The watts to hold.
  ///   - watts: The measured power; nil if no recent one is known.
  ///   - rpm: The cadence; nil if the bike does not send it, or no recent one is known.
  ///   - heldPercent: The level that the bike last acknowledged or announced on this link, in percent of its range; nil
  ///     before the first. Only powers at a held level are learnt.
  ///   - now: The time. Calls within 0.6 s after the last one have no effect.
  /// - Returns: The level to request, in percent of the bike's range.
  package mutating func second(
    wantedWatts: Int, watts: Int?, rpm: Double?, heldPercent: Double?, at now: MonotonicInstant
  ) -> Double {
    if let lastCall, let percent, now - lastCall < Self.callTime { return percent }
    if let lastCall, now - lastCall > Self.gap { interrupted() }
    lastCall = now
    secondsSinceChange += 1
    observeHeld(heldPercent.map(levels.level(at:)))
    let isPowered = watts ?? 0 >= Self.leastWatts
    cadence.observe(rpm ?? (isPowered ? Self.usualRpm : 0))
    if !cadence.isPedalling {
      secondsLimited = 0
      window.removeAll()
    } else if let watts, isPowered {
      learn(Double(watts), knowsCadence: rpm != nil)
    }
    steer(to: max(1, wantedWatts))
    noticeLimit(Double(wantedWatts))
    return levels.percent(of: level ?? 0)
  }

  /// Call when the link is lost, or the ride is paused.
  ///
  /// The learnt curve and the level stay.
  package mutating func interrupted() {
    (held, secondsHeld, cadence, secondsLimited) = (nil, 0, LevelCadence(), 0)
    window.removeAll()
  }
}

extension ResistanceERG {
  private mutating func observeHeld(_ newLevel: Int?) {
    secondsHeld += 1
    guard newLevel != held else { return }
    (held, secondsHeld) = (newLevel, 0)
    window.removeAll()
  }

  /// Adds a second to the window, and learns from the window's end if its power is steady.
  private mutating func learn(_ watts: Double, knowsCadence: Bool) {
    guard let held else { return }
    window.append(Second(watts: watts, rpm: cadence.latestRpm))
    if window.count > Self.windowSeconds { window.removeFirst() }
    guard secondsHeld >= Self.settlingSeconds, cadence.isStarted, window.count >= 4 else { return }
    let (first, last) = (mean(window.prefix(window.count / 2)), mean(window.suffix(window.count / 2)))
    let byCadence = curve.exponent * (last.rpm / first.rpm).naturalLogarithm
    let unrest = abs((last.watts / first.watts).naturalLogarithm - byCadence)
    guard unrest < Self.unrestShare else { return }
    curve.learn(
      watts: last.watts, level: held, rpm: last.rpm, unrest: max(0, unrest - Self.restShare) * Self.unrestWeight,
      knowsCadence: knowsCadence)
    highestLearnt = max(highestLearnt ?? 0, held)
    if window.count == Self.windowSeconds { known.insert(held) }
  }

  private func mean(_ seconds: ArraySlice<Second>) -> Second {
    let count = Double(max(1, seconds.count))
    return Second(
      watts: max(1, seconds.reduce(0) { $0 + $1.watts } / count), rpm: seconds.reduce(0) { $0 + $1.rpm } / count)
  }

  private mutating func steer(to wantedWatts: Int) {
    let wanted = Double(wantedWatts)
    let forecast = curve.forecast(rpm: max(cadence.rpm ?? Self.usualRpm, Self.slowRpm), around: held ?? level ?? 0)
    let best = forecast.cautiousLevel(for: wanted, highestLearnt: highestLearnt)
    guard let level else { return request(best, for: wantedWatts) }
    if abs(Double(wantedWatts - answeredWatts)) > Self.jumpShare * wanted {
      if secondsSinceChange >= Self.jumpSeconds { request(best, for: wantedWatts) }
      return
    }
    // While the pedals rest or start, only another power changes the level.
    guard cadence.isStarted, cadence.isSteady, !isTrying else { return }
    let (present, other) = (forecast.watts(at: level), forecast.watts(at: best))
    let gain = abs(present - wanted) - abs(other - wanted)
    let leastGain = min(Self.gainOfStep * abs(other - present), Self.mostGainShare * wanted)
    guard gain >= max(Self.gainShare * wanted, leastGain) else { return tryNext(to: level, for: wanted, forecast) }
    let isLarge = abs(present - wanted) >= Self.largeShare * wanted
    if secondsSinceChange >= (isLarge ? Self.largeSeconds : Self.smallSeconds) { request(best, for: wantedWatts) }
  }

  /// Tries the level next to the present one if that may be nearer to the wanted watts although the curve does not
  /// expect it.
  ///
  /// The curve near an untried level is a guess. Each level is tried once.
  private mutating func tryNext(to level: Int, for wanted: Double, _ forecast: ResistanceCurve.Forecast) {
    let present = forecast.watts(at: level)
    let next = present < wanted ? level + 1 : level - 1
    guard (0...levels.highest).contains(next), known.contains(level), !known.contains(next) else { return }
    let deviation = abs(present - wanted)
    guard level == held, deviation > Self.untriedShare * wanted else { return }
    let other = forecast.watts(at: next)
    let least = abs(other - wanted) - other * curve.doubt(of: next, from: level)
    guard deviation - least >= Self.gainShare * wanted, secondsSinceChange >= Self.smallSeconds else { return }
    (self.level, secondsSinceChange, isTrial) = (next, 0, true)
  }

  /// Whether the present level is a trial whose power is not learnt yet.
  private var isTrying: Bool {
    guard isTrial, let level else { return false }
    return !known.contains(level) && secondsSinceChange < Self.trialSeconds
  }

  private mutating func request(_ level: Int, for wantedWatts: Int) {
    (self.level, answeredWatts, secondsSinceChange, isTrial) = (level, wantedWatts, 0, false)
  }

  private mutating func noticeLimit(_ wanted: Double) {
    let found = boundNow(wanted)
    secondsLimited = found != nil && found == limitNow ? min(secondsLimited + 1, Self.limitSeconds) : 0
    limitNow = found
  }

  /// The bound at which the measured power is not the wanted one now.
  private func boundNow(_ wanted: Double) -> Limit? {
    guard let level, level == held, secondsHeld >= Self.settlingSeconds, window.count >= 3 else { return nil }
    let watts = mean(window.suffix(3)).watts
    if level == levels.highest, watts < wanted * (1 - Self.limitShare) { return .most }
    return level == 0 && watts > wanted * (1 + Self.limitShare) ? .least : nil
  }
}
