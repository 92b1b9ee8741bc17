/// The revolutions of a wheel and when the last one ended, as Cycling Power and Cycling Speed and Cadence send them.
package struct WheelRevolutions: Hashable, Sendable {
  /// Since the sensor was switched on, or set; runs over at 2³².
  package var count: UInt32
  /// When the last revolution ended; runs over at 2¹⁶.
  ///
  /// In 1/2048 s in Cycling Power (CPS 1.1, §3.2.1.9), in 1/1024 s in Cycling Speed and Cadence (CSCS 1.0, §3.1.1.3).
  package var eventTicks: UInt16

  package init(count: UInt32, eventTicks: UInt16) {
    self.count = count
    self.eventTicks = eventTicks
  }
}

/// The revolutions of a crank and when the last one ended, as Cycling Power and Cycling Speed and Cadence send them.
package struct CrankRevolutions: Hashable, Sendable {
  /// Since the sensor was switched on; runs over at 2¹⁶.
  package var count: UInt16
  /// When the last revolution ended, in 1/1024 s; runs over at 2¹⁶.
  package var eventTicks: UInt16

  package init(count: UInt16, eventTicks: UInt16) {
    self.count = count
    self.eventTicks = eventTicks
  }
}

extension WheelRevolutions {
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    count = try reader.uint32("Cumulative Wheel Revolutions")
    eventTicks = try reader.uint16("Last Wheel Event Time")
  }

  func write(to writer: inout ByteWriter) {
    writer.write(count)
    writer.write(eventTicks)
  }

  /// The two fields; `ticksPerSecond` is the resolution of the time.
  func fields(ticksPerSecond: Double) -> [GATTField] {
    [
      GATTField("Cumulative Wheel Revolutions", .integer(Int(count))),
      GATTField("Last Wheel Event Time", .number(Double(eventTicks) / ticksPerSecond), unit: "s"),
    ]
  }
}

extension CrankRevolutions {
  /// How many steps of the event time make a second, in both characteristics.
  package static let ticksPerSecond = 1024.0

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    count = try reader.uint16("Cumulative Crank Revolutions")
    eventTicks = try reader.uint16("Last Crank Event Time")
  }

  func write(to writer: inout ByteWriter) {
    writer.write(count)
    writer.write(eventTicks)
  }

  var fields: [GATTField] {
    [
      GATTField("Cumulative Crank Revolutions", .integer(Int(count))),
      GATTField("Last Crank Event Time", .number(Double(eventTicks) / Self.ticksPerSecond), unit: "s"),
    ]
  }
}
