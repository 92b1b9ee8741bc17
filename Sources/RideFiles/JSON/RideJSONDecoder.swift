package import Rides

/// Reads a whole ride as `RideJSONEncoder` writes it.
///
/// The ride keeps its identity, rows, events, laps and circumstances. The file stays in memory until its end, because
/// the rows come last. Unknown members are ignored everywhere.
package struct RideJSONDecoder: Sendable {
  private let limits: ImportLimits
  private var bytes: [UInt8] = []
  private var isKnown = false

  /// A ride has its `activityId` within this many bytes; other programs write JSON of any size.
  private static let bytesToCheck = 65_536

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Adds the next bytes.
  ///
  /// - Throws: `tooLarge` beyond the limit; `noActivity` if the file cannot be a ride.
  package mutating func feed(_ more: [UInt8]) throws(FileFault) {
    guard bytes.count + more.count <= limits.bytes else {
      let found = bytes.count + more.count
      throw FileFault(.tooLarge, at: FilePlace(byte: limits.bytes), found: found, allowed: limits.bytes, "bytes")
    }
    // A ride in a single piece is not copied.
    if bytes.isEmpty { bytes = more } else { bytes += more }
    if bytes.count >= Self.bytesToCheck { try checkBeginning() }
  }

  /// Checks whether the file can be a ride.
  private mutating func checkBeginning() throws(FileFault) {
    guard !isKnown else { return }
    guard bytes.prefix(Self.bytesToCheck).containsText("\"activityId\"") else { throw Self.noRide }
    isKnown = true
  }

  /// Ends the file and reads it.
  ///
  /// - Returns: The ride without its number, and a count of the events of a later version, which are left out.
  /// - Throws: `cut` for an incomplete file, `malformed`, `outOfRange` and `tooLong` with the place, `noActivity` for
  ///   other JSON and for a ride that is not whole.
  package mutating func finish() throws(FileFault) -> ImportedFile {
    try checkBeginning()
    var json = JSONReader(bytes)
    bytes = []
    var draft = RideDraft(limits: limits)
    guard json.isObject else { throw Self.noRide }
    try json.object { (json, key) throws(FileFault) in try draft.take(key, &json) }
    try json.finish()
    return ImportedFile(rides: [try draft.ride()], leftOut: draft.leftOut)
  }

  fileprivate static let noRide = FileFault(.noActivity, at: FilePlace(byte: 0, line: 1), "it is not a jz2 ride")
}

/// A ride that is being read.
private struct RideDraft {
  let limits: ImportLimits
  var leftOut = LeftOut()
  private var isWhole = false
  private var record = RideRecord(
    id: 0, start: unread, plannedSeconds: 0, trainerName: nil, samples: [], events: [])
  private var circumstances = RideCircumstances()

  /// The placeholder for a time that has not been read.
  private static let unread = UnixTime(milliseconds: .min)

  init(limits: ImportLimits) {
    self.limits = limits
  }

  mutating func take(_ key: String, _ json: inout JSONReader) throws(FileFault) {
    switch key {
    case "whole": isWhole = try json.flag()
    case "sport": try json.skip()
    case "given": record.fileTotals = try json.value(SummaryFigures.self).values
    case "laps":
      record.laps = []
      try json.array { (json) throws(FileFault) in
        guard record.laps.count < limits.laps else {
          throw json.fault(.tooManyLaps, found: record.laps.count + 1, allowed: limits.laps, "laps")
        }
        record.laps.append(try json.value())
      }
    case "events": try takeEvents(&json)
    case "samples": try takeSamples(&json)
    default:
      if try json.take(key, of: RideRecord.headMembers, into: &record) { return }
      if try !json.take(key, of: RideCircumstances.members, into: &circumstances) { try json.skip() }
    }
  }

  /// - Throws: `noActivity` for other JSON and for a ride that is not whole; `outOfRange` if the trim ends after the
  ///   last row.
  consuming func ride() throws(FileFault) -> RideRecord {
    guard record.start != Self.unread, record.activityID != Self.unread else { throw RideJSONDecoder.noRide }
    guard isWhole, record.uuid != nil else {
      let detail = "it is not a whole ride; jz2ctl export --format json --whole writes one"
      throw FileFault(.noActivity, at: FilePlace(byte: 0, line: 1), detail)
    }
    guard let last = record.samples.last else {
      throw FileFault(.noActivity, at: FilePlace(byte: 0, line: 1), "it has no rows")
    }
    if let trim = circumstances.trim, trim.seconds.upperBound > last.second + 1 {
      throw FileFault(.outOfRange, at: FilePlace(byte: 0, line: 1), "its trim ends after its last row")
    }
    record.circumstances = circumstances
    return record
  }
}

extension RideDraft {
  private mutating func takeEvents(_ json: inout JSONReader) throws(FileFault) {
    record.events = []
    try json.array { (json) throws(FileFault) in
      guard record.events.count < limits.seconds else {
        throw json.fault(.tooManyParts, found: record.events.count + 1, allowed: limits.seconds, "events")
      }
      let start = json.position
      if let event = try json.value(WrittenEvent.self).event {
        record.events.append(event)
      } else {
        leftOut.add(at: json.fault(.outOfRange, at: start, "").place)
      }
    }
  }

  private mutating func takeSamples(_ json: inout JSONReader) throws(FileFault) {
    record.samples = []
    try json.array { (json) throws(FileFault) in
      let start = json.position
      let row = try json.value(RideSample.self, by: RideSample.wholeMembers)
      guard row.second < limits.seconds else {
        throw json.fault(.tooLong, at: start, found: row.second + 1, allowed: limits.seconds, "seconds")
      }
      guard row.second > record.samples.last?.second ?? -1 else {
        throw json.fault(.malformed, at: start, "a row that is not later than the one before it")
      }
      record.samples.append(row)
    }
  }
}

extension Collection<UInt8> {
  /// Returns whether the bytes contain a text.
  fileprivate func containsText(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in firstRange(of: text) != nil }
  }
}
