/// Indoor Bike Data (0x2AD2): a notification about the ride (FTMS 1.0.1, §4.9).
///
/// A field is nil if the flags mark it as absent. Absent does not mean zero, and a later notification may contain the
/// field. Each notification is usable by itself; `IndoorBikeDataAssembler` joins records that a machine splits over
/// several.
package struct IndoorBikeData: Hashable, Sendable {
  /// The current speed; nil exactly if `isPartial`.
  package var instantaneousSpeed: Speed?
  /// The mean speed since the start of the session.
  package var averageSpeed: Speed?
  /// The current cadence.
  package var instantaneousCadence: Cadence?
  /// The mean cadence since the start of the session.
  package var averageCadence: Cadence?
  /// Metres since the start of the session; encoded in 24 bits, and a greater number as 16777215.
  package var totalDistanceMeters: UInt32?
  /// The current resistance level, unitless, as sent: FTMS specifies a resolution of 1, some vendors send tenths.
  package var resistanceLevel: Int16?
  /// The current power, in watts.
  ///
  /// It is negative while the machine drives the rider. All numbers are valid: 32767 is a power too.
  package var instantaneousPowerWatts: Int16?
  /// The mean power since the start of the session, in watts.
  package var averagePowerWatts: Int16?
  /// The energy used.
  package var expendedEnergy: ExpendedEnergy?
  /// Beats per minute; some trainers send 0 while they are not paired with a strap.
  package var heartRateBpm: UInt8?
  /// Metabolic equivalents in tenths: 80 is 8.0 MET.
  package var metabolicEquivalentTenths: UInt8?
  /// Seconds since the start of the session.
  package var elapsedTimeSeconds: UInt16?
  /// Seconds to the end of the session.
  package var remainingTimeSeconds: UInt16?

  /// Creates a value without fields.
  package init() {}

  /// Whether the More Data bit is set: the rest of the record follows in another notification.
  ///
  /// The bit has two meanings. Clear: the record ends here and Instantaneous Speed is present. Set: the record
  /// continues and the speed is absent. So the presence of the speed determines the encoded bit.
  package var isPartial: Bool { instantaneousSpeed == nil }
}

/// The three energy fields of Indoor Bike Data, present together or not at all, except in a cut record.
///
/// A machine that knows only some of them marks the others as "Data Not Available" with 0xFFFF, 0xFFFF or 0xFF (FTMS
/// 1.0.1, §4.9.1); they are nil here.
package struct ExpendedEnergy: Hashable, Sendable {
  /// Total since the start of the session, in kcal, 0 to 65534.
  package var totalKcal: UInt16?
  /// Mean per hour, in kcal/h, 0 to 65534.
  package var perHourKcal: UInt16?
  /// Mean per minute, in kcal/min, 0 to 254.
  package var perMinuteKcal: UInt8?

  /// Creates energy fields; nil for values that the machine does not know.
  ///
  /// 0xFFFF and 0xFF, which are encoded for "not available", become nil.
  package init(totalKcal: UInt16? = nil, perHourKcal: UInt16? = nil, perMinuteKcal: UInt8? = nil) {
    self.totalKcal = totalKcal == .max ? nil : totalKcal
    self.perHourKcal = perHourKcal == .max ? nil : perHourKcal
    self.perMinuteKcal = perMinuteKcal == .max ? nil : perMinuteKcal
  }
}

// MARK: The table

