package import Rides

/// Writes a ride as a FIT activity: FIT Protocol 1.0, Garmin's profile 21.
///
/// In a ride recorded here, each row with the timer running becomes a `record`, as in TCX; in an imported ride, each
/// row that has a value. Pauses become timer `event`s. Times are whole seconds, rounded down.
package struct FITEncoder: Sendable {
  /// The program that recorded the ride.
  package var creator: RideFileCreator

  package init(creator: RideFileCreator) {
    self.creator = creator
  }

  /// Writes the file.
  ///
  /// Figures of the ride and its laps are computed from their rows; figures given by an imported file take precedence.
  /// If that file was FIT and gave any, only the times that readers require are added. The mean pedalling is always that
  /// of the rows.
  /// - Parameters:
  ///   - record: The ride, with its rows in order.
  ///   - details: Further facts; for an imported ride only the figures are used.
  /// - Returns: The bytes of the file, about 20 per second of the ride.
  package func encode(_ record: RideRecord, _ details: RideDetails = RideDetails()) -> [UInt8] {
    var writer = FITWriter(capacity: 1024 + record.samples.count * 40)
    let identity = FITIdentity(of: record, creator: creator)
    let (session, laps) = FITSummary.summaries(of: record, details)
    writer.write(identity)
    if record.origin == nil {
      writer.write(details.devices.enumerated().map { FITSensor($1, start: identity.start, index: $0 + 1) })
      if let plan = details.plan {
        writer.write(FITWorkout(plan, laps: record.laps), sport: session.sport, subSport: session.subSport)
      }
    }
    if let zones = details.zones { writer.write(settingsOf: zones) }
    writer.writeRows(of: record)
    writer.write(session: session, laps: laps, details.zones)
    return writer.finished()
  }
}

/// The local message types.
///
/// Each kind of message has its own, so each is defined once.
enum FITLocalType {
  static let fileID: UInt8 = 0
  static let fileCreator: UInt8 = 1
  static let deviceInfo: UInt8 = 2
  static let event: UInt8 = 3
  static let record: UInt8 = 4
  static let hrv: UInt8 = 5
  static let lap: UInt8 = 6
  static let session: UInt8 = 7
  static let activity: UInt8 = 8
  static let workout: UInt8 = 9
  static let workoutStep: UInt8 = 10
  /// The `device_info` of a device other than the creator.
  static let sensor: UInt8 = 11
  static let zonesTarget: UInt8 = 12
  static let timeInZone: UInt8 = 13
}

extension FITWriter {
  /// Writes the timer events and, between them, a `record` for each exported row, followed by its RR intervals.
  ///
  /// Rows that are not later than the rows before them are left out.
  mutating func writeRows(of record: RideRecord) {
    let start = record.start.fitSeconds
    let rows = Self.inOrder(record.samples)
    let isWritten: (RideSample) -> Bool = record.origin == nil ? { $0.timerRunning } : { $0.hasValue }
    let beginning = FITTimerEvent.starts(at: start)
    let events = define(.event, as: FITLocalType.event, FITTimerEvent.columns, for: [beginning])
    write(beginning, in: events)
    let written = rows.lazy.filter(isWritten)
    let grades = record.origin == nil ? RideClimb.gradePercents(of: rows) : [:]
    let isFractional = record.origin != nil && written.contains { $0.cadenceRpm.map { $0 != $0.rounded() } ?? false }
    let records = define(
      .record, as: FITLocalType.record,
      RideSample.fitColumns(start: start, fractionalCadence: isFractional, grades: grades), for: written)
    let intervals = define(
      .hrv, as: FITLocalType.hrv, FITIntervals.columns, for: written.lazy.flatMap(FITIntervals.messages).prefix(1))
    var runs = true
    for row in rows {
      let time = start + Double(row.second)
      if row.timerRunning != runs { write(runs ? .stops(at: time) : .starts(at: time), in: events) }
      runs = row.timerRunning
      guard isWritten(row) else { continue }
      write(row, in: records)
      for message in FITIntervals.messages(for: row) { write(message, in: intervals) }
    }
    let end = rows.last.map { Double($0.second) + 1 } ?? 0
    if runs { write(.stops(at: start + end), in: events) }
  }

  private static func inOrder(_ samples: [RideSample]) -> [RideSample] {
    if zip(samples, samples.dropFirst()).allSatisfy({ $0.second < $1.second }) { return samples }
    var last = Int.min
    return samples.filter { row in
      defer { last = max(last, row.second) }
      return row.second > last
    }
  }
}

/// A timer `event`: start or stop.
private struct FITTimerEvent: Sendable {
  let time: Double
  let type: Double

  static func starts(at time: Double) -> Self { Self(time: time, type: FITProfile.EventType.start) }

  static func stops(at time: Double) -> Self { Self(time: time, type: FITProfile.EventType.stopAll) }

  static let columns: [FITColumn<Self>] = [
    FITColumn(FITField.timestamp) { $0.time },
    FITColumn(FITField.Event.event) { _ in FITProfile.Event.timer },
    FITColumn(FITField.Event.eventType) { $0.type },
  ]
}
