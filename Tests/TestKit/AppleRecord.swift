package import Rides

/// The record of heart rate variability of 2018-11-19 that a reader of others has among its tests (JDecool/HKParser).
package enum AppleRecord {
  /// The clock of each beat, as the record has it, and the beats a minute.
  package static let clock: [(time: String, beatsPerMinute: Int)] = [
    ("08:33:44,67", 78), ("08:33:48,87", 71), ("08:33:55,04", 80), ("08:33:55,79", 80), ("08:33:56,55", 79),
    ("08:33:57,34", 76), ("08:33:58,14", 75), ("08:33:58,94", 75), ("08:33:59,72", 77), ("08:34:00,48", 78),
    ("08:34:03,52", 79), ("08:34:04,30", 77), ("08:34:05,10", 75), ("08:34:05,92", 74), ("08:34:06,73", 74),
    ("08:34:07,55", 73), ("08:34:08,38", 73), ("08:34:09,18", 75), ("08:34:09,95", 78), ("08:34:13,03", 80),
    ("08:34:13,83", 75), ("08:34:16,95", 79), ("08:34:17,75", 75), ("08:34:18,55", 75), ("08:34:19,36", 73),
    ("08:34:34,85", 75), ("08:34:35,63", 77),
  ]

  /// The intervals that the rates make, and where the clock says that beats are missing between two of them.
  package static let intervals = BeatIntervals(
    clock.map { 60_000 / Double($0.beatsPerMinute) }, breaks: [1, 2, 10, 19, 21, 25])
}
