package import RideSession

/// What a ride adds to the course of weeks and months.
package struct StoredTrend: Hashable, Sendable {
  /// The ride's number.
  package var id: Int
  /// When the ride began, as it is cut.
  package var start: UnixTime
  package var timerSeconds: Int
  /// Seconds in Zone 2.
  package var zone2Seconds: Int
  /// Mean power in Zone 2, in watts; nil where there is none.
  package var zone2Watts: Double?
  /// How much the heart rate rose against the power, in percent; nil where it cannot be told.
  package var decouplingPercent: Double?

  package init(
    id: Int, start: UnixTime, timerSeconds: Int, zone2Seconds: Int, zone2Watts: Double?, decouplingPercent: Double?
  ) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.zone2Seconds = zone2Seconds
    self.zone2Watts = zone2Watts
    self.decouplingPercent = decouplingPercent
  }
}
