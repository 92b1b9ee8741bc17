/// A ride as one point of the history.
public struct RideTrend: Codable, Hashable, Sendable {
  /// The ride's number.
  public var id: Int
  /// When it began: RFC 3339 in UTC.
  public var start: String
  /// Seconds the timer ran.
  public var timerSeconds: Int
  /// Seconds in Zone 2.
  public var zone2Seconds: Int
  /// Mean power in Zone 2, in watts.
  public var zone2Watts: Double?
  /// Aerobic decoupling (Pw:HR), in percent; absent for less than 20 min of work.
  public var decouplingPercent: Double?

  /// A point of the history.
  public init(
    id: Int, start: String, timerSeconds: Int, zone2Seconds: Int, zone2Watts: Double?, decouplingPercent: Double?
  ) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.zone2Seconds = zone2Seconds
    self.zone2Watts = zone2Watts
    self.decouplingPercent = decouplingPercent
  }
}
