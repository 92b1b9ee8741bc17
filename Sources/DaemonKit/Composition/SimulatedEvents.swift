import RadioSim

/// The events of a simulated ride, in time since the trainer's first link.
package struct SimulatedEvents: Hashable, Sendable {
  /// The times during which the trainer is out of range; its link drops at their beginning.
  package var absences: [Range<Duration>] = []
  /// The times during which the trainer is linked and silent.
  package var silences: [Range<Duration>] = []
  /// The times without pedalling.
  package var rests: [Range<Duration>] = []

  package init() {}

  /// Adds the events to a world.
  func happen(in world: inout SimulatedWorld) {
    world.faults += absences.map { .away(SimulatedWorld.trainerAddress, $0) }
    world.faults += silences.map { .silent(SimulatedWorld.trainerAddress, $0) }
    world.rider.rests += rests
  }
}
