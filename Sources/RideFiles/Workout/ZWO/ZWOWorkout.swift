internal import RideSession

/// Workouts as Zwift's ZWO has them: XML with powers as fractions of the functional threshold power.
///
/// Read as the programs of others write it: names in any letters, decimal commas, stray ampersands, durations with a
/// fraction, powers above 20 as percent. What has no power at all is ridden free. Labels that ZWO has by its elements:
/// those below.
enum ZWOWorkout {
  static let warmUp = "Warm-up"
  static let coolDown = "Cool-down"
  static let maxEffort = "Max effort"

  /// Reads a whole file; a plan without a name has an empty one.
  static func decode(_ bytes: [UInt8]) throws(WorkoutFileError) -> Plan {
    var decoder = ZWODecoder()
    return try decoder.decode(bytes)
  }
}
