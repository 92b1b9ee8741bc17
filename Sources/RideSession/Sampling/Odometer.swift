/// Distance in timer time, from the trainer's own count where it sends one, else from its speed.
package struct Odometer: Hashable, Sendable {
  /// Metres so far; nil until the trainer sent a distance or a speed.
  package private(set) var meters: Double?

  private var lastTotalMeters: Int?
  private var countedMeters = 0.0
  private var countsItself = false

  package init() {}

  /// An odometer that shows `meters` already.
  package init(meters: Double?) {
    self.meters = meters
  }

  /// Takes a Total Distance in metres; a count that fell back began anew.
  package mutating func received(totalMeters: Int) {
    if let last = lastTotalMeters, totalMeters >= last { countedMeters += Double(totalMeters - last) }
    countsItself = true
    lastTotalMeters = totalMeters
  }

  /// The trainer is another one, or the same after a restart: its count says nothing about the time between.
  package mutating func linkLost() {
    lastTotalMeters = nil
  }

  /// Ends a row of one second with its mean speed.
  package mutating func endRow(speedKmh: Double?, timerRunning: Bool) {
    let covered: Double? = countsItself ? countedMeters : speedKmh.map { $0 / 3.6 }
    countedMeters = 0
    guard let covered else { return }
    meters = (meters ?? 0) + (timerRunning ? covered : 0)
  }
}
