internal import Rides

/// A value of a row and the `record` fields (message 20) that hold it: one line per value, for reading and writing.
private struct FITRecordValue: Sendable {
  let fields: FITFieldGroup
  /// The possible values, if the field can hold impossible ones; nil if all are possible.
  let range: ClosedRange<Double>?
  let written: @Sendable (RideSample) -> Double?
  let read: @Sendable (inout RideSample, Double) -> Void

  init(
    _ field: FITField, wide: FITField? = nil, fraction: FITField? = nil, range: ClosedRange<Double>? = nil,
    _ written: @escaping @Sendable (RideSample) -> Double?, read: @escaping @Sendable (inout RideSample, Double) -> Void
  ) {
    fields = FITFieldGroup(field, wide: wide, fraction: fraction)
    self.range = range
    self.written = written
    self.read = read
  }

  /// All values, in the order of writing.
  static let table = ride + pedalling

  /// Values of ride and rider: degrees, metres, watts, beats and revolutions per minute, degrees Celsius,
  /// metres per second.
  private static let ride: [Self] = [
    Self(FITField(0, .sint32, scale: semicirclesPerDegree), range: -90...90, \.position?.latitudeDegrees) {
      $0.position = Place(latitudeDegrees: $1, longitudeDegrees: .nan)
    },
    Self(FITField(1, .sint32, scale: semicirclesPerDegree), \.position?.longitudeDegrees) {
      $0.position?.longitudeDegrees = $1
    },
    Self(FITField(5, .uint32, scale: 100), \.distanceMeters) { $0.distanceMeters = $1 },
    Self(FITField(7, .uint16), \.powerWatts) { $0.powerWatts = $1 },
    // Some files write 0 while the strap is not worn.
    Self(FITField(3, .uint8), \.knownBeatsPerMinute) { $0.beatsPerMinute = $1 >= 1 ? Int($1) : nil },
    Self(FITField(13, .sint8), \.imported?.temperatureCelsius) { $0.fileValues.temperatureCelsius = $1 },
    Self(FITField(4, .uint8), fraction: FITField(53, .uint8, scale: 128), \.cadenceRpm) { $0.cadenceRpm = $1 },
    Self(FITField(6, .uint16, scale: 1000), wide: FITField(73, .uint32, scale: 1000), \.metersPerSecond) {
      $0.fileValues.speedMetersPerSecond = $1
      $0.speedKmh = $1 * 3.6
    },
    Self(
      FITField(2, .uint16, scale: 5, offset: 500), wide: FITField(78, .uint32, scale: 5, offset: 500),
      \.altitudeMeters
    ) { $0.altitudeMeters = $1 },
  ]

  /// Values of the pedalling, in percent.
  private static let pedalling: [Self] = {
    let fields = FITPedalling.record
    return [
      Self(fields.balance, { $0.pedalling?.leftPercent.flatMap(fields.value(ofLeftPercent:)) }) {
        if let left = fields.leftPercent(ofBalance: $1) { $0.pedals.leftPercent = left }
      },
      Self(fields.leftTorqueEffectiveness, range: percents, \.pedalling?.leftTorqueEffectivenessPercent) {
        $0.pedals.leftTorqueEffectivenessPercent = $1
      },
      Self(fields.rightTorqueEffectiveness, range: percents, \.pedalling?.rightTorqueEffectivenessPercent) {
        $0.pedals.rightTorqueEffectivenessPercent = $1
      },
      Self(fields.rightSmoothness, range: percents, \.pedalling?.rightPedalSmoothnessPercent) {
        $0.pedals.rightPedalSmoothnessPercent = $1
      },
      Self(fields.combinedSmoothness, range: percents, \.pedalling?.smoothnessOfBoth) {
        $0.pedals.leftPedalSmoothnessPercent = $1
      },
      // After the one of both legs, because it takes precedence.
      Self(fields.leftSmoothness, range: percents, \.pedalling?.smoothnessOfLeft) {
        $0.pedals.leftPedalSmoothnessPercent = $1
      },
    ]
  }()

  private static let percents = 0.0...100