extension IndoorBikeData {
  /// The record in the specification's order (FTMS 1.0.1, §4.9.1), which decoding, encoding, description and merging
  /// use.
  ///
  /// Each row has its bit in the Flags field, and the property for its number.
  private static let rows = [
    Row(bit: 0, .speed("Instantaneous Speed"), \.instantaneousSpeed),
    Row(bit: 1, .speed("Average Speed"), \.averageSpeed),
    Row(bit: 2, .cadence("Instantaneous Cadence"), \.instantaneousCadence),
    Row(bit: 3, .cadence("Average Cadence"), \.averageCadence),
    Row(bit: 4, NumberField("Total Distance", .uint24, "m"), \.totalDistanceMeters),
    Row(bit: 5, NumberField("Resistance Level", .sint16), \.resistanceLevel),
    Row(bit: 6, NumberField("Instantaneous Power", .sint16, "W"), \.instantaneousPowerWatts),
    Row(bit: 7, NumberField("Average Power", .sint16, "W"), \.averagePowerWatts),
    Row(energy: NumberField("Total Energy", .uint16, "kcal", unavailable: 0xFFFF), \.totalKcal),
    Row(energy: NumberField("Energy Per Hour", .uint16, "kcal/h", unavailable: 0xFFFF), \.perHourKcal),
    Row(energy: NumberField("Energy Per Minute", .uint8, "kcal/min", unavailable: 0xFF), \.perMinuteKcal),
    Row(bit: 9, NumberField("Heart Rate", .uint8, "bpm"), \.heartRateBpm),
    Row(bit: 10, NumberField("Metabolic Equivalent", .uint8, "MET", stepsPerUnit: 10), \.metabolicEquivalentTenths),
    Row(bit: 11, NumberField("Elapsed Time", .uint16, "s"), \.elapsedTimeSeconds),
    Row(bit: 12, NumberField("Remaining Time", .uint16, "s"), \.remainingTimeSeconds),
  ]

  /// A number of the record.
  ///
  /// It is a class, because a structure of strings and closures would be copied for every field of every notification.
  private final class Row: Sendable {
    /// The Flags bit that announces the number.
    let bit: UInt16
    let field: NumberField
    /// Returns the number to encode; nil if it is absent.
    let number: @Sendable (IndoorBikeData) -> Int?
    let put: @Sendable (Int, inout IndoorBikeData) -> Void

    init<Value: SentNumber>(
      bit: Int, _ field: NumberField, _ member: any WritableKeyPath<IndoorBikeData, Value?> & Sendable
    ) {
      self.bit = 1 << bit
      self.field = field
      number = { $0[keyPath: member]?.sent }
      put = { $1[keyPath: member] = Value(sent: $0) }
    }

    /// Creates an energy row; the energy is present as soon as one of its numbers is, since a record may be cut between
    /// them.
    init<Value: SentNumber>(
      energy field: NumberField, _ member: any WritableKeyPath<ExpendedEnergy, Value?> & Sendable
    ) {
      bit = 1 << 8
      self.field = field
      number = { $0.expendedEnergy.map { $0[keyPath: member]?.sent ?? field.unavailable ?? 0 } }
      put = {
        var energy = $1.expendedEnergy ?? ExpendedEnergy()
        energy[keyPath: member] = $0 == field.unavailable ? nil : Value(sent: $0)
        $1.expendedEnergy = energy
      }
    }
  }

  /// Bit 0 is inverted: in the Flags it means More Data, and the speed is present if it is clear.
  private static let moreData: UInt16 = 1 << 0

  /// The rows with a number.
  private var present: [(row: Row, number: Int)] {
    Self.rows.compactMap { row in row.number(self).map { (row: row, number: $0) } }
  }

  /// Whether all fields are absent.
  package var isEmpty: Bool { Self.rows.allSatisfy { $0.number(self) == nil } }

  /// Returns whether a field is present in both values.
  package func overlaps(_ other: IndoorBikeData) -> Bool {
    Self.rows.contains { $0.number(self) != nil && $0.number(other) != nil }
  }

  /// Returns this value with the fields of `later` added; a field of `later` replaces the same field here.
  package func merging(_ later: IndoorBikeData) -> IndoorBikeData {
    later.present.reduce(into: self) { merged, present in present.row.put(present.number, &merged) }
  }
}

