package import Rides

extension ThresholdEstimate {
  /// The shortest and the longest effort that the model of critical power describes, in seconds.
  ///
  /// Shorter ones depend on the anaerobic capacity alone, longer ones on fatigue (Jones et al., Med Sci Sports Exerc
  /// 42 (2010), 1876).
  private static let modelled = 180...1200

  /// The estimate by the best mean powers over lengths of time; nil without 20 minutes.
  ///
  /// - Parameter points: Lengths in seconds, with their powers in watts.
  package init?(of points: [(seconds: Int, watts: Double)]) {
    guard let best = points.first(where: { $0.seconds == PlanTest.twentyMinutes.decisiveSeconds }), best.watts > 0
    else { return nil }
    let threshold = (best.watts * PlanTest.twentyMinutes.thresholdShare).rounded()
    guard let watts = Int(exactly: threshold), Limits.thresholdWatts.contains(watts) else { return nil }
    self.init(
      thresholdWatts: watts, twentyMinuteWatts: best.watts,
      criticalPower: CriticalPower(fitting: points.filter { Self.modelled.contains($0.seconds) }))
  }
}

extension ThresholdEstimate.CriticalPower {
  /// The linear model of work and time, work = W′ + CP × time (Moritani et al., Ergonomics 24 (1981), 339), by least
  /// squares, with the standard errors of its slope and intercept.
  ///
  /// Nil with fewer than three efforts, and if the efforts contradict the model: all-out efforts give a positive W′.
  init?(fitting efforts: [(seconds: Int, watts: Double)]) {
    guard efforts.count >= 3 else { return nil }
    let count = Double(efforts.count)
    let times = efforts.map { Double($0.seconds) }
    let works = efforts.map { $0.watts * Double($0.seconds) }
    let (meanTime, meanWork) = (times.reduce(0, +) / count, works.reduce(0, +) / count)
    let spread = times.reduce(0) { $0 + ($1 - meanTime) * ($1 - meanTime) }
    let together = zip(times, works).reduce(0) { $0 + ($1.0 - meanTime) * ($1.1 - meanWork) }
    guard spread > 0 else { return nil }
    let slope = together / spread
    let intercept = meanWork - slope * meanTime
    let residuals = zip(times, works).reduce(0) { sum, effort in
      let residual = effort.1 - intercept - slope * effort.0
      return sum + residual * residual
    }
    let variance = residuals / (count - 2)
    guard slope > 0, Limits.wPrimeKilojoules.contains(intercept / 1000) else { return nil }
    self.init(
      watts: slope, errorWatts: (variance / spread).squareRoot(), wPrimeKilojoules: intercept / 1000,
      wPrimeErrorKilojoules: (variance * (1 / count + meanTime * meanTime / spread)).squareRoot() / 1000,
      seconds: efforts.map(\.seconds))
  }
}
