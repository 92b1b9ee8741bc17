package import Rides

/// The reply to `Links`.
package struct RideLinks: Codable, Hashable, Sendable {
  /// Statistics of the intervals between a device's notifications over a whole ride, within each of its links.
  package struct Intervals: Codable, Hashable, Sendable {
    @OpenValue package var device: DeviceRole
    /// The number of intervals, at least 1.
    package var count: Int
    /// The shortest, in seconds.
    package var shortestSeconds: Double
    /// The longest, in seconds.
    package var longestSeconds: Double
    /// Their mean, in seconds.
    package var meanSeconds: Double
    /// Their standard deviation, in seconds.
    package var deviationSeconds: Double

    package init(
      device: DeviceRole, count: Int, shortestSeconds: Double, longestSeconds: Double, meanSeconds: Double,
      deviationSeconds: Double
    ) {
      self.device = device
      self.count = count
      self.shortestSeconds = shortestSeconds
      self.longestSeconds = longestSeconds
      self.meanSeconds = meanSeconds
      self.deviationSeconds = deviationSeconds
    }
  }

  package var ride: RideSummary
  /// In order of time.
  package var incidents: [LinkIncident]
  /// The intervals of each device for which they are known.
  package var intervals: [Intervals]

  package init(ride: RideSummary, incidents: [LinkIncident], intervals: [Intervals]) {
    self.ride = ride
    self.incidents = incidents
    self.intervals = intervals
  }
}
