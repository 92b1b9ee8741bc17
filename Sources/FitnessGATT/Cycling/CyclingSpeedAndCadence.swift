/// CSC Measurement (0x2A5B): one notification of a speed or cadence sensor (CSCS 1.0, §3.1).
package struct CSCMeasurement: Hashable, Sendable {
  /// Nil for a sensor without a wheel.
  package var wheel: WheelRevolutions?
  /// Nil for a sensor without a crank.
  package var crank: CrankRevolutions?

  package init(wheel: WheelRevolutions? = nil, crank: CrankRevolutions? = nil) {
    self.wheel = wheel
    self.crank = crank
  }

  /// How many steps of the wheel's event time make a second.
  package static let wheelTicksPerSecond = 1024.0
}

extension CSCMeasurement: CharacteristicValue {
  private static let wheelPresent: UInt8 = 1 << 0
  private static let crankPresent: UInt8 = 1 << 1

  /// Reads one notification.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let flags = try reader.uint8("Flags")
    wheel = flags & Self.wheelPresent == 0 ? nil : try WheelRevolutions(from: &reader)
    crank = flags & Self.crankPresent == 0 ? nil : try CrankRevolutions(from: &reader)
  }

  /// The bytes of one notification.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 11)
    writer.write((wheel == nil ? 0 : Self.wheelPresent) | (crank == nil ? 0 : Self.crankPresent))
    wheel?.write(to: &writer)
    crank?.write(to: &writer)
    return writer.bytes
  }

  /// Which counts are present, then each with the time of its last event.
  package var fields: [GATTField] {
    [
      GATTField("Wheel Revolution Data Present", .bool(wheel != nil)),
      GATTField("Crank Revolution Data Present", .bool(crank != nil)),
    ] + (wheel?.fields(ticksPerSecond: Self.wheelTicksPerSecond) ?? []) + (crank?.fields ?? [])
  }
}
