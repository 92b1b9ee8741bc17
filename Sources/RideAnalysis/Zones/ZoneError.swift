package import RideSession

/// Why zones cannot be made: the method needs something that the rider has not said.
package struct ZoneError: Error, Hashable, Sendable {
  package enum Setting: String, Hashable, Sendable, CaseIterable {
    case maximumHeartRate
    case restingHeartRate
    case thresholdHeartRate
  }

  package let method: ZoneMethod
  /// The first thing that is missing.
  package let lacks: Setting
}
