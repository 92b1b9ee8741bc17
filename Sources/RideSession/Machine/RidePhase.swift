/// Where a ride stands; the meaning of each is the contract's (`Status.Phase`).
package enum RidePhase: String, Hashable, Sendable, CaseIterable {
  case idle
  case connecting
  case ready
  case riding
  case paused
  case reconnecting
  case finishing
}
