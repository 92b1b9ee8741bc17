package import Rides

/// Writes all data of a ride as one JSON object.
package struct RideJSONEncoder: Sendable {
  package init() {}

  /// Writes the object in UTF-8, with a line feed at its end.
  ///
  /// Names contain the unit, unknown values are left out, times are those of RFC 3339. `samples` has one line per row,
  /// with the names of the Varlink interface; a ride from a file has the rows of that file. `laps` is empty if the
  /// whole ride is one lap.
  ///
  /// A record with circumstances is written with them and with all of its rows, and marked as `whole`:
  /// `RideJSONDecoder` makes the same record of it, but for its number.
  /// - Parameter record: The ride.
  /// - Returns: The bytes of the file, about 180 per second of the ride.
  package func encode(_ record: RideRecord) -> [UInt8] {
    let isWhole = record.circumstances != nil
    var json = JSONWriter(capacity: 4096 + record.samples.count * 220)
    json.append(.object) { json in
      json.append(headOf: record)
      if let circumstances = record.circumstances { json.append(membersOf: circumstances) }
      json.member("totals", .object) { $0.append(membersOf: record.totals) }
      if !record.fileTotals.isEmpty { json.member("given", .object) { $0.append(membersOf: record.fileTotals) } }
      json.member("laps", .array) { json in
        for lap in record.laps { json.append(.object) { $0.append(membersOf: lap) } }
      }
      json.member("events", .array) { json in
        for event in record.events { json.append(.object) { $0.append(membersOf: event) } }
      }
      json.member("samples", .array) { json in
        for sample in record.samples where isWhole || record.exports(sample) {
          json.append(.object) { json in
            json.append(membersOf: sample)
            if isWhole { json.append(furtherMembersOf: sample) }
          }
          json.breakLine()
        }
      }
    }
    json.breakLine()
    return json.text.bytes
  }
}

extension JSONWriter {
  /// Appends what is not in rows, laps or events.
  fileprivate mutating func append(headOf record: RideRecord) {
    // The number is this library's; the same ride is the same bytes in each library that has it whole.
    if record.circumstances == nil { member("id", record.id) }
    member("uuid", record.uuid?.text)
    if record.circumstances != nil { member("whole", true) }
    member("start", record.start.rfc3339Milliseconds)
    member("activityId", record.activityID.rfc3339Milliseconds)
    member("name", record.name)
    member("plan", record.planName)
    member("sport", record.sport.rawValue)
    member("givenSport", record.givenSport?.rawValue)
    member("note", record.note)
    if let origin = record.origin { member("origin", .object) { $0.append(membersOf: origin) } }
    member("plannedSeconds", record.plannedSeconds > 0 ? record.plannedSeconds : nil)
    member("trainerName", record.trainerName)
    member("thresholdWatts", record.thresholdWatts)
    member("utcOffsetSeconds", record.utcOffsetSeconds)
  }

  /// Appends what only a ride from a file has, and what tells its carried rows from its own.
  fileprivate mutating func append(furtherMembersOf sample: RideSample) {
    member("speedMetersPerSecond", sample.imported?.speedMetersPerSecond)
    if sample.isCarried { member("carried", true) }
  }

  mutating func append(membersOf sample: RideSample) {
    for column in RideColumn.all {
      guard let member = column.member else { continue }
      switch column.content {
      case .number(let value): self.member(member, value(sample))
      case .numbers(let values):
        let numbers = values(sample)
        guard !numbers.isEmpty else { continue }
        self.member(member, .array) { json in
          for number in numbers { json.append(number) }
        }
      case .flag(let isSet): self.member(member, isSet(sample))
      case .mark(let isSet):
        if isSet(sample) { self.member(member, true) }
      case .time: break
      }
    }
  }

  mutating func append(membersOf totals: RideTotals) {
    member("timerSeconds", totals.timerSeconds)
    member("elapsedSeconds", totals.elapsedSeconds)
    member("kilojoules", totals.joules / 1000)
    member("distanceMeters", totals.distanceMeters)
    member("averageWatts", totals.averageWatts)
    member("maximumWatts", totals.maximumWatts)
    member("averageBeatsPerMinute", totals.averageBeatsPerMinute)
    member("maximumBeatsPerMinute", totals.maximumBeatsPerMinute)
    member("averageCadenceRpm", totals.averageCadenceRpm)
    member("maximumCadenceRpm", totals.maximumCadenceRpm)
    member("maximumSpeedKmh", totals.maximumSpeedKmh)
  }

  mutating func append(membersOf lap: RideLap) {
    member("elapsedSeconds", lap.second)
    member("trigger", lap.trigger.rawValue)
    member("label", lap.label)
    member("interval", lap.interval)
    member("isResting", lap.isResting)
    if !lap.fileTotals.isEmpty { member("given", .object) { $0.append(membersOf: lap.fileTotals) } }
  }

  mutating func append(membersOf fileTotals: [SummaryField: Double]) {
    for figure in SummaryField.allCases {
      if let value = fileTotals[figure] { member(named: figure.rawValue, value) }
    }
  }

  mutating func append(membersOf event: RideEvent) {
    member("elapsedSeconds", event.at / .seconds(1))
    member("kind", event.kind.name.rawValue)
    member("detail", event.kind.detail)
    member("signalDBm", event.signalDBm)
  }

  mutating func append(membersOf origin: RideOrigin) {
    member("format", origin.format.rawValue)
    member("sport", origin.sport)
    member("subSport", origin.subSport)
    member("utcOffsetSeconds", origin.utcOffsetSeconds)
    member("device", .object) { json in
      json.member("name", origin.device.name)
      json.member("manufacturer", origin.device.manufacturer)
      json.member("product", origin.device.product)
      json.member("serial", origin.device.serial)
      json.member("version", .array) { json in
        for number in origin.device.version { json.append(number) }
      }
    }
  }
}
