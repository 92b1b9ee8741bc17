/// CSC Measurement (0x2A5B): a notification of a speed or cadence sensor (CSCS 1.0, §3.1).
package struct CSCMeasurement: Hashable, Sendable {
  /// Nil for a sensor without wheel data.
  package var wheel: WheelRevolutions?
  /// Nil for a sensor without crank data.
  package var crank: CrankRevolutions?

  package init(wheel: WheelRevolutions? = nil, crank: CrankRevolutions? = nil) {
    self.wheel = wheel
    self.crank = crank
  }

  /// The resolution of the wheel's event time, in ticks per second.
  package static let wheelTicksPerSecond = 1024.0
}

extension CSCMeasurement: CharacteristicValue {
  private static let wheelPresent: UInt8 = 1 << 0
  private static let crankPresent: UInt8 = 1 << 1

  /// Decodes one notification.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let flags = try reader.uint8("Flags")
    wheel = flags & Self.wheelPresent == 0 ? nil : try WheelRevolutions(from: &reader)
    crank = flags & Self.crankPresent == 0 ? nil : try CrankRevolutions(from: &reader)
  }

  /// Returns the bytes of one notification.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 11)
    writer.write((wheel == nil ? 0 : Self.wheelPresent) | (crank == nil ? 0 : Self.crankPresent))
    wheel?.write(to: &writer)
    crank?.write(to: &writer)
    return writer.bytes
  }

  /// The presence of each count, then the present counts with the time of their last event.
  package var fields: [GATTField] {
    [
      GATTField("Wheel Revolution Data Present", .bool(wheel != nil)),
      GATTField("Crank Revolution Data Present", .bool(crank != nil)),
    ] + (wheel?.fields(ticksPerSecond: Self.wheelTicksPerSecond) ?? []) + (crank?.fields ?? [])
  }
}
