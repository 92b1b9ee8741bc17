package import RideSession

/// Writes everything there is of a ride as one JSON object.
package struct RideJSONEncoder: Sendable {
  package init() {}

  /// The object, in UTF-8, ended by a line feed.
  ///
  /// Names tell the units; what is not known is left out; times are those of RFC 3339. `samples` has every row, of a ride
  /// from a file those that the file has, a line each, under the names that the Varlink interface has for them. `laps` is
  /// empty where the whole ride is one.
  /// - Parameter record: The ride.
  /// - Returns: The bytes of the file, about 180 for each second.
  package func encode(_ record: RideRecord) -> [UInt8] {
    var json = JSONText(capacity: 4096 + record.samples.count * 220)
    json.append(.object) { json in
      json.member("id", record.id)
      json.member("start", record.start.rfc3339Milliseconds)
      json.member("activityId", record.activityID.rfc3339Milliseconds)
      json.member("name", record.name)
      json.member("note", record.note)
      if let origin = record.origin { json.member("origin", .object) { $0.append(membersOf: origin) } }
      json.member("plannedSeconds", record.plannedSeconds)
      json.member("trainerName", record.trainerName)
      json.member("totals", .object) { $0.append(membersOf: record.totals) }
      if !record.given.isEmpty { json.member("given", .object) { $0.append(membersOf: record.given) } }
      json.member("laps", .array) { json in
        for lap in record.laps { json.append(.object) { $0.append(membersOf: lap) } }
      }
      json.member("events", .array) { json in
        for event in record.events { json.append(.object) { $0.append(membersOf: event) } }
      }
      json.member("samples", .array) { json in
        for sample in record.samples where record.tells(sample) {
          json.append(.object) { $0.append(membersOf: sample) }
          json.breakLine()
        }
      }
    }
    json.breakLine()
    return json.text.bytes
  }
}
