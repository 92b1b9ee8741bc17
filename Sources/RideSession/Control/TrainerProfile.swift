package import BluetoothLE
package import FitnessGATT

/// What a trainer can do, as far as it said so; learnt on the first link and kept over drops.
package struct TrainerProfile: Hashable, Sendable {
  /// Whether it takes a target power; nil until Fitness Machine Feature was read, or where it cannot be.
  package var takesPowerTargets: Bool?
  /// Whether it can be as a road is; nil until Fitness Machine Feature was read, or where it cannot be.
  package var simulatesRoad: Bool?
  /// The watts it can hold; nil until, or unless, it tells.
  package var powerRange: SupportedPowerRange?
  /// The reads that have not ended yet.
  package var awaited: Set<CharacteristicID> = []

  package init() {}

  /// Whether all that can be learnt has been.
  package var isComplete: Bool { awaited.isEmpty }

  /// The least watts that it can hold, as far as it says so.
  package var leastWatts: Int { clamp(PlanLimits.watts.lowerBound) }

  /// The target nearest to `askedWatts` that the trainer can hold.
  package func clamp(_ askedWatts: Int) -> Int {
    powerRange.map { Int($0.clamp(watts: askedWatts).watts) } ?? askedWatts
  }
}
