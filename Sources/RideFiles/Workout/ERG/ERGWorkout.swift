internal import RideSession

/// Workouts as CompuTrainer's ERG and MRC files have them: points of time and power, in sections of lines.
///
/// Two points of one time are a step, others the ends of a straight line between them. ERG counts in watts, MRC in percent
/// of the functional threshold power; where an ERG file says for which threshold it was made, its watts are that much of
/// the rider's, and stand as they are for a rider who has set none. Points that lie on the line between their neighbours
/// make no interval of their own, unless a lap or a name begins there. No power is ridden free.
enum ERGWorkout {
  /// What powers are counted in.
  enum Unit: Hashable {
    case watts
    case thresholdPercent
  }

  /// Reads a whole file; a plan without a name has an empty one.
  static func decode(_ bytes: [UInt8]) throws(WorkoutFileError) -> Plan {
    var file = ERGFile()
    for line in try WorkoutLines.of(bytes) { try file.read(line) }
    return try file.plan()
  }
}
