import ControlWire

/// A ride's seconds as people read them.
enum SampleText {
  /// How many seconds of a ride a person reads.
  private static let rowsToRead = 60

  private static let columns: [Table.Column] = [
    .init("Elapsed", .right), .init("Timer"), .init("Power", .right), .init("Target", .right),
    .init("Cadence", .right), .init("Heart", .right), .init("Speed", .right), .init("Distance", .right),
  ]

  /// The answer to `show --samples`: the ride in a line, its seconds in a table, of a long one every so many.
  static func shown(_ ride: RideSummary, samples: [SampleRow], time: LocalTime) -> String {
    let heading = "\(RideText.summary(ride)) Begun \(time.text(ride.start))."
    guard !samples.isEmpty else { return heading }
    let interval = interval(forRows: samples.count)
    let shown = samples.filter { $0.elapsedSeconds.isMultiple(of: interval) }
    let alpha1 = Alpha1Text.summary(samples)
    let columns = columns + (alpha1 == nil ? [] : [.init("Alpha-1", .right)])
    let table = heading + "\n\n" + Table(columns: columns, rows: shown.map(cells)).text
    let remarks = [
      interval == 1 ? nil : "Every \(ClockTime(interval)); `--json` shows each second.",
      alpha1.map { "DFA alpha-1: \($0)." },
      samples.contains { $0.virtual == true } ? "Speed and distance are virtual: reckoned from power." : nil,
    ]
    return ([table] + remarks.compactMap(\.self)).joined(separator: "\n\n")
  }

  /// How far apart the rows of a table for a person are, in seconds, so that a ride of so many rows fits it.
  private static func interval(forRows count: Int) -> Int {
    [1, 5, 10, 30, 60, 300].first { count <= rowsToRead * $0 } ?? 600
  }

  private static func cells(of sample: SampleRow) -> [String] {
    [
      "\(ClockTime(sample.elapsedSeconds))", sample.timerRunning ? "runs" : "stands",
      RideText.watts(sample.powerWatts) ?? "-", sample.targetWatts.map { "\($0) W" } ?? "-",
      RideText.cadence(sample.cadenceRpm) ?? "-", sample.beatsPerMinute.map { "\($0) bpm" } ?? "-",
      sample.speedKmh.map { "\(Figure.text($0, decimals: 1)) km/h" } ?? "-",
      sample.distanceMeters.map { "\(Figure.text($0, decimals: 0)) m" } ?? "-",
      sample.alpha1.map { Figure.text($0, decimals: 2) } ?? "-",
    ]
  }
}
