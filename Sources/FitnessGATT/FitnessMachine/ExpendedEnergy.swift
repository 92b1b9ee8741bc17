/// The three energy fields of Indoor Bike Data, which come together or not at all, but for a record that is cut.
///
/// A machine that knows only some of them marks the others as "Data Not Available" with 0xFFFF, 0xFFFF or 0xFF
/// (FTMS 1.0.1, §4.9.1); those are nil here.
public struct ExpendedEnergy: Hashable, Sendable {
  /// Since the start of the session, in kcal, 0 to 65534.
  public var totalKcal: UInt16?
  /// The mean of an hour, in kcal/h, 0 to 65534.
  public var perHourKcal: UInt16?
  /// The mean of a minute, in kcal/min, 0 to 254.
  public var perMinuteKcal: UInt8?

  /// Energy fields, nil where the machine does not know.
  ///
  /// The sentinels themselves are taken for what they mean: 0xFFFF and 0xFF become nil.
  public init(totalKcal: UInt16? = nil, perHourKcal: UInt16? = nil, perMinuteKcal: UInt8? = nil) {
    self.totalKcal = totalKcal == .max ? nil : totalKcal
    self.perHourKcal = perHourKcal == .max ? nil : perHourKcal
    self.perMinuteKcal = perMinuteKcal == .max ? nil : perMinuteKcal
  }
}

extension ExpendedEnergy {
  func write(to writer: inout ByteWriter) {
    writer.write(totalKcal ?? .max)
    writer.write(perHourKcal ?? .max)
    writer.write(perMinuteKcal ?? .max)
  }

  var fields: [GATTField] {
    [
      GATTField("Total Energy", available: totalKcal, unit: "kcal"),
      GATTField("Energy Per Hour", available: perHourKcal, unit: "kcal/h"),
      GATTField("Energy Per Minute", available: perMinuteKcal, unit: "kcal/min"),
    ]
  }
}
