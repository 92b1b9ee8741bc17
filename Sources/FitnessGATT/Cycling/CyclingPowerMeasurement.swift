/// Cycling Power Measurement (0x2A63): one notification of a power meter, or of a trainer (CPS 1.1, §3.2).
///
/// Of the fields that tell where in a turn the legs push, only the length is known here: they are kept as they were sent.
package struct CyclingPowerMeasurement: Hashable, Sendable {
  /// The power now, in watts.
  package var powerWatts: Int16
  /// The share of one pedal in halves of a percent; nil if it is not sent.
  package var pedalBalanceHalves: UInt8?
  /// Whether `pedalBalanceHalves` is the left pedal's; otherwise nobody knows whose it is.
  package var isBalanceLeft = false
  /// The sum of the torque over the revolutions, in 1/32 Nm; nil if it is not sent.
  package var accumulatedTorque: UInt16?
  /// Whether the torque is measured at the crank; otherwise at the wheel.
  package var isTorqueOfCrank = false
  /// Nil if it is not sent.
  package var wheel: WheelRevolutions?
  /// Nil if it is not sent.
  package var crank: CrankRevolutions?
  /// The bits of the Flags for extreme magnitudes, extreme angles and dead spots, with their bytes.
  private var turn = CrankFields()
  /// The energy since the last reset, in kJ; nil if it is not sent.
  package var accumulatedKilojoules: UInt16?
  /// Whether the sensor asks to be zeroed.
  package var wantsOffsetCompensation = false

  package init(
    powerWatts: Int16, wheel: WheelRevolutions? = nil, crank: CrankRevolutions? = nil, accumulatedTorque: UInt16? = nil
  ) {
    self.powerWatts = powerWatts
    self.wheel = wheel
    self.crank = crank
    self.accumulatedTorque = accumulatedTorque
  }

  /// How many steps of the wheel's event time make a second; Cycling Speed and Cadence has half as many.
  package static let wheelTicksPerSecond = 2048.0
}

/// The fields that tell where in a turn of the crank the legs push, as they were sent.
private struct CrankFields: Hashable, Sendable {
  /// Their bits, and how many bytes each takes: force, torque and angle magnitudes, top and bottom dead spot.
  static let lengths: [(bit: UInt16, name: String, bytes: Int)] = [
    (1 << 6, "Extreme Force Magnitudes", 4), (1 << 7, "Extreme Torque Magnitudes", 4),
    (1 << 8, "Extreme Angles", 3), (1 << 9, "Top Dead Spot Angle", 2), (1 << 10, "Bottom Dead Spot Angle", 2),
  ]

  var flags: UInt16 = 0
  var bytes: [UInt8] = []
}

extension CyclingPowerMeasurement: CharacteristicValue {
  private enum Flag {
    static let balance: UInt16 = 1 << 0
    static let balanceIsLeft: UInt16 = 1 << 1
    static let torque: UInt16 = 1 << 2
    static let torqueIsOfCrank: UInt16 = 1 << 3
    static let wheel: UInt16 = 1 << 4
    static let crank: UInt16 = 1 << 5
    static let energy: UInt16 = 1 << 11
    static let offset: UInt16 = 1 << 12
  }

  /// Reads one notification; the flags 13 to 15 are ignored.
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
    for field in CrankFields.lengths where flags & field.bit != 0 {
      turn.flags |= field.bit
      for _ in 0..<field.bytes { turn.bytes.append(try reader.uint8(field.name)) }
    }
    if flags & Flag.energy != 0 { accumulatedKilojoules = try reader.uint16("Accumulated Energy") }
    wantsOffsetCompensation = flags & Flag.offset != 0
  }

  /// The bytes of one notification.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 14)
    writer.write(flags)
    writer.write(powerWatts)
    if let pedalBalanceHalves { writer.write(pedalBalanceHalves) }
    if let accumulatedTorque { writer.write(accumulatedTorque) }
    wheel?.write(to: &writer)
    crank?.write(to: &writer)
    for octet in turn.bytes { writer.write(octet) }
    if let accumulatedKilojoules { writer.write(accumulatedKilojoules) }
    return writer.bytes
  }

  private var flags: UInt16 {
    let present: [(Bool, UInt16)] = [
      (pedalBalanceHalves != nil, Flag.balance), (isBalanceLeft, Flag.balanceIsLeft),
      (accumulatedTorque != nil, Flag.torque), (isTorqueOfCrank, Flag.torqueIsOfCrank), (wheel != nil, Flag.wheel),
      (crank != nil, Flag.crank), (accumulatedKilojoules != nil, Flag.energy), (wantsOffsetCompensation, Flag.offset),
    ]
    return present.reduce(turn.flags) { $1.0 ? $0 | $1.1 : $0 }
  }

  /// The power, and each other field that is present and known here.
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
    if let accumulatedKilojoules { fields.append(GATTField("Accumulated Energy", accumulatedKilojoules, unit: "kJ")) }
    return fields
  }
}
