/// How much of a file is taken: what it claims costs nothing, and what it holds no more than this.
package struct ImportLimits: Hashable, Sendable {
  /// Bytes of the file.
  package var bytes: Int
  /// Seconds from a ride's first point to its last, and so its rows; of all rides of a file together.
  package var seconds: Int
  /// Laps of a ride.
  package var laps: Int
  /// Rides of a file.
  package var rides: Int

  package init(bytes: Int = 104_857_600, seconds: Int = 4 * 86_400, laps: Int = 10_000, rides: Int = 1000) {
    self.bytes = bytes
    self.seconds = seconds
    self.laps = laps
    self.rides = rides
  }
}
