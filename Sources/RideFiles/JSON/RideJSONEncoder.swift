package import RideSession

/// Writes all data of a ride as one JSON object.
package struct RideJSONEncoder: Sendable {
  package init() {}

  /// Writes the object in UTF-8, with a line feed at its end.
  ///
  /// Names contain the unit, unknown values are left out, times are those of RFC 3339. `samples` has one line per row,
  /// with the names of the Varlink interface; a ride from a file has the rows of that file. `laps` is empty if the
  /// whole ride is one lap.
  /// - Parameter record: The ride.
  /// - Returns: The bytes of the file, about 180 per second of the ride.
  package func encode(_ record: RideRecord) -> [UInt8] {
    var json = JSONText(capacity: 4096 + record.samples.count * 220)
    json.append(.object) { json in
      json.member("id", record.id)
      json.member("start", record.start.rfc3339Milliseconds)
      json.member("activityId", record.activityID.rfc3339Milliseconds)
      json.member("name", record.name)
      json.member("plan", record.planName)
      json.member("sport", record.sport.rawValue)
      json.member("note", record.note)
      if let origin = record.origin { json.member("origin", .object) { $0.append(membersOf: origin) } }
      json.member("plannedSeconds", record.plannedSeconds > 0 ? record.plannedSeconds : nil)
      json.member("trainerName", record.trainerName)
      json.member("totals", .object) { $0.append(membersOf: record.totals) }
      if !record.fileTotals.isEmpty { json.member("given", .object) { $0.append(membersOf: record.fileTotals) } }
      json.member("laps", .array) { json in
        for lap in record.laps { json.append(.object) { $0.append(membersOf: lap) } }
      }
      json.member("events", .array) { json in
        for event in record.events { json.append(.object) { $0.append(membersOf: event) } }
      }
      json.member("samples", .array) { json in
        for sample in record.samples where record.exports(sample) {
          json.append(.object) { $0.append(membersOf: sample) }
          json.breakLine()
        }
      }
    }
    json.breakLine()
    return json.text.bytes
  }
}

extension JSONText {
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

/// JSON being written (RFC 8259): the members of an object or the values of an array in sequence.
///
/// Nil and values that JSON cannot express are left out.
private struct JSONText {
  private(set) var text: TextBuffer
  private var isFirst = true

  init(capacity: Int) {
    text = TextBuffer(capacity: capacity)
  }

  /// Appends an object or an array and lets `content` fill it.
  mutating func append(_ brackets: Brackets, _ content: (inout Self) -> Void) {
    separate()
    enclose(brackets, content)
  }

  mutating func append(_ value: Double) {
    guard value.isFinite else { return }
    separate()
    text.append(exactly: value)
  }

  mutating func append(_ value: Int) {
    separate()
    text.append(value)
  }

  mutating func member(_ key: StaticString, _ brackets: Brackets, _ content: (inout Self) -> Void) {
    begin(key)
    enclose(brackets, content)
  }

  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(key)
    text.append(value)
  }

  mutating func member(_ key: StaticString, _ value: Double?) {
    guard let value, value.isFinite else { return }
    begin(key)
    text.append(exactly: value)
  }

  /// Appends a member whose name is not a literal.
  mutating func member(named key: String, _ value: Double) {
    guard value.isFinite else { return }
    separate()
    append(quoted: key)
    text.append(":")
    text.append(exactly: value)
  }

  mutating func member(_ key: StaticString, _ value: Bool) {
    begin(key)
    text.append(value ? "true" : "false")
  }

  mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    begin(key)
    append(quoted: value)
  }

  /// Adds a line break between values, for readability.
  mutating func breakLine() { text.append("\n") }
}

extension JSONText {
  enum Brackets {
    case object
    case array
  }

  private mutating func separate() {
    if !isFirst { text.append(",") }
    isFirst = false
  }

  private mutating func begin(_ key: StaticString) {
    separate()
    text.append("\"")
    text.append(key)
    text.append("\":")
  }

  private mutating func enclose(_ brackets: Brackets, _ content: (inout Self) -> Void) {
    text.append(brackets == .object ? "{" : "[")
    isFirst = true
    content(&self)
    isFirst = false
    text.append(brackets == .object ? "}" : "]")
  }

  private mutating func append(quoted string: String) {
    text.append("\"")
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text.append("\\\"")
      case "\\": text.append("\\\\")
      case "\n": text.append("\\n")
      case "\u{0}"..."\u{1F}", "\u{7F}":
        text.append("\\u00")
        for nibble in [scalar.value >> 4, scalar.value & 0xF] {
          text.append(byte: UInt8(ascii: nibble < 10 ? "0" : "a") + UInt8(nibble < 10 ? nibble : nibble - 10))
        }
      default: text.append(scalar: scalar)
      }
    }
    text.append("\"")
  }
}
