package import Rides

/// Writes all data of a ride as one JSON object.
package struct RideJSONEncoder: Sendable {
  package init() {}

  /// Writes the object in UTF-8, with a line feed at its end.
  ///
  /// Names contain the unit, unknown values are left out, times are as in RFC 3339. `samples` has one line per row,
  /// with the names of the Varlink interface; a ride from a file has the rows of that file. `laps` is empty if the
  /// whole ride is one lap.
  ///
  /// A record with circumstances is written with them and with all of its rows, and marked as `whole`:
  /// `RideJSONDecoder` restores the same record, except for its number.
  /// - Parameter record: The ride.
  /// - Returns: The bytes of the file, about 180 per second of the ride.
  package func encode(_ record: RideRecord) -> [UInt8] {
    let isWhole = record.circumstances != nil
    var json = JSONWriter(capacity: 4096 + record.samples.count * 220)
    json.append(.object) { json in
      json.append(membersOf: record, by: RideRecord.headMembers)
      if let circumstances = record.circumstances { json.append(membersOf: circumstances) }
      json.member("totals", .object) { $0.append(membersOf: record.totals) }
      if let given = SummaryFigures(record.fileTotals) { json.member("given", .object) { $0.append(membersOf: given) } }
      json.member("laps", .array) { $0.append(record.laps) }
      json.member("events", .array) { $0.append(record.events.lazy.map(WrittenEvent.init)) }
      json.member("samples", .array) { json in
        guard !isWhole else { return json.append(record.samples, by: RideSample.wholeMembers, isInLines: true) }
        json.append(record.samples.lazy.filter(record.exports), isInLines: true)
      }
    }
    json.breakLine()
    return json.text.bytes
  }
}

extension RideRecord {
  /// All members outside circumstances, totals, rows, laps and events.
  static let headMembers: Members<RideRecord> = [
    // The number belongs to this library. Without it, a whole ride has the same bytes in every library.
    .integer("id", { $0.circumstances == nil ? $0.id : nil }, { _, _ in }),
    .text("uuid", of: { RideUUID($0) }, { $0.uuid?.text }, { $0.uuid = $1 }),
    .mark("whole", { $0.circumstances != nil }, { _, _ in }),
    .text("start", of: { LocalMoment($0)?.time }, { $0.start.rfc3339Milliseconds }, { $0.start = $1 }),
    .text("activityId", of: { LocalMoment($0)?.time }, { $0.activityID.rfc3339Milliseconds }, { $0.activityID = $1 }),
    .text("name", { $0.name }, { $0.name = $1 }),
    .text("plan", { $0.planName }, { $0.planName = $1 }),
    .text("sport", { $0.sport.rawValue }, { _, _ in }),
    .text("givenSport", of: Sport.init, { $0.givenSport?.rawValue }, { $0.givenSport = $1 }),
    .text("note", { $0.note }, { $0.note = $1 }),
    .part("origin", { $0.origin }, { $0.origin = $1 }),
    .integer("plannedSeconds", { $0.plannedSeconds > 0 ? $0.plannedSeconds : nil }, { $0.plannedSeconds = $1 }),
    .text("trainerName", { $0.trainerName }, { $0.trainerName = $1 }),
    .integer("thresholdWatts", in: 1...100_000_000, { $0.thresholdWatts }, { $0.thresholdWatts = $1 }),
    .integer("utcOffsetSeconds", in: -64_800...64_800, { $0.utcOffsetSeconds }, { $0.utcOffsetSeconds = $1 }),
  ]
}

extension RideTotals: Tabled {
  package static let blank = RideTotals()
  /// Only written: a reader computes the totals from the rows.
  package static let members: Members<Self> = [
    .integer("timerSeconds", { $0.timerSeconds }, { _, _ in }),
    .integer("elapsedSeconds", { $0.elapsedSeconds }, { _, _ in }),
    .number("kilojoules", { $0.joules / 1000 }, { _, _ in }),
    .number("distanceMeters", { $0.distanceMeters }, { _, _ in }),
    .number("averageWatts", { $0.averageWatts }, { _, _ in }),
    .number("maximumWatts", { $0.maximumWatts }, { _, _ in }),
    .number("averageBeatsPerMinute", { $0.averageBeatsPerMinute }, { _, _ in }),
    .integer("maximumBeatsPerMinute", { $0.maximumBeatsPerMinute }, { _, _ in }),
    .number("averageCadenceRpm", { $0.averageCadenceRpm }, { _, _ in }),
    .number("maximumCadenceRpm", { $0.maximumCadenceRpm }, { _, _ in }),
    .number("maximumSpeedKmh", { $0.maximumSpeedKmh }, { _, _ in }),
  ]
}
