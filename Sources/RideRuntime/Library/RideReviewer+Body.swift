package import RideAnalysis
package import RideStore
import Rides

extension RideReviewer {
  /// Returns the history of the rider's body, by the present settings.
  ///
  /// Figures of rides that were derived with the same settings are read from the store. The others are derived and
  /// stored.
  /// - Parameter wallClock: Gives the local day of a ride without a stored offset.
  /// - Returns: The history, from which all scores can be calculated.
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

  /// Returns the derivation of each figure by these settings.
  ///
  /// A figure without a required setting is left out.
  ///
  /// Normalized Power needs no settings. The load of a ride follows from it and the FTP.
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
  /// Returns the rule for measurements at rest, from all rides and measurements of the library.
  package func restingRule() throws(StoreError) -> RestingRule {
    RestingRule(measurements: try measurements(), rides: try efforts(by: [:]).map(\.span))
  }
}

extension RideEffort {
  /// - Parameters:
  ///   - effort: The ride and its figures.
  ///   - day: The local day of its start.
  ///   - settings: The present settings.
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
