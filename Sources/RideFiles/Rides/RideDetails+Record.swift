import RideAnalysis
package import Rides

extension RideDetails {
  /// The details of a ride beside its record; of a ride from a file, only those that its rows tell.
  ///
  /// - Parameters:
  ///   - record: The ride, as it is cut or whole.
  ///   - plan: What was ridden; one without a name is not told.
  ///   - trainerName: The name that the trainer advertised; nil if it has none.
  ///   - strap: The strap; nil without one.
  ///   - thresholdWatts: The functional threshold power of its rider; nil if it is not known.
  ///   - utcOffsetSeconds: Local time minus UTC when it began, in seconds; nil if it is not known.
  package init(
    _ record: RideRecord, plan: RidePlan?, trainerName: String?, strap: Device?, thresholdWatts: Int?,
    utcOffsetSeconds: Int?
  ) {
    let isOwn = record.origin == nil
    let (whole, laps) = record.loadFigures(thresholdWatts: isOwn && record.sport.isCycling ? thresholdWatts : nil)
    self.init(figures: whole, lapFigures: laps)
    guard isOwn else { return }
    self.utcOffsetSeconds = utcOffsetSeconds
    self.plan = plan.flatMap { $0.name == nil ? nil : $0 }
    devices = [Device(role: .trainer, name: trainerName)]
    if let strap { devices.append(strap) }
  }
}

extension RideRecord {
  /// The same record with rests marked among its laps, according to the plan.
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