  /// The line of the table, and the part of its group, by field number.
  static let places: [(line: Int, part: FITFieldGroup.Part)?] = {
    var places: [(line: Int, part: FITFieldGroup.Part)?] = Array(repeating: nil, count: 256)
    for (line, value) in table.enumerated() {
      for part in FITFieldGroup.Part.allCases {
        if let field = value.fields[part] { places[Int(field.number)] = (line, part) }
      }
    }
    return places
  }()

  private static let semicirclesPerDegree = 2_147_483_648.0 / 180
}

extension RideSample {
  /// Reads the row that a `record` describes.
  ///
  /// An `enhanced_…` field takes precedence over its narrow one. `leftOut` counts values that no ride can have.
  init(_ message: FITMessage, leftOut: inout LeftOut) {
    self.init(second: 0, timerRunning: true)
    var values = Array(repeating: FITFieldGroup.Values(), count: FITRecordValue.table.count)
    for slot in message.definition.slots {
      guard let (line, part) = FITRecordValue.places[Int(slot.number)],
        let field = slot.developer ?? FITRecordValue.table[line].fields[part]
      else { continue }
      switch message.reading(slot, as: field) {
      case .value(let value) where FITRecordValue.table[line].range?.contains(value) ?? true: values[line][part] = value
      case .value, .unusable: leftOut.add(at: message.place)
      case .none: break
      }
    }
    for (line, values) in zip(FITRecordValue.table, values) {
      if let value = values.whole { line.read(&self, value) }
    }
    if position?.longitudeDegrees.isNaN == true { position = nil }
  }

  /// Returns the columns of a `record`.
  ///
  /// - Parameters:
  ///   - start: The ride's start in FIT's seconds.
  ///   - fractionalCadence: Whether cadence is written to 1/128 rpm instead of the nearest whole number.
  ///   - grades: The grade of the road in percent, by the row's second.
  /// - Returns: The columns, the timestamp first.
  static func fitColumns(
    start: Double, fractionalCadence: Bool, grades: [Int: Double]
  ) -> [FITColumn<Self>] {
    [FITColumn(.timestamp) { start + Double($0.second) }]
      + FITRecordValue.table.flatMap { $0.fields.columns(withFraction: fractionalCadence, $0.written) }
      + [FITColumn(.grade) { grades[$0.second] }]
  }

  /// Values that only files have.
  ///
  /// Setting one creates `imported`.
  fileprivate var fileValues: ImportedValues {
    get { imported ?? ImportedValues() }
    set { imported = newValue }
  }

  /// Setting a value of it creates `pedalling`.
  fileprivate var pedals: Pedalling {
    get { pedalling ?? Pedalling() }
    set { pedalling = newValue }
  }

  /// The heart rate; nil for 0, which means no reading.
  fileprivate var knownBeatsPerMinute: Double? { beatsPerMinute.flatMap { $0 > 0 ? Double($0) : nil } }

  fileprivate var metersPerSecond: Double? { imported?.speedMetersPerSecond ?? speedKmh.map { $0 / 3.6 } }
}

extension FITField {
  /// The grade of the road in percent; only written.
  fileprivate static let grade = FITField(9, .sint16, scale: 100)
}

/// RR intervals in milliseconds, as many as an `hrv` message holds.
struct FITIntervals: Sendable {
  let milliseconds: [Double]

  static let perMessage = 5

  static let columns: [FITColumn<Self>] = [
    FITColumn(FITField.HRV.time, count: perMessage) { $0.milliseconds }
  ]

  /// Returns the messages for a row's intervals.
  static func messages(for sample: RideSample) -> [Self] {
    let intervals = sample.rrMilliseconds
    return stride(from: 0, to: intervals.count, by: perMessage).map { first in
      Self(milliseconds: Array(intervals[first..<min(first + perMessage, intervals.count)]))
    }
  }

  /// Converts to 1/1024 s, rounded so that a reader gets the same number of milliseconds; nil beyond 64 s.
  static func interval(milliseconds: Double) -> UInt16? {
    UInt16(exactly: (milliseconds * 1024 / 1000).rounded())
  }
}
