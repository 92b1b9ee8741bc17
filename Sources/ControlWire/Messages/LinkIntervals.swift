/// How evenly a device spoke over a whole ride: the intervals between its notifications, within each of its links.
public struct LinkIntervals: Codable, Hashable, Sendable {
  /// The device.
  public var device: DeviceRole
  /// How many intervals there were, one at least.
  public var count: Int
  /// The shortest, in seconds.
  public var shortestSeconds: Double
  /// The longest, in seconds.
  public var longestSeconds: Double
  /// Their mean, in seconds.
  public var meanSeconds: Double
  /// Their standard deviation, in seconds.
  public var deviationSeconds: Double

  /// How evenly a device spoke.
  public init(
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
