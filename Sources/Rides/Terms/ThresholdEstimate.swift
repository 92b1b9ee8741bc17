/// The functional threshold power and the critical power that best powers suggest; the settings never follow by
/// themselves.
package struct ThresholdEstimate: Codable, Hashable, Sendable {
  /// The critical power (CP) and W′ by the linear model of work and time, over efforts of 3 to 20 minutes.
  package struct CriticalPower: Codable, Hashable, Sendable {
    /// CP, in watts.
    package var watts: Double
    /// The standard error of CP, in watts.
    package var errorWatts: Double
    /// W′, in kilojoules.
    package var wPrimeKilojoules: Double
    /// The standard error of W′, in kilojoules.
    package var wPrimeErrorKilojoules: Double
    /// The lengths of the efforts, in seconds.
    package var seconds: [Int]

    package init(
      watts: Double, errorWatts: Double, wPrimeKilojoules: Double, wPrimeErrorKilojoules: Double, seconds: [Int]
    ) {
      self.watts = watts
      self.errorWatts = errorWatts
      self.wPrimeKilojoules = wPrimeKilojoules
      self.wPrimeErrorKilojoules = wPrimeErrorKilojoules
      self.seconds = seconds
    }
  }

  /// 95 % of the best 20 minutes (Allen, Coggan), in watts.
  package var thresholdWatts: Int
  /// The best mean power of 20 minutes, in watts.
  package var twentyMinuteWatts: Double
  /// Absent with fewer than three efforts, and if they contradict the model.
  package var criticalPower: CriticalPower?

  package init(thresholdWatts: Int, twentyMinuteWatts: Double, criticalPower: CriticalPower? = nil) {
    self.thresholdWatts = thresholdWatts
    self.twentyMinuteWatts = twentyMinuteWatts
    self.criticalPower = criticalPower
  }
}
