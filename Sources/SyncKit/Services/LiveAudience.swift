import ControlWire
package import Rides

/// A service that shows rides while they are on.
package protocol LiveAudience: Sendable {
  /// Tells how a ride is going.
  ///
  /// - Returns: How soon it wants to hear more; nil if it shows no rides.
  /// - Throws: Why it cannot be told.
  func tell(_ ride: LiveRide) async throws(SyncFault) -> Duration?
}

/// A ride that is on, as the rider's own server shows it (`POST /api/v1/live`, `docs/hub.md`); what is not known is absent.
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

  /// A word of `RidePhase`; `idle` says that the ride is over.
  package let phase: String
  /// What is ridden.
  private(set) var plan: String?
  private(set) var powerWatts: Int?
  private(set) var targetWatts: Int?
  private(set) var heartRateBpm: Int?
  private(set) var cadenceRpm: Double?
  /// Since the first pedal stroke.
  private(set) var elapsedSeconds: Int?
  /// Of the timer.
  private(set) var remainingSeconds: Int?

  /// No ride is on.
  package static let over = LiveRide(phase: "idle")

  private init(phase: String) { self.phase = phase }

  /// The ride that is on; nil if none is.
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
