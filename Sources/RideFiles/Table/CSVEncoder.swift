package import RideSession

/// Writes the rows of a ride as a table: comma-separated values by RFC 4180, with the units in the header.
package struct CSVEncoder: Sendable {
  package init() {}

  /// The table, in UTF-8: a header and every row, also those in which the timer stood.
  ///
  /// What is not known is empty; times are those of RFC 3339, numbers have all their digits, and the RR intervals of a row
  /// are one field, with spaces between them. A ride from a file has the rows that the file has, with their places,
  /// heights and temperatures; one recorded here has DFA alpha-1, and whether speed and distance are reckoned from power.
  /// - Parameter record: The ride.
  /// - Returns: The bytes of the file, about 80 for each second.
  package func encode(_ record: RideRecord) -> [UInt8] {
    let columns = Column.allCases.filter { record.origin != nil ? !$0.isReckoned : !$0.isImported }
    var text = TextBuffer(capacity: 256 + record.samples.count * 128)
    for column in columns {
      if column != columns.first { text.append(",") }
      for scalar in column.rawValue.unicodeScalars { text.append(scalar: scalar) }
    }
    text.append("\r\n")
    for row in record.samples where record.tells(row) {
      for column in columns {
        if column != columns.first { text.append(",") }
        column.append(row, of: record, to: &text)
      }
      text.append("\r\n")
    }
    return text.bytes
  }
}

extension CSVEncoder {
  /// The columns, in order.
  enum Column: String, CaseIterable {
    case elapsedSeconds = "elapsed_seconds"
    case time
    case timerRunning = "timer_running"
    case powerWatts = "power_watts"
    case targetWatts = "target_watts"
    case cadenceRpm = "cadence_rpm"
    case beatsPerMinute = "heart_rate_bpm"
    case speedKmh = "speed_kmh"
    case distanceMeters = "distance_meters"
    case rrMilliseconds = "rr_ms"
    case latitudeDegrees = "latitude_degrees"
    case longitudeDegrees = "longitude_degrees"
    case altitudeMeters = "altitude_meters"
    case temperatureCelsius = "temperature_celsius"
    case alpha1
    case virtual

    /// Whether only rides from files have it.
    var isImported: Bool {
      switch self {
      case .latitudeDegrees, .longitudeDegrees, .altitudeMeters, .temperatureCelsius: true
      default: false
      }
    }

    /// Whether only rides recorded here have it.
    var isReckoned: Bool { self == .alpha1 || self == .virtual }

    fileprivate func append(_ row: RideSample, of record: RideRecord, to text: inout TextBuffer) {
      switch self {
      case .elapsedSeconds: text.append(row.second)
      case .time: text.append(record.time(ofSecond: row.second))
      case .timerRunning: text.append(row.timerRunning ? "true" : "false")
      case .powerWatts: text.append(field: row.powerWatts)
      case .targetWatts: text.append(field: row.targetWatts.map(Double.init))
      case .cadenceRpm: text.append(field: row.cadenceRpm)
      case .beatsPerMinute: text.append(field: row.beatsPerMinute.map(Double.init))
      case .speedKmh: text.append(field: row.speedKmh)
      case .distanceMeters: text.append(field: row.distanceMeters)
      case .rrMilliseconds: text.append(spaced: row.rrMilliseconds)
      case .latitudeDegrees: text.append(field: row.imported?.latitudeDegrees)
      case .longitudeDegrees: text.append(field: row.imported?.longitudeDegrees)
      case .altitudeMeters: text.append(field: row.imported?.altitudeMeters)
      case .temperatureCelsius: text.append(field: row.imported?.temperatureCelsius)
      case .alpha1: text.append(field: row.alpha1)
      case .virtual: text.append(row.isVirtual ? "true" : "false")
      }
    }
  }
}

extension TextBuffer {
  /// Appends a number, or nothing for one that is absent or not finite.
  fileprivate mutating func append(field value: Double?) {
    guard let value, value.isFinite else { return }
    append(exactly: value)
  }

  fileprivate mutating func append(spaced values: [Double]) {
    for (index, value) in values.enumerated() {
      if index > 0 { append(" ") }
      append(exactly: value)
    }
  }
}
