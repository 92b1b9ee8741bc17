/// Cycling Power Measurement (0x2A63): a notification of a power meter or a trainer (CPS 1.1, §3.2).
package struct CyclingPowerMeasurement: Hashable, Sendable {
  /// The current power, in watts.
  package var powerWatts: Int16
  /// The share of one pedal in 0.5 %; nil if absent.
  package var pedalBalanceHalves: UInt8?
  /// Whether `pedalBalanceHalves` belongs to the left pedal; otherwise the pedal is unknown.
  package var isBalanceLeft = false
  /// The sum of the torque over the revolutions, in 1/32 Nm; nil if absent.
  package var accumulatedTorque: UInt16?
  /// Whether the torque is measured at the crank; otherwise at the wheel.
  package var isTorqueOfCrank = false
  /// Nil if absent.
  package var wheel: WheelRevolutions?
  /// Nil if absent.
  package var crank: CrankRevolutions?
  /// The extreme forces on the pedal in a revolution, in newtons; nil if absent.
  package var forces: CrankExtremes?
  /// The extreme torques at the crank in a revolution, in 1/32 Nm; nil if absent.
  package var torques: CrankExtremes?
  /// The crank angles of the extreme magnitudes, in degrees, 12 bits each; nil if absent.
  package var angles: CrankExtremes?
  /// The crank angle of the least torque at the top of a revolution, in degrees; nil if absent.
  package var topDeadSpotDegrees: UInt16?
  /// The crank angle of the least torque at the bottom of a revolution, in degrees; nil if absent.
  package var bottomDeadSpotDegrees: UInt16?
  /// The energy since the last reset, in kJ; nil if absent.
  package var accumulatedKilojoules: UInt16?
  /// Whether the sensor requests offset compensation.
  package var wantsOffsetCompensation = false

  package init(
    powerWatts: Int16, wheel: WheelRevolutions? = nil, crank: CrankRevolutions? = nil, accumulatedTorque: UInt16? = nil
  ) {
    self.powerWatts = powerWatts
    self.wheel = wheel
    self.crank = crank
    self.accumulatedTorque = accumulatedTorque
  }

  /// The resolution of the wheel's event time in ticks per second; Cycling Speed and Cadence uses half of it.
  package static let wheelTicksPerSecond = 2048.0

  /// The left pedal's share of the power, in percent, 0…100; nil if absent, impossible, or of an unknown pedal.
  ///
  /// A share of an unknown pedal may be the right one's.
  package var leftPercent: Double? {
    guard isBalanceLeft, let pedalBalanceHalves, pedalBalanceHalves <= 200 else { return nil }
    return Double(pedalBalanceHalves) / 2
  }
}

/// The maximum and the minimum of a quantity in one revolution of the crank.
package struct CrankExtremes: Hashable, Sendable {
  package var maximum: Int16
  package var minimum: Int16

  package init(maximum: Int16, minimum: Int16) {
    self.maximum = maximum
    self.minimum = minimum
  }
}

extension CrankExtremes {
  /// Reads two signed 16-bit numbers.
  fileprivate init(from reader: inout ByteReader, _ quantity: String) throws(DecodingFailure) {
    maximum = Int16(bitPattern: try reader.uint16("Maximum \(quantity)"))
    minimum = Int16(bitPattern: try reader.uint16("Minimum \(quantity)"))
  }

  /// Reads two unsigned 12-bit numbers; the maximum is in the lower bits.
  fileprivate init(angles reader: inout ByteReader) throws(DecodingFailure) {
    let bits = try reader.number(3, "Extreme Angles")
    maximum = Int16(truncatingIfNeeded: bits & 0xFFF)
    minimum = Int16(truncatingIfNeeded: bits >> 12)
  }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(maximum)
    writer.write(minimum)
  }

  fileprivate func writeAngles(to writer: inout ByteWriter) {
    writer.write(Int(maximum) & 0xFFF | (Int(minimum) & 0xFFF) << 12, bytes: 3)
  }

  fileprivate func fields(_ quantity: String, _ unit: String, stepsPerUnit: Double? = nil) -> [GATTField] {
    [("Maximum", maximum), ("Minimum", minimum)].map { name, number in
      NumberField("\(name) \(quantity)", .sint16, unit, stepsPerUnit: stepsPerUnit).described(Int(number))
    }
  }
}

extension CyclingPowerMeasurement: CharacteristicValue {
  private enum Flag {
    static let balance: UInt16 = 1 << 0
    static let balanceIsLeft: UInt16 = 1 << 1
    static let torque: UInt16 = 1 << 2
    static let torqueIsOfCrank: UInt16 = 1 << 3
    static let wheel: UInt16 = 1 << 4
    static let crank: UInt16 = 1 << 5
    static let forces: UInt16 = 1 << 6
    static let torques: UInt16 = 1 << 7
    static let angles: UInt16 = 1 << 8
    static let topDeadSpot: UInt16 = 1 << 9
    static let bottomDeadSpot: UInt16 = 1 << 10
    static let energy: UInt16 = 1 << 11
    static let offset: UInt16 = 1 << 12
  }

