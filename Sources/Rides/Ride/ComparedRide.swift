/// The rows, laps and plan of a ride that is compared with others.
package struct ComparedRide: Sendable {
  /// In order.
  package var samples: [RideSample]
  /// Empty if the whole ride is one lap.
  package var laps: [RideLap]
  /// The plan as ridden; nil without one.
  package var plan: RidePlan?
  /// The FTP at the start, in watts; nil if it was not stored.
  package var thresholdWatts: Int?

  package init(samples: [RideSample], laps: [RideLap] = [], plan: RidePlan? = nil, thresholdWatts: Int? = nil) {
    self.samples = samples
    self.laps = laps
    self.plan = plan
    self.thresholdWatts = thresholdWatts
  }
}
