import RideAnalysis
package import RideStore
package import Rides

extension RideReviewer {
  /// The number of rides whose figures are stored in one transaction.
  package static let ridesInSlice = 32

  /// Returns the finished rides that lack a figure by the present settings, newest first.
  package func unanalysed() async throws(StoreError) -> [Int] {
    let settings = try await library.settings()
    let derivations = Self.bodyDerivations(settings)
    let efforts = try await library.efforts(by: derivations).filter { $0.figures.count < derivations.count }.map(\.id)
    let trends = try await self.trends(since: UnixTime(milliseconds: .min), before: nil, settings).missing
    let curves = try await storedBests().filter { $0.curve == nil }.map(\.id)
    return Set(efforts + trends + curves).sorted(by: >)
  }

  /// Derives and stores all figures of rides, each from one reading of its rows.
  ///
  /// A ride that was dropped meanwhile, or cannot be read, is skipped.
  package func analyse(_ rides: [Int]) async throws(StoreError) {
    let settings = try await library.settings()
    var rest = rides[...]
    while !rest.isEmpty, !Task.isCancelled {
      var derived: [DerivedFigures] = []
      for id in rest.prefix(Self.ridesInSlice) {
        do throws(StoreError) {
          let (ride, activityID) = try await library.compared(id)
          derived.append(DerivedFigures(of: id, activityID, ride, settings))
        } catch {
          guard [.noSuchRide, .obstacle(.damaged)].contains(error.code) else { throw error }
        }
        // Lets other calls run on the library's thread.
        await Task.yield()
      }
      rest = rest.dropFirst(Self.ridesInSlice)
      try await store.setFigures(derived)
    }
  }

  /// Derives and stores all figures of a ride whose rows are in memory, so that no later call has to read them.
  package func analyse(_ record: RideRecord, riding plan: RidePlan?, as id: Int) async throws(StoreError) {
    let settings = try await library.settings()
    let ride = ComparedRide(
      samples: record.samples, laps: record.laps, plan: plan, thresholdWatts: record.thresholdWatts)
    try await store.setFigures([DerivedFigures(of: id, record.activityID, ride, settings)])
  }
}

extension DerivedFigures {
  fileprivate init(of id: Int, _ activityID: UnixTime, _ ride: ComparedRide, _ settings: RiderSettings) {
    let derived = RideFigures(ride, settings: settings)
    var figures: [DerivedFigure: Double?] = [
      .zone2Seconds: Double(derived.trend.zone2Seconds), .zone2Watts: derived.trend.zone2Watts,
      .decouplingPercent: derived.trend.decouplingPercent, .normalizedWatts: derived.normalizedWatts,
      .trimp: derived.trimp,
    ]
    for (index, zone) in DerivedFigure.strainZones.enumerated() {
      figures[zone] = .some(derived.zoneMinutes.flatMap { $0.indices.contains(index) ? $0[index] : nil })
    }
    var derivations = RideReviewer.bodyDerivations(settings)
    for figure in [DerivedFigure.zone2Seconds, .zone2Watts, .decouplingPercent] {
      derivations[figure] = RideReviewer.derivation(settings)
    }
    if let threshold = ride.thresholdWatts ?? settings.thresholdWatts {
      var derivation = RideReviewer.powerZoneDerivation(settings)
      derivation.basis += " \(threshold)"
      for index in 0..<PowerZones(settings.zoneMethod, thresholdWatts: threshold).count {
        let zone = DerivedFigure.powerZones[index]
        figures[zone] = .some(derived.powerZoneSeconds.map { Double($0[index]) })
        derivations[zone] = derivation
      }
    }
    self.init(
      ride: id, activityID: activityID, figures: figures, by: derivations,
      curve: (derived.curve.watts, PowerCurve.method))
  }
}