  /// Decodes one notification; flags 13 to 15 are ignored.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let flags = try reader.uint16("Flags")
    self.init(powerWatts: Int16(bitPattern: try reader.uint16("Instantaneous Power")))
    if flags & Flag.balance != 0 { pedalBalanceHalves = try reader.uint8("Pedal Power Balance") }
    isBalanceLeft = flags & Flag.balanceIsLeft != 0
    if flags & Flag.torque != 0 { accumulatedTorque = try reader.uint16("Accumulated Torque") }
    isTorqueOfCrank = flags & Flag.torqueIsOfCrank != 0
    if flags & Flag.wheel != 0 { wheel = try WheelRevolutions(from: &reader) }
    if flags & Flag.crank != 0 { crank = try CrankRevolutions(from: &reader) }
    if flags & Flag.forces != 0 { forces = try CrankExtremes(from: &reader, "Force Magnitude") }
    if flags & Flag.torques != 0 { torques = try CrankExtremes(from: &reader, "Torque Magnitude") }
    if flags & Flag.angles != 0 { angles = try CrankExtremes(angles: &reader) }
    if flags & Flag.topDeadSpot != 0 { topDeadSpotDegrees = try reader.uint16("Top Dead Spot Angle") }
    if flags & Flag.bottomDeadSpot != 0 { bottomDeadSpotDegrees = try reader.uint16("Bottom Dead Spot Angle") }
    if flags & Flag.energy != 0 { accumulatedKilojoules = try reader.uint16("Accumulated Energy") }
    wantsOffsetCompensation = flags & Flag.offset != 0
  }

  /// Returns the bytes of one notification.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 14)
    writer.write(flags)
    writer.write(powerWatts)
    if let pedalBalanceHalves { writer.write(pedalBalanceHalves) }
    if let accumulatedTorque { writer.write(accumulatedTorque) }
    wheel?.write(to: &writer)
    crank?.write(to: &writer)
    forces?.write(to: &writer)
    torques?.write(to: &writer)
    angles?.writeAngles(to: &writer)
    if let topDeadSpotDegrees { writer.write(topDeadSpotDegrees) }
    if let bottomDeadSpotDegrees { writer.write(bottomDeadSpotDegrees) }
    if let accumulatedKilojoules { writer.write(accumulatedKilojoules) }
    return writer.bytes
  }

  private var flags: UInt16 {
    let present: [(Bool, UInt16)] = [
      (pedalBalanceHalves != nil, Flag.balance), (isBalanceLeft, Flag.balanceIsLeft),
      (accumulatedTorque != nil, Flag.torque), (isTorqueOfCrank, Flag.torqueIsOfCrank), (wheel != nil, Flag.wheel),
      (crank != nil, Flag.crank), (forces != nil, Flag.forces), (torques != nil, Flag.torques),
      (angles != nil, Flag.angles), (topDeadSpotDegrees != nil, Flag.topDeadSpot),
      (bottomDeadSpotDegrees != nil, Flag.bottomDeadSpot), (accumulatedKilojoules != nil, Flag.energy),
      (wantsOffsetCompensation, Flag.offset),
    ]
    return present.reduce(0) { $1.0 ? $0 | $1.1 : $0 }
  }

  /// The power, all other present fields, and the Offset Compensation Indicator if it is set.
  package var fields: [GATTField] {
    var fields = [GATTField("Instantaneous Power", powerWatts, unit: "W")]
    if let pedalBalanceHalves {
      fields.append(GATTField("Pedal Power Balance", .number(Double(pedalBalanceHalves) / 2), unit: "%"))
      fields.append(GATTField("Pedal Power Balance Reference", .text(isBalanceLeft ? "Left" : "Unknown")))
    }
    if let accumulatedTorque {
      fields.append(GATTField("Accumulated Torque", .number(Double(accumulatedTorque) / 32), unit: "Nm"))
      fields.append(GATTField("Accumulated Torque Source", .text(isTorqueOfCrank ? "Crank Based" : "Wheel Based")))
    }
    fields += (wheel?.fields(ticksPerSecond: Self.wheelTicksPerSecond) ?? []) + (crank?.fields ?? [])
    fields += forces?.fields("Force Magnitude", "N") ?? []
    fields += torques?.fields("Torque Magnitude", "Nm", stepsPerUnit: 32) ?? []
    fields += angles?.fields("Angle", "°") ?? []
    if let topDeadSpotDegrees { fields.append(GATTField("Top Dead Spot Angle", topDeadSpotDegrees, unit: "°")) }
    if let bottomDeadSpotDegrees {
      fields.append(GATTField("Bottom Dead Spot Angle", bottomDeadSpotDegrees, unit: "°"))
    }
    if let accumulatedKilojoules { fields.append(GATTField("Accumulated Energy", accumulatedKilojoules, unit: "kJ")) }
    if wantsOffsetCompensation { fields.append(GATTField("Offset Compensation Indicator", .bool(true))) }
    return fields
  }
}
