package import RideSession

/// Plans as a text that a person can write and read, one line an interval.
///
/// ```
/// name: Over-unders
/// author: Me
/// about: Four times over and under the threshold
///
/// timer 10:00  50-75%  "Warm-up"
/// repeat 4
///   timer 2:00  90%   85-95rpm  "Under"
///   timer 1:00  105%  "Over"
///     cue 0:45 "Fifteen seconds"
/// end
/// timer 5:00  free            # whatever is left
/// ```
/// An interval is `END [TARGET] [CADENCE] ["LABEL"]`.
/// - END: `timer` with `1:00`, `1:30:00`, `90s`, `10m` or `1h30m`; `distance` with `25`, `25m` or `2.5km`; `location` with
///   latitude and longitude in degrees, `48.2082,16.3738`; `activity`, which the rider ends.
/// - TARGET: `150W`; `75%` of the functional threshold power; `100-200W`, `50-75%`, also `ramp 100W-75%`; a
///   heart-rate zone, `zone2` or `Z2`, and the power to begin at, `zone2 140W`; `free`, or nothing, for no target.
/// - CADENCE: `90rpm` or `85-95rpm`.
///
/// `cue 0:30 "Ease off"`, or `cue 0:30 for 15s "Ease off"`, belongs to the interval above it. `repeat 4` … `end` stand
/// around a group, none within another. `name:`, `about:`, `author:` and `ftp:` come first, each to the end of its line, or
/// in quotes; `ftp: 250W` is what percents count from for a rider who has set no threshold power. In quotes `\"`, `\\`,
/// `\n`, `\r`, `\t` and `\u{7F}` stand for what cannot be written. `#` at the beginning of a word begins a comment. Small
/// letters or capitals, indentation and blank lines make no difference.
package enum PlanText {
  /// Reads a whole text.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Returns: The plan; without a name it has an empty one, without lines no interval.
  /// - Throws: The first obstacle, with its line and the word.
  package static func decode(_ bytes: [UInt8]) throws(WorkoutFileError) -> Plan {
    guard bytes.count <= WorkoutFile.mostBytes else {
      throw WorkoutFileError(.tooLarge, "more than \(WorkoutFile.mostBytes) bytes")
    }
    var decoder = PlanTextDecoder()
    for line in try WorkoutLines.of(bytes) { try decoder.read(line) }
    return try decoder.finish()
  }
}
