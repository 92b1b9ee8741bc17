/// The road that a trainer is to imitate (FTMS 1.0.1, §4.16.2.18).
public struct IndoorBikeSimulationParameters: Hashable, Sendable {
  /// Wind in 0.001 m/s, positive against the rider.
  public var windSpeedThousandths: Int16
  /// Grade in 0.01 %, positive uphill.
  public var gradeHundredths: Int16
  /// Coefficient of rolling resistance in 0.0001.
  public var rollingResistanceTenThousandths: UInt8
  /// Wind resistance coefficient in 0.01 kg/m.
  public var windResistanceHundredths: UInt8

  /// Parameters as they are sent.
  public init(
    windSpeedThousandths: Int16, gradeHundredths: Int16, rollingResistanceTenThousandths: UInt8,
    windResistanceHundredths: UInt8
  ) {
    self.windSpeedThousandths = windSpeedThousandths
    self.gradeHundredths = gradeHundredths
    self.rollingResistanceTenThousandths = rollingResistanceTenThousandths
    self.windResistanceHundredths = windResistanceHundredths
  }

  /// A flat road in still air.
  ///
  /// Rolling resistance is 0.004, wind resistance 0.39 kg/m: a drag area of 0.32 m² in air of 1.225 kg/m³.
  public static let flatRoad = IndoorBikeSimulationParameters(
    windSpeedThousandths: 0, gradeHundredths: 0, rollingResistanceTenThousandths: 40, windResistanceHundredths: 39)
}

extension IndoorBikeSimulationParameters {
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    windSpeedThousandths = try reader.sint16("Wind Speed")
    gradeHundredths = try reader.sint16("Grade")
    rollingResistanceTenThousandths = try reader.uint8("Coefficient of Rolling Resistance")
    windResistanceHundredths = try reader.uint8("Wind Resistance Coefficient")
  }

  func write(to writer: inout ByteWriter) {
    writer.write(windSpeedThousandths)
    writer.write(gradeHundredths)
    writer.write(rollingResistanceTenThousandths)
    writer.write(windResistanceHundredths)
  }

  var fields: [GATTField] {
    [
      GATTField("Wind Speed", .number(Double(windSpeedThousandths) / 1000), unit: "m/s"),
      GATTField("Grade", .number(Double(gradeHundredths) / 100), unit: "%"),
      GATTField(
        "Coefficient of Rolling Resistance", .number(Double(rollingResistanceTenThousandths) / 10_000)),
      GATTField("Wind Resistance Coefficient", .number(Double(windResistanceHundredths) / 100), unit: "kg/m"),
    ]
  }
}
