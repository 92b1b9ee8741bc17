package import BluetoothLE

/// Distance in timer time, from the trainer's own count where it sends one that counts, else from its speed.
///
/// Some trainers send a Total Distance that stands still for ever, or stops on the way.
package struct Odometer: Hashable, Sendable {
  private struct Total: Hashable, Sendable {
    var meters: Int
    var at: MonotonicInstant
  }

  /// Metres so far; nil until the trainer sent a distance or a speed.
  package private(set) var meters: Double?

  /// A count that stands still for so many seconds of riding is none.
  private static let standingSeconds = 10
  /// From which speed on such a second counts as riding, in km/h: a metre in it.
  private static let movingKmh = 3.6

  /// Whether the trainer's count has grown, and grows while it says that it moves.
  private(set) var countsItself = false
  private var lastTotal: Total?
  private var countedMeters = 0.0
  private var secondsStanding = 0

  package init() {}

  /// An odometer that shows `meters` already.
  package init(meters: Double?) {
    self.meters = meters
  }

  /// Takes a Total Distance in metres; a count that fell back, or grew faster than anybody rides, began anew.
  package mutating func received(totalMeters: Int, at now: MonotonicInstant) {
    if let lastTotal { countedMeters += growth(from: lastTotal, to: totalMeters, at: now) }
    if countedMeters > 0 { (countsItself, secondsStanding) = (true, 0) }
    lastTotal = Total(meters: totalMeters, at: now)
  }

  private func growth(from last: Total, to meters: Int, at now: MonotonicInstant) -> Double {
    let grown = Double(meters - last.meters)
    // Several may arrive at once after a moment without any, so the time between is no less than a second.
    let most = PossibleValues.metersPerSecond * max(1, (now - last.at).seconds)
    return (0...most).contains(grown) ? grown : 0
  }

  /// The trainer is another one, or the same after a restart: its count says nothing about the time between.
  package mutating func linkLost() {
    lastTotal = nil
  }

  /// Ends a row of one second with its mean speed.
  package mutating func endRow(speedKmh: Double?, timerRunning: Bool) {
    if countedMeters == 0, speedKmh ?? 0 >= Self.movingKmh { secondsStanding += 1 }
    if secondsStanding > Self.standingSeconds { countsItself = false }
    let covered: Double? = countsItself ? countedMeters : speedKmh.map { $0 / 3.6 }
    countedMeters = 0
    guard let covered else { return }
    meters = (meters ?? 0) + (timerRunning ? covered : 0)
  }
}
