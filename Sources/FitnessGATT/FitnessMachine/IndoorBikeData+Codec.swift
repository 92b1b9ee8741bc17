extension IndoorBikeData: CharacteristicValue {
  /// Reads one notification.
  ///
  /// A field that the flags announce and the bytes do not hold makes the whole packet void: its other fields cannot be
  /// trusted either. The exception is a record that is cut (`cut(in:)`): its whole fields are what the machine sent.
  /// Bytes that follow the last field, and the flags 13 to 15, are ignored.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    self.init()
    do throws(DecodingFailure) {
      try read(bytes)
    } catch {
      guard error.cut != nil else { throw error }
    }
  }

  /// Where a notification ends that carries the beginning of a longer record; nil of one that is whole, or that is none.
  ///
  /// A machine that does not split its record has it cut by the link, or by itself, at the 20 bytes that the smallest
  /// ATT_MTU carries.
  public static func cut(in bytes: [UInt8]) -> DecodingFailure? {
    var data = IndoorBikeData()
    do throws(DecodingFailure) {
      try data.read(bytes)
      return nil
    } catch {
      return error.cut
    }
  }

  /// Reads field by field; where it throws, those before the missing one are there.
  private mutating func read(_ bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let present = IndoorBikeDataPresence(flags: try reader.uint16("Flags"))
    try readMotion(present, from: &reader)
    try readEffort(present, from: &reader)
  }

  private mutating func readMotion(
    _ present: IndoorBikeDataPresence, from reader: inout ByteReader
  ) throws(DecodingFailure) {
    if present.contains(.instantaneousSpeed) {
      instantaneousSpeed = Speed(hundredthsKmh: try reader.uint16("Instantaneous Speed"))
    }
    if present.contains(.averageSpeed) {
      averageSpeed = Speed(hundredthsKmh: try reader.uint16("Average Speed"))
    }
    if present.contains(.instantaneousCadence) {
      instantaneousCadence = Cadence(halfRpm: try reader.uint16("Instantaneous Cadence"))
    }
    if present.contains(.averageCadence) {
      averageCadence = Cadence(halfRpm: try reader.uint16("Average Cadence"))
    }
    if present.contains(.totalDistance) { totalDistanceMeters = try reader.uint24("Total Distance") }
    if present.contains(.resistanceLevel) { resistanceLevel = try reader.sint16("Resistance Level") }
  }

  private mutating func readEffort(
    _ present: IndoorBikeDataPresence, from reader: inout ByteReader
  ) throws(DecodingFailure) {
    if present.contains(.instantaneousPower) { instantaneousPowerWatts = try reader.sint16("Instantaneous Power") }
    if present.contains(.averagePower) { averagePowerWatts = try reader.sint16("Average Power") }
    if present.contains(.expendedEnergy) { try readEnergy(from: &reader) }
    if present.contains(.heartRate) { heartRateBpm = try reader.uint8("Heart Rate") }
    if present.contains(.metabolicEquivalent) {
      metabolicEquivalentTenths = try reader.uint8("Metabolic Equivalent")
    }
    if present.contains(.elapsedTime) { elapsedTimeSeconds = try reader.uint16("Elapsed Time") }
    if present.contains(.remainingTime) { remainingTimeSeconds = try reader.uint16("Remaining Time") }
  }

  /// Each is kept as soon as it is there: a record may be cut between them.
  private mutating func readEnergy(from reader: inout ByteReader) throws(DecodingFailure) {
    let total = try reader.uint16("Total Energy")
    expendedEnergy = ExpendedEnergy(totalKcal: total)
    let perHour = try reader.uint16("Energy Per Hour")
    expendedEnergy = ExpendedEnergy(totalKcal: total, perHourKcal: perHour)
    let perMinute = try reader.uint8("Energy Per Minute")
    expendedEnergy = ExpendedEnergy(totalKcal: total, perHourKcal: perHour, perMinuteKcal: perMinute)
  }

  /// The bytes of one notification; with all fields 31, more than the 20 that the smallest ATT_MTU carries.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 31)
    writer.write(presence.flags)
    if let instantaneousSpeed { writer.write(instantaneousSpeed.hundredthsKmh) }
    if let averageSpeed { writer.write(averageSpeed.hundredthsKmh) }
    if let instantaneousCadence { writer.write(instantaneousCadence.halfRpm) }
    if let averageCadence { writer.write(averageCadence.halfRpm) }
    if let totalDistanceMeters { writer.write24(totalDistanceMeters) }
    if let resistanceLevel { writer.write(resistanceLevel) }
    if let instantaneousPowerWatts { writer.write(instantaneousPowerWatts) }
    if let averagePowerWatts { writer.write(averagePowerWatts) }
    if let expendedEnergy { expendedEnergy.write(to: &writer) }
    if let heartRateBpm { writer.write(heartRateBpm) }
    if let metabolicEquivalentTenths { writer.write(metabolicEquivalentTenths) }
    if let elapsedTimeSeconds { writer.write(elapsedTimeSeconds) }
    if let remainingTimeSeconds { writer.write(remainingTimeSeconds) }
    return writer.bytes
  }

  /// The More Data flag, then each field that is present.
  public var fields: [GATTField] {
    var fields = [GATTField("More Data", .bool(isPartial))]
    if let instantaneousSpeed { fields.append(GATTField("Instantaneous Speed", instantaneousSpeed)) }
    if let averageSpeed { fields.append(GATTField("Average Speed", averageSpeed)) }
    if let instantaneousCadence { fields.append(GATTField("Instantaneous Cadence", instantaneousCadence)) }
    if let averageCadence { fields.append(GATTField("Average Cadence", averageCadence)) }
    if let totalDistanceMeters { fields.append(GATTField("Total Distance", totalDistanceMeters, unit: "m")) }
    if let resistanceLevel { fields.append(GATTField("Resistance Level", resistanceLevel)) }
    if let instantaneousPowerWatts {
      fields.append(GATTField("Instantaneous Power", instantaneousPowerWatts, unit: "W"))
    }
    if let averagePowerWatts { fields.append(GATTField("Average Power", averagePowerWatts, unit: "W")) }
    if let expendedEnergy { fields += expendedEnergy.fields }
    if let heartRateBpm { fields.append(GATTField("Heart Rate", heartRateBpm, unit: "bpm")) }
    if let tenths = metabolicEquivalentTenths {
      fields.append(GATTField("Metabolic Equivalent", .number(Double(tenths) / 10), unit: "MET"))
    }
    if let elapsedTimeSeconds { fields.append(GATTField("Elapsed Time", elapsedTimeSeconds, unit: "s")) }
    if let remainingTimeSeconds { fields.append(GATTField("Remaining Time", remainingTimeSeconds, unit: "s")) }
    return fields
  }
}
