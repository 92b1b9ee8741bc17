import ControlWire

/// Rides as people read them.
enum RideText {
  /// The answer to `start`, below the devices that it took by itself; that a strap is missing is said where one was wanted.
  static func started(_ started: Started, withHeartRate: Bool = true) -> String {
    let seconds = started.ride.timerSeconds + started.ride.remainingSeconds
    let ride = "Ride \(started.ride.id): \(ClockTime(seconds)) at \(target(started.target)) Pedal to begin."
    let found = started.devices.compactMap(DeviceText.taken)
    let misses = withHeartRate && !found.isEmpty && !started.devices.contains { $0.kind == .heartRate }
    return (found + (misses ? [DeviceText.noStrap] : []) + [ride]).joined(separator: "\n")
  }

  /// A target as it was taken: `150 W.`, or clamped, and why.
  static func target(_ target: Target) -> String {
    guard target.targetWatts != target.askedWatts else { return "\(target.targetWatts) W." }
    let range = [target.minimumWatts.map { "from \($0)" }, target.maximumWatts.map { "to \($0)" }]
      .compactMap(\.self).joined(separator: " ")
    let reason = range.isEmpty ? "" : ": the trainer holds \(range) W"
    return "\(target.targetWatts) W instead of \(target.askedWatts) W\(reason)."
  }

  /// A finished ride in one line and the name of its file.
  static func stopped(_ ride: RideSummary, fileName: String?) -> String {
    let file = fileName.map { "\nFile \($0.printable); `jz2ctl export \(ride.id) --output FILE` writes a copy." }
    return summary(ride) + (file ?? "")
  }

  /// A ride in one line.
  ///
  /// `Ride 12: 1:00:00, 149 W, 132 bpm, 537 kJ, 31.40 km.`
  static func summary(_ ride: RideSummary) -> String {
    let paused = ride.elapsedSeconds > ride.timerSeconds ? "\(ClockTime(ride.elapsedSeconds)) elapsed" : nil
    let parts = [
      "\(ClockTime(ride.timerSeconds))", paused, ride.averageWatts.map { "\(Figure.text($0, decimals: 0)) W" },
      ride.averageHeartRate.map { "\(Figure.text($0, decimals: 0)) bpm" },
      "\(Figure.text(ride.kilojoules, decimals: 0)) kJ",
      ride.distanceMeters.map { "\(Figure.text($0 / 1000, decimals: 2)) km" },
      ride.state == .finished ? nil : ride.state.rawValue,
    ]
    return "Ride \(ride.id): \(parts.compactMap(\.self).joined(separator: ", "))."
  }

  /// The answer to `rides`; the local time is the caller's to tell from RFC 3339.
  static func list(_ rides: [RideSummary], localTime: (String) -> String) -> String {
    guard !rides.isEmpty else { return "No ride yet. `jz2ctl start --watts W --minutes M` begins the first." }
    let columns: [Table.Column] = [
      .init("Ride", .right), .init("Start"), .init("Time", .right), .init("Elapsed", .right), .init("Power", .right),
      .init("Heart", .right), .init("Work", .right), .init("Distance", .right), .init("State"),
    ]
    return Table(columns: columns, rows: rides.map { cells(of: $0, localTime: localTime) }).text
  }

  private static func cells(of ride: RideSummary, localTime: (String) -> String) -> [String] {
    [
      "\(ride.id)", localTime(ride.start), "\(ClockTime(ride.timerSeconds))", "\(ClockTime(ride.elapsedSeconds))",
      ride.averageWatts.map { "\(Figure.text($0, decimals: 0)) W" } ?? "-",
      ride.averageHeartRate.map { "\(Figure.text($0, decimals: 0)) bpm" } ?? "-",
      "\(Figure.text(ride.kilojoules, decimals: 0)) kJ",
      ride.distanceMeters.map { "\(Figure.text($0 / 1000, decimals: 2)) km" } ?? "-", ride.state.rawValue,
    ]
  }

  /// How many seconds of a ride a person reads.
  private static let rowsToRead = 60

  /// How far apart the rows of a table for a person are, in seconds, so that a ride of so many rows fits it.
  private static func interval(forRows count: Int) -> Int {
    [1, 5, 10, 30, 60, 300].first { count <= rowsToRead * $0 } ?? 600
  }

  /// The answer to `show`: the ride in a line, its seconds in a table, of a long one every so many.
  static func shown(_ ride: RideSummary, samples: [SampleRow], localTime: (String) -> String) -> String {
    let heading = "\(summary(ride)) Begun \(localTime(ride.start))."
    guard !samples.isEmpty else { return heading }
    let columns: [Table.Column] = [
      .init("Elapsed", .right), .init("Timer"), .init("Power", .right), .init("Target", .right),
      .init("Cadence", .right), .init("Heart", .right), .init("Speed", .right), .init("Distance", .right),
    ]
    let interval = interval(forRows: samples.count)
    let shown = samples.filter { $0.elapsedSeconds.isMultiple(of: interval) }
    let table = heading + "\n\n" + Table(columns: columns, rows: shown.map(cells)).text
    return interval == 1 ? table : table + "\n\nEvery \(ClockTime(interval)); `--json` shows each second."
  }

  private static func cells(of sample: SampleRow) -> [String] {
    [
      "\(ClockTime(sample.elapsedSeconds))", sample.timerRunning ? "runs" : "stands",
      sample.powerWatts.map { "\(Figure.text($0, decimals: 0)) W" } ?? "-",
      sample.targetWatts.map { "\($0) W" } ?? "-",
      sample.cadenceRpm.map { "\(Figure.text($0, decimals: 0)) rpm" } ?? "-",
      sample.beatsPerMinute.map { "\($0) bpm" } ?? "-",
      sample.speedKmh.map { "\(Figure.text($0, decimals: 1)) km/h" } ?? "-",
      sample.distanceMeters.map { "\(Figure.text($0, decimals: 0)) m" } ?? "-",
    ]
  }
}
