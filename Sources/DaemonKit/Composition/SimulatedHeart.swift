import RadioSim

/// How the heart of the simulated rider answers power; what is nil is as usual.
package struct SimulatedHeart: Hashable, Sendable {
  /// How much it rises for a watt, in beats a minute.
  package var gain: Double?
  /// The time constant with which it rises, in seconds.
  package var lagSeconds: Double?
  /// How long it takes before it begins to, in seconds.
  package var delaySeconds: Int?
  /// How much it rises in an hour of constant power, in beats a minute.
  package var driftPerHour: Double?
  /// What it beats without any power, in beats a minute.
  package var restingBeatsPerMinute: Double?

  package init() {}

  /// Puts it under the strap of a world.
  func beat(in world: inout SimulatedWorld) {
    world.strap.gain = gain ?? world.strap.gain
    world.strap.lagSeconds = lagSeconds ?? world.strap.lagSeconds
    world.strap.delaySeconds = delaySeconds ?? world.strap.delaySeconds
    world.strap.driftPerHour = driftPerHour ?? world.strap.driftPerHour
    world.strap.restingBeatsPerMinute = restingBeatsPerMinute ?? world.strap.restingBeatsPerMinute
  }
}
