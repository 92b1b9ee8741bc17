import RideAnalysis
import RideFiles
import RideSession
import RideStore

extension RideDetails {
  /// What the store knows of a ride beside its record; of one that came from a file, no more than its rows tell.
  ///
  /// - Parameters:
  ///   - record: The ride, as it is cut or whole.
  ///   - ride: The same as it is listed.
  ///   - thresholdWatts: The functional threshold power of its rider; nil where it is not known.
  ///   - utcOffsetSeconds: Seconds that the clock was ahead of UTC when it began; nil where that is not known.
  init(_ record: RideRecord, of ride: StoredRide, thresholdWatts: Int?, utcOffsetSeconds: Int?) {
    let isOwn = record.origin == nil
    let (whole, laps) = record.loadFigures(thresholdWatts: isOwn ? thresholdWatts : nil)
    self.init(figures: whole, lapFigures: laps)
    guard isOwn else { return }
    self.utcOffsetSeconds = utcOffsetSeconds
    plan = ride.order.flatMap { $0.plan.name == nil ? nil : $0.plan }
    devices = [Device(role: .trainer, name: ride.trainerName)]
    if let strap = ride.order?.heartRate { devices.append(Device(role: .heartRate, name: strap.name)) }
  }
}

extension RideRecord {
  /// The same with laps that say which of them are rest, as the plan means them.
  func resting(by plan: RidePlan?) -> RideRecord {
    guard let intensities = plan?.intensities else { return self }
    var record = self
    for index in laps.indices {
      guard let interval = laps[index].interval, intensities.indices.contains(interval - 1) else { continue }
      record.laps[index].isResting = intensities[interval - 1] == .rest
    }
    return record
  }
}
