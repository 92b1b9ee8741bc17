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
}
