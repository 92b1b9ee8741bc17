package import RideAnalysis
import RideSession
package import RideStore

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
    let derivations = Self.derivations(settings)
    var efforts = try await library.efforts(by: derivations)
    var isDerived = false
    for effort in efforts {
      let missing = derivations.filter { effort.figures[$0.key] == nil }
      guard !missing.isEmpty else { continue }
      isDerived = true
      do throws(StoreError) { try await derive(missing, of: effort.id, settings) } catch {
        // It was dropped meanwhile, or cannot be read; the others have their figures.
        guard [.noSuchRide, .obstacle(.damaged)].contains(error.code) else { throw error }
      }
    }
    if isDerived { efforts = try await library.efforts(by: derivations) }
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
  private static func derivations(_ settings: RiderSettings) -> [DerivedFigure: Derivation] {
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

  private func derive(
    _ missing: [DerivedFigure: Derivation], of id: Int, _ settings: RiderSettings
  ) async throws(StoreError) {
    let record = try await library.record(id)
    var figures: [DerivedFigure: Double?] = [.normalizedWatts: record.normalizedWatts]
    if let maximum = settings.maximumHeartRate {
      let minutes = Strain.zoneMinutes(record.samples, maximumHeartRate: maximum)
      for zone in DerivedFigure.strainZones { figures[zone] = .some(nil) }
      for (zone, minutes) in zip(DerivedFigure.strainZones, minutes ?? []) { figures[zone] = .some(minutes) }
      figures[.trimp] = .some(TrainingImpulse.of(record.samples, settings))
    }
    for (derivation, names) in Dictionary(grouping: missing.keys, by: { missing[$0] }) {
      guard let derivation else { continue }
      let values = figures.filter { names.contains($0.key) }
      try await store.setFigures(values, by: derivation, of: id, activityID: record.activityID)
    }
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
      trainingStressScore: load.trainingStressScore, trimp: effort.figures[.trimp] ?? nil)
  }
}
