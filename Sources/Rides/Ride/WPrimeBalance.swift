/// The rest of the work above critical power that the rider can do (W′ balance).
///
/// The differential form: Skiba, Fulford, Clarke, Vanhatalo, Jones: Intramuscular determinants of the ability to
/// recover work capacity above critical power, Eur J Appl Physiol 115 (2015), in the form of Froncioni and Clarke that
/// GoldenCheetah computes. Above critical power it falls by the excess; below, it returns by the deficit times the
/// spent share.
package struct WPrimeBalance: Hashable, Sendable {
  package let criticalWatts: Double
  /// W′, in joules.
  package let fullJoules: Double
  /// In joules; negative if the rider did more than the model allows.
  package private(set) var joules: Double
  /// The least balance so far, in joules.
  package private(set) var leastJoules: Double

  package init(criticalWatts: Int, wPrimeKilojoules: Double) {
    self.criticalWatts = Double(criticalWatts)
    fullJoules = wPrimeKilojoules * 1000
    (joules, leastJoules) = (fullJoules, fullJoules)
  }

  /// Nil unless the rider has both settings.
  package init?(_ settings: RiderSettings) {
    guard let watts = settings.criticalWatts, let kilojoules = settings.wPrimeKilojoules, kilojoules > 0 else {
      return nil
    }
    self.init(criticalWatts: watts, wPrimeKilojoules: kilojoules)
  }

  /// Adds a second at a power.
  ///
  /// - Parameter watts: The power; nil, for a row without one, leaves the balance as it is.
  package mutating func add(watts: Double?) {
    guard let watts, Limits.storedWatts.contains(watts) else { return }
    let excess = watts - criticalWatts
    joules -= excess > 0 ? excess : excess * (fullJoules - joules) / fullJoules
    leastJoules = min(leastJoules, joules)
  }

  /// The balance as it is shown.
  package var status: WPrimeStatus {
    WPrimeStatus(
      criticalWatts: Int(criticalWatts), fullKilojoules: fullJoules / 1000, kilojoules: joules / 1000,
      leastKilojoules: leastJoules / 1000)
  }

  /// Adds a row: while the timer is stopped, the rider rests.
  package mutating func add(_ sample: RideSample) {
    add(watts: sample.timerRunning ? sample.powerWatts : sample.powerWatts ?? 0)
  }
}

/// W′ balance at a time of a ride, or at its end.
package struct WPrimeStatus: Codable, Hashable, Sendable {
  /// The critical power, in watts.
  package var criticalWatts: Int
  /// W′, in kilojoules.
  package var fullKilojoules: Double
  /// The balance, in kilojoules; negative if the rider did more than the model allows.
  package var kilojoules: Double
  /// The least balance so far, in kilojoules.
  package var leastKilojoules: Double

  package init(criticalWatts: Int, fullKilojoules: Double, kilojoules: Double, leastKilojoules: Double) {
    self.criticalWatts = criticalWatts
    self.fullKilojoules = fullKilojoules
    self.kilojoules = kilojoules
    self.leastKilojoules = leastKilojoules
  }
}
