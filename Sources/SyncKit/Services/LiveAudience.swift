import ControlWire
package import Rides

/// A service that shows rides in progress.
package protocol LiveAudience: Sendable {
  /// Reports the progress of a ride.
  ///
  /// - Returns: The interval that the service asks for; nil if it shows no rides.
  /// - Throws: The fault if the report failed.
  func publish(_ ride: LiveRide) async throws(SyncFault) -> Duration?
}

/// A ride in progress, for the rider's own server (`POST /api/v1/live`, `docs/hub.md`).
///
/// Unknown values are absent.
package struct LiveRide: Codable, Hashable, Sendable {
  enum CodingKeys: String, CodingKey {
    case phase, plan
    case powerWatts = "power_watts"
    case targetWatts = "target_watts"
    case heartRateBpm = "heart_rate_bpm"
    case cadenceRpm = "cadence_rpm"
    case elapsedSeconds = "elapsed_seconds"
    case remainingSeconds = "remaining_seconds"
  }

  /// The value of `RidePhase`; `idle` means that the ride is over.
  package let phase: String
  /// The name of the ride's plan.
  private(set) var plan: String?
  private(set) var powerWatts: Int?
  private(set) var targetWatts: Int?
  private(set) var heartRateBpm: Int?
  private(set) var cadenceRpm: Double?
  /// Since the first pedal stroke.
  private(set) var elapsedSeconds: Int?
  /// Timer time.
  private(set) var remainingSeconds: Int?

  /// The report that no ride is in progress.
  package static let over = LiveRide(phase: "idle")

  private init(phase: String) { self.phase = phase }

  /// Creates the report of the current ride; nil if no ride is in progress.
  init?(_ status: Status) {
    guard status.phase != .idle, let ride = status.ride else { return nil }
    phase = status.$phase
    plan = ride.name
    powerWatts = status.powerWatts
    targetWatts = ride.targetWatts
    heartRateBpm = status.heartRate?.beatsPerMinute
    cadenceRpm = status.cadenceRpm
    elapsedSeconds = ride.elapsedSeconds
    remainingSeconds = ride.remainingSeconds
  }
}
