package import Rides

/// The heart rate variability record of 2018-11-19 from the tests of another parser (JDecool/HKParser).
package enum AppleRecord {
  /// The time of each beat, as in the record, and the rate in beats per minute.
  package static let clock: [(time: String, beatsPerMinute: Int)] = [
    ("08:33:44,67", 78), ("08:33:48,87", 71), ("08:33:55,04", 80), ("08:33:55,79", 80), ("08:33:56,55", 79),
    ("08:33:57,34", 76), ("08:33:58,14", 75), ("08:33:58,94", 75), ("08:33:59,72", 77), ("08:34:00,48", 78),
    ("08:34:03,52", 79), ("08:34:04,30", 77), ("08:34:05,10", 75), ("08:34:05,92", 74), ("08:34:06,73", 74),
    ("08:34:07,55", 73), ("08:34:08,38", 73), ("08:34:09,18", 75), ("08:34:09,95", 78), ("08:34:13,03", 80),
    ("08:34:13,83", 75), ("08:34:16,95", 79), ("08:34:17,75", 75), ("08:34:18,55", 75), ("08:34:19,36", 73),
    ("08:34:34,85", 75), ("08:34:35,63", 77),
  ]

  /// The intervals computed from the rates, with breaks where the times show missing beats.
  package static let intervals = BeatIntervals(
    clock.map { 60_000 / Double($0.beatsPerMinute) }, breaks: [1, 2, 10, 19, 21, 25])
}
