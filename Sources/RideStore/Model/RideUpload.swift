package import RideSession

/// That a ride was uploaded, as it was cut then.
package struct RideUpload: Hashable, Sendable {
  /// Where to.
  package var service: String
  package var at: UnixTime
  /// The activity ID of what was uploaded: another than the ride's where it was cut since.
  package var activityID: UnixTime

  package init(service: String, at: UnixTime, activityID: UnixTime) {
    self.service = service
    self.at = at
    self.activityID = activityID
  }
}
