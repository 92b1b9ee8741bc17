import RideAnalysis
package import Rides

extension RideDetails {
  /// Collects the details of a ride; for an imported ride, only the figures computed from its rows.
  ///
  /// - Parameters:
  ///   - record: The ride, trimmed or whole.
  ///   - plan: The plan that was ridden. A plan without a name is left out.
  ///   - trainerName: The name that the trainer advertised; nil if absent.
  ///   - strap: The heart rate strap; nil for a ride without one.
  ///   - thresholdWatts: The functional threshold power of the rider; nil if unknown.
  ///   - settings: The rider's settings, for the zones; nil if unknown.
  ///   - utcOffsetSeconds: Local time minus UTC at the start of the ride, in seconds; nil if unknown.
  package init(
    _ record: RideRecord, plan: RidePlan?, trainerName: String?, strap: Device?, thresholdWatts: Int?,
    settings: RiderSettings? = nil, utcOffsetSeconds: Int?
  ) {
    let isOwn = record.origin == nil
    let thresholdWatts = isOwn && record.sport.isCycling ? thresholdWatts : nil
    let (whole, laps) = record.loadFigures(thresholdWatts: thresholdWatts)
    self.init(figures: whole, lapFigures: laps)
    guard isOwn else { return }
    zones = settings.flatMap { RideZones(record, $0, thresholdWatts: thresholdWatts) }
    self.utcOffsetSeconds = utcOffsetSeconds
    self.plan = plan.flatMap { $0.name == nil ? nil : $0 }
    devices = [Device(role: .trainer, name: trainerName)]
    if let strap { devices.append(strap) }
  }
}

extension RideRecord {
  /// Returns the record with its laps marked as rests according to the plan.
  package func resting(by plan: RidePlan?) -> RideRecord {
    guard let intensities = plan?.intensities else { return self }
    var record = self
    for index in laps.indices {
      guard let interval = laps[index].interval, intensities.indices.contains(interval - 1) else { continue }
      record.laps[index].isResting = intensities[interval - 1] == .rest
    }
    return record
  }
}
