package import RideAnalysis
package import RideStore
import Rides

extension RideReviewer {
  /// All that is known of the rider's body, by the present settings.
  ///
  /// Figures of rides are taken from the store where they were derived with the same settings; the others are derived and
  /// stored.
  /// - Parameter wallClock: Says the local day of a ride of which no offset was kept.
  /// - Returns: The history, of which all scores can be asked.
  /// - Throws: The reason why the library cannot be read, or a figure not be stored.
  package func bodyHistory(_ wallClock: any WallClock) async throws(StoreError) -> BodyHistory {
    let settings = try await library.settings()
    let derivations = Self.bodyDerivations(settings)
    var efforts = try await library.efforts(by: derivations)
    let missing = efforts.filter { $0.figures.count < derivations.count }
    if !missing.isEmpty {
      try await analyse(missing.map(\.id))
      efforts = try await library.efforts(by: derivations)
    }
    return BodyHistory(
      measurements: try await library.measurements(), nights: try await library.nights(),
      values: try await library.wellness(),
      efforts: efforts.map { effort in
        let offset = effort.utcOffsetSeconds ?? wallClock.utcOffsetSeconds(at: effort.start) ?? 0
        return RideEffort(effort, on: CalendarDay(effort.start, utcOffsetSeconds: offset), settings)
      }, settings: settings)
  }

  /// How each figure is derived by these settings; without a setting that it needs, it is not.
  ///
  /// The power of a ride needs none: its load follows from it and the FTP.
  static func bodyDerivations(_ settings: RiderSettings) -> [DerivedFigure: Derivation] {
    var derivations = [DerivedFigure.normalizedWatts: normalizedDerivation]
    guard let maximum = settings.maximumHeartRate else { return derivations }
    for zone in DerivedFigure.strainZones {
      derivations[zone] = Derivation(method: "1", basis: "maximum \(maximum)")
    }
    guard let resting = settings.restingHeartRate else { return derivations }
    derivations[.trimp] = Derivation(
      method: "1", basis: "resting \(resting) maximum \(maximum) \(settings.trimpWeights.rawValue)")
    return derivations
  }
}

extension RideReading {
  /// The rule for measurements at rest, from all rides and measurements of the library.
  package func restingRule() throws(StoreError) -> RestingRule {
    RestingRule(measurements: try measurements(), rides: try efforts(by: [:]).map(\.span))
  }
}

extension RideEffort {
  /// - Parameters:
  ///   - effort: The ride and its figures.
  ///   - day: The local day of its start.
  ///   - settings: The present ones.
  fileprivate init(_ effort: StoredEffort, on day: CalendarDay, _ settings: RiderSettings) {
    let minutes = DerivedFigure.strainZones.compactMap { effort.figures[$0] ?? nil }
    let load = RideLoad(
      normalizedWatts: effort.isCycling ? effort.figures[.normalizedWatts] ?? nil : nil,
      timerSeconds: effort.timerSeconds, thresholdWatts: effort.thresholdWatts ?? settings.thresholdWatts)
    self.init(
      day: day, ride: effort.id, zoneMinutes: minutes.count == DerivedFigure.strainZones.count ? minutes : nil,
      trainingStressScore: load.trainingStressScore, trimp: effort.figures[.trimp] ?? nil, span: effort.span)
  }
}
