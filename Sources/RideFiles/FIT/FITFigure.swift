internal import Rides

/// A figure of a ride and the fields of a `session` or a `lap` that hold it: Garmin's profile, messages 18 and 19.
struct FITFigure: Sendable {
  let figure: SummaryField
  let fields: FITFieldGroup

  static let session = table.compactMap { FITFigure($0, of: \.session) }
  static let lap = table.compactMap { FITFigure($0, of: \.lap) }

  private init?(_ row: Row, of message: KeyPath<Numbers, UInt8?>) {
    guard let number = row.numbers[keyPath: message] else { return nil }
    func field(_ number: UInt8, _ type: FITBaseType, scale: Double) -> FITField {
      FITField(number, type, scale: scale, offset: row.offset)
    }
    figure = row.figure
    fields = FITFieldGroup(
      field(number, row.type, scale: row.scale),
      wide: row.wide?[keyPath: message].map { field($0, .uint32, scale: row.scale) },
      fraction: row.fraction?[keyPath: message].map { field($0, .uint8, scale: 128) })
  }

  /// The numbers of a field in the two messages; nil if the message does not have it.
  private struct Numbers {
    var session: UInt8?
    var lap: UInt8?

    init(_ session: UInt8?, _ lap: UInt8?) {
      self.session = session
      self.lap = lap
    }
  }

  private struct Row {
    var figure: SummaryField
    var numbers: Numbers
    var type: FITBaseType
    var scale = 1.0
    var offset = 0.0
    var wide: Numbers?
    var fraction: Numbers?

    init(
      _ figure: SummaryField, _ session: UInt8?, _ lap: UInt8?, _ type: FITBaseType, scale: Double = 1,
      offset: Double = 0, wide: Numbers? = nil, fraction: Numbers? = nil
    ) {
      self.figure = figure
      numbers = Numbers(session, lap)
      self.type = type
      self.scale = scale
      self.offset = offset
      self.wide = wide
      self.fraction = fraction
    }
  }

  private static var table: [Row] {
    [
      Row(.elapsedSeconds, 7, 7, .uint32, scale: 1000),
      Row(.timerSeconds, 8, 8, .uint32, scale: 1000),
      Row(.distanceMeters, 9, 9, .uint32, scale: 100),
      Row(.strokes, 10, 10, .uint32),
      Row(.kilocalories, 11, 11, .uint16),
      Row(.fatKilocalories, 13, 12, .uint16),
      Row(.averageMetersPerSecond, 14, 13, .uint16, scale: 1000, wide: Numbers(124, 110)),
      Row(.maximumMetersPerSecond, 15, 14, .uint16, scale: 1000, wide: Numbers(125, 111)),
      Row(.averageBeatsPerMinute, 16, 15, .uint8),
      Row(.maximumBeatsPerMinute, 17, 16, .uint8),
      Row(.minimumBeatsPerMinute, 64, 63, .uint8),
      Row(.averageCadenceRpm, 18, 17, .uint8, fraction: Numbers(92, 80)),
      Row(.maximumCadenceRpm, 19, 18, .uint8, fraction: Numbers(93, 81)),
      Row(.averageWatts, 20, 19, .uint16),
      Row(.maximumWatts, 21, 20, .uint16),
      Row(.normalizedWatts, 34, 33, .uint16),
      Row(.trainingStressScore, 35, nil, .uint16, scale: 10),
      Row(.intensityFactor, 36, nil, .uint16, scale: 1000),
      Row(.thresholdWatts, 45, nil, .uint16),
      Row(.workJoules, 48, 41, .uint32),
      Row(.ascentMeters, 22, 21, .uint16),
      Row(.descentMeters, 23, 22, .uint16),
      Row(.averageAltitudeMeters, 49, 42, .uint16, scale: 5, offset: 500, wide: Numbers(126, 112)),
      Row(.minimumAltitudeMeters, 71, 62, .uint16, scale: 5, offset: 500, wide: Numbers(127, 113)),
      Row(.maximumAltitudeMeters, 50, 43, .uint16, scale: 5, offset: 500, wide: Numbers(128, 114)),
      Row(.averageTemperatureCelsius, 57, 50, .sint8),
      Row(.maximumTemperatureCelsius, 58, 51, .sint8),
    ]
  }
}

extension FITMessage {
  /// Reads the figures of a `session` or a `lap`, from `start` to the time of the message.
  func figures(_ figures: [FITFigure], from start: UnixTime?, to end: UnixTime?) -> [SummaryField: Double] {
    var values: [SummaryField: Double] = [:]
    for entry in figures {
      if let value = value(entry.fields) { values[entry.figure] = value }
    }
    if let start, let end, end >= start { values[.closedSeconds] = Double(end.seconds(since: start)) }
    return values
  }
}
