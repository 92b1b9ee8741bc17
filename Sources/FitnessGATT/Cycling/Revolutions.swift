/// A wheel's revolutions and the end of the last one, as sent by Cycling Power and Cycling Speed and Cadence.
package struct WheelRevolutions: Hashable, Sendable {
  /// Revolutions since the sensor was switched on or set; wraps at 2³².
  package var count: UInt32
  /// The end of the last revolution; wraps at 2¹⁶.
  ///
  /// In 1/2048 s in Cycling Power (CPS 1.1, §3.2.1.9), in 1/1024 s in Cycling Speed and Cadence (CSCS 1.0, §3.1.1.3).
  package var eventTicks: UInt16

  package init(count: UInt32, eventTicks: UInt16) {
    self.count = count
    self.eventTicks = eventTicks
  }
}

/// A crank's revolutions and the end of the last one, as sent by Cycling Power and Cycling Speed and Cadence.
package struct CrankRevolutions: Hashable, Sendable {
  /// Revolutions since the sensor was switched on; wraps at 2¹⁶.
  package var count: UInt16
  /// The end of the last revolution, in 1/1024 s; wraps at 2¹⁶.
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

  /// Returns the two fields; `ticksPerSecond` is the resolution of the time.
  func fields(ticksPerSecond: Double) -> [GATTField] {
    [
      GATTField("Cumulative Wheel Revolutions", .integer(Int(count))),
      GATTField("Last Wheel Event Time", .number(Double(eventTicks) / ticksPerSecond), unit: "s"),
    ]
  }
}

extension CrankRevolutions {
  /// The resolution of the event time in both characteristics, in ticks per second.
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
