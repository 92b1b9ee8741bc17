import BluetoothLE
import FitnessGATT
import RideSession
import Rides

/// Checks the promises of a ride's machine.
struct RideWatch {
  private var phase = RidePhase.idle
  /// The second of the next row; nil without a record.
  private var nextSecond: Int?
  private var start: MonotonicInstant?
  private var meters = 0.0
  /// Whether a record was requested from the store and has not been closed.
  private var hasRecord = false
  /// The time of the trainer's last data, and the time until which the timer may run without new data.
  private var sentAt: MonotonicInstant?
  private var timerEnd: MonotonicInstant?

  /// Call this when the trainer's data has arrived.
  mutating func trainerSent(at now: MonotonicInstant) { sentAt = now }

  /// Call this before each input with the age up to which the trainer's data counts.
  mutating func trainerCounts(for age: Duration) { timerEnd = sentAt?.advanced(by: age) }

  /// Begins with a ride that another process started.
  mutating func goesOn(_ ride: UnfinishedRide) {
    (nextSecond, start, meters) = (ride.totals.elapsedSeconds, ride.start, ride.totals.distanceMeters ?? 0)
    hasRecord = true
  }

  mutating func look(at effect: RideEffect, links: Set<DeviceRole>, waiting: [RideStage.Request]) throws {
    let connects = waiting.filter { if case .connect = $0 { true } else { false } }
    let working = links.filter { !waiting.contains(.close($0)) }
    switch effect {
    case .connect(let role, _):
      try promise("one connect at a time: \(role) beside \(connects)", connects.isEmpty)
      try promise("\(role) is not linked twice", !links.contains(role))
    case .close(let role): try promise("\(role) is linked, and closed once", working.contains(role))
    case .remedy(.powerCycle(let costing)):
      let others = working.filter { !costing.contains(RideStage.address(of: $0)) }
      try promise("no power-cycle beside \(others), \(connects)", others.isEmpty && connects.isEmpty)
      try promise("no power-cycle costs a trainer that is linked", !working.contains(.trainer))
    case .remedy(.forget(let address)):
      try promise(
        "\(address), which is linked, is not forgotten", !working.contains { RideStage.address(of: $0) == address })
    case .control(let writes):
      for write in writes { _ = try FitnessMachineControlPoint.Request(decoding: write.value) }
    case .openRecord:
      try promise("a ride's record is opened once", !hasRecord)
      hasRecord = true
      (nextSecond, start, meters) = (0, nil, 0)
    case .startRecord(let start): self.start = start
    case .append(let samples, let events): try look(at: samples, events)
    case .closeRecord(_, let end):
      if case .forgotten(let second) = end, let nextSecond {
        try promise("a ride of \(nextSecond) s is left in it, not at \(second) s", second >= 1 && second <= nextSecond)
      }
      (nextSecond, start, hasRecord) = (nil, nil, false)
    case .phaseChanged(let from, let to, _):
      try promise("\(to) comes after \(phase), not \(from)", from == phase && to != from)
      phase = to
    case .cancelConnect, .subscribe, .resubscribe, .read, .write, .awaitRadio, .keep, .keepIntervals, .planHappened,
      .testEnded, .calibrated, .reply:
      break
    }
  }

  mutating func look(at machine: RideMachine, now: MonotonicInstant) throws {
    try promise("every change of phase is reported: \(machine.phase) after \(phase)", machine.phase == phase)
    let snapshot = machine.snapshot(at: now)
    if let figures = snapshot.figures { try promise("\(figures) of time", (figures.remainingSeconds ?? 0) >= 0) }
    if machine.phase == .idle { (nextSecond, start) = (nil, nil) }
    guard let start, let nextSecond, machine.phase != .finishing else { return }
    let elapsed: Duration = now - start
    // The rows of a long pause are written only if the ride continues.
    let isWhole = elapsed < .seconds(nextSecond + 1) || (machine.phase == .paused && nextSecond > 3600)
    try promise("\(nextSecond) rows after \(elapsed)", .seconds(nextSecond) <= elapsed && isWhole)
  }

  private mutating func look(at samples: [RideSample], _ events: [RideEvent]) throws {
    for sample in samples {
      try promise("row \(sample.second) follows, not \(String(describing: nextSecond))", sample.second == nextSecond)
      nextSecond = sample.second + 1
      if sample.timerRunning, let start {
        let rowEnd = start.advanced(by: .seconds(sample.second + 1))
        try promise(
          "the timer runs in row \(sample.second) by data that counts", timerEnd.map { rowEnd <= $0 } ?? false)
      }
      for value in [sample.powerWatts, sample.cadenceRpm, sample.speedKmh, sample.distanceMeters] {
        try promise("\(sample) is finite", value?.isFinite ?? true)
      }
      if let distance = sample.distanceMeters {
        try promise("\(distance) m after \(meters) m", distance >= meters)
        meters = distance
      }
    }
    for event in events { try promise("\(event) is in a record", nextSecond != nil && event.at >= .zero) }
  }
}
