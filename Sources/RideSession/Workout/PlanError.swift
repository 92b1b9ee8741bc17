/// Why a plan cannot be ridden, or a part of it not be taken into one.
package struct PlanError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// There is nothing in it.
    case empty
    /// No time or no distance.
    case zeroLength
    /// More time or distance than `Limits` has.
    case tooLong
    /// A power that no trainer holds; `detail` is it.
    case powerOutOfRange
    /// There is no such zone; `detail` is its number.
    case unknownZone
    case cadenceOutOfRange
    /// A group repeats less than once or too often; `detail` is how often.
    case repeatsOutOfRange
    /// More intervals than `Limits` has; `detail` is how many.
    case tooManyIntervals
    /// A name, label or cue that is empty where there must be one, or too long.
    case badText
    case tooManyCues
    /// A place that is not on the globe.
    case badPlace
    /// A location, and no route to reach it on.
    case noRoute
    /// The route does not come near the location; `detail` is how far it stays away, in metres.
    case farFromRoute
    /// Power in percent, and no functional threshold power set.
    case noThreshold
    /// A heart-rate zone, and no power to begin at.
    case noStartWatts
    /// A heart-rate zone, and a ride without a strap.
    case noHeartRate
    /// A heart-rate zone that the zones' method wants a setting for; `detail` names the setting.
    case noZones
  }

  package var code: Code
  /// The interval as it is ridden, from 1; nil where it is about the whole.
  package var interval: Int?
  package var detail: String

  package init(_ code: Code, interval: Int? = nil, detail: String = "") {
    self.code = code
    self.interval = interval
    self.detail = detail
  }
}