extension IndoorBikeData: CharacteristicValue {
  /// Decodes one notification.
  ///
  /// If the bytes end before a field that the flags announce, the whole packet is invalid, because its other fields
  /// cannot be trusted either. The exception is a cut record (`cut(in:)`), whose complete fields are valid. Bytes after
  /// the last field, and flags 13 to 15, are ignored.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    self.init()
    do throws(DecodingFailure) {
      try read(bytes)
    } catch {
      guard error.cut != nil else { throw error }
    }
  }

  /// Returns the position at which a notification cuts a longer record; nil for all other bytes.
  ///
  /// If a machine does not split its record, the link or the machine itself cuts it at 20 bytes, the limit of the
  /// smallest ATT_MTU.
  package static func cut(in bytes: [UInt8]) -> DecodingFailure? {
    var data = IndoorBikeData()
    do throws(DecodingFailure) {
      try data.read(bytes)
      return nil
    } catch {
      return error.cut
    }
  }

  /// Reads the fields in order; if it throws, the fields before the missing one are set.
  private mutating func read(_ bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let present = try reader.uint16("Flags") ^ Self.moreData
    let hasShortLevel = Self.hasShortLevel(present, in: bytes)
    for row in Self.rows where present & row.bit != 0 {
      let field = hasShortLevel && row.bit == Self.resistanceLevel ? Self.shortLevel : row.field
      row.put(try field.read(from: &reader), &self)
    }
  }

  /// Returns whether the record is one byte shorter than its flags imply because Resistance Level has only one byte.
  ///
  /// FTMS 1.0.1 specifies two bytes for the level, the GATT Specification Supplement of 2023 one. A record of 20 bytes
  /// counts as cut.
  private static func hasShortLevel(_ present: UInt16, in bytes: [UInt8]) -> Bool {
    guard present & resistanceLevel != 0, bytes.count != DecodingFailure.leastNotification else { return false }
    let length = rows.reduce(2) { present & $1.bit == 0 ? $0 : $0 + $1.field.format.byteCount }
    return bytes.count == length - 1
  }

  private static let resistanceLevel: UInt16 = 1 << 5
  private static let shortLevel = NumberField("Resistance Level", .uint8)

  /// Returns the bytes of one notification: 31 with all fields, more than the 20 that fit the smallest ATT_MTU.
  package func encoded() -> [UInt8] {
    let present = present
    var writer = ByteWriter(capacity: 31)
    writer.write(present.reduce(0) { $0 | $1.row.bit } ^ Self.moreData)
    for (row, number) in present { row.field.write(number, to: &writer) }
    return writer.bytes
  }

  /// The More Data flag, then all present fields.
  package var fields: [GATTField] {
    [GATTField("More Data", .bool(isPartial))] + present.map { $0.row.field.described($0.number) }
  }
}

/// Joins records of Indoor Bike Data that a machine splits over several notifications (FTMS 1.0.1, §4.9).
///
/// By the specification, a record longer than ATT_MTU − 3 is sent in parts with More Data set; the last part has it
/// clear and contains the speed. Some machines set More Data in every notification because they do not measure speed;
/// for them the bit only means "no speed here". Three rules handle both:
/// - a part with the speed ends the record;
/// - a part that repeats a pending field starts the next record, and the pending record is returned without a speed;
/// - a caller that needs a field at once, such as the power, reads it from the notification itself.
///
/// So if a machine never clears More Data, each record is returned when the next one starts, and no record stays
/// pending forever. Use one assembler per link, and a new one after a disconnection, so that halves of two records are
/// not joined.
package struct IndoorBikeDataAssembler: Hashable, Sendable {
  /// The merged parts of the unfinished record; nil between records.
  package private(set) var pending: IndoorBikeData?

  package init() {}

  /// Adds the next notification and returns the records that it completes, in order: zero, one or two.
  ///
  /// A record with `isPartial` set never received its speed. Two records are returned if a part is a complete record
  /// and also shows that the end of the previous record was lost.
  package mutating func add(_ part: IndoorBikeData) -> [IndoorBikeData] {
    var records: [IndoorBikeData] = []
    if let pending, pending.overlaps(part) {
      records.append(pending)
      self.pending = nil
    }
    let merged = pending?.merging(part) ?? part
    if merged.isPartial {
      pending = merged.isEmpty ? nil : merged
    } else {
      pending = nil
      records.append(merged)
    }
    return records
  }
}
