package import Rides

/// The answer to `Links`.
package struct RideLinks: Codable, Hashable, Sendable {
  /// An incident on one of the links of a ride, as listed after the ride.
  package struct Incident: Codable, Hashable, Sendable {
    @Word package var kind: LinkIncidentKind
    /// The device; absent where it is about none.
    @OptionalWord package var device: DeviceRole?
    /// Seconds from the ride's start.
    package var atSeconds: Double
    /// The reason for a lost link, a `LinkReason` by name; the radio's words of a refusal; or the remedy that was used.
    package var reason: String?
    /// The link's signal strength when it was last measured before, in dBm.
    package var signalDBm: Int?
    /// Seconds until it was over: until the trainer held its target again, the strap notified, the daemon went on.
    package var lastedSeconds: Double?

    package init(
      kind: LinkIncidentKind, device: DeviceRole? = nil, atSeconds: Double, reason: String? = nil,
      signalDBm: Int? = nil,
      lastedSeconds: Double? = nil
    ) {
      self.kind = kind
      self.device = device
      self.atSeconds = atSeconds
      self.reason = reason
      self.signalDBm = signalDBm
      self.lastedSeconds = lastedSeconds
    }
  }

  /// How evenly a device sent over a whole ride: the intervals between its notifications, within each of its links.
  package struct Intervals: Codable, Hashable, Sendable {
    /// The device.
    @Word package var device: DeviceRole
    /// How many intervals there were, one at least.
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
  package var incidents: [Incident]
  /// Of each device for which they are known.
  package var intervals: [Intervals]

  package init(ride: RideSummary, incidents: [Incident], intervals: [Intervals]) {
    self.ride = ride
    self.incidents = incidents
    self.intervals = intervals
  }
}
