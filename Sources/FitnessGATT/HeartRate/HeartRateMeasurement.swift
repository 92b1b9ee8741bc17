/// Heart Rate Measurement (0x2A37): one notification of a strap (HRS 1.0, §3.1).
public struct HeartRateMeasurement: Hashable, Sendable {
  /// Beats per minute; 0 means that the strap has no reading.
  public var heartRateBpm: UInt16
  /// Whether the strap touches skin.
  public var sensorContact: SensorContact
  /// Energy since it was last set back, in kJ; nil if this notification has none.
  ///
  /// A strap that counted to the end stays at 65535 (`isEnergySaturated`).
  public var energyExpendedKilojoules: UInt16?
  /// The times between beats in 1/1024 s, the oldest first; empty if there are none.
  ///
  /// Straps send up to nine in one notification. They carry no times of their own: the last ended at about the
  /// arrival, the others before it.
  public var rrIntervalTicks: [UInt16]

  /// A measurement.
  public init(
    heartRateBpm: UInt16, sensorContact: SensorContact = .notSupported, energyExpendedKilojoules: UInt16? = nil,
    rrIntervalTicks: [UInt16] = []
  ) {
    self.heartRateBpm = heartRateBpm
    self.sensorContact = sensorContact
    self.energyExpendedKilojoules = energyExpendedKilojoules
    self.rrIntervalTicks = rrIntervalTicks
  }

  /// The times between beats in milliseconds, exactly.
  public var rrIntervalMilliseconds: [Double] { rrIntervalTicks.map { Double($0) * 1000 / 1024 } }

  /// Whether the energy stands at the most that can be sent, and may be more.
  public var isEnergySaturated: Bool { energyExpendedKilojoules == .max }
}

extension HeartRateMeasurement: CharacteristicValue {
  private static let uint16Format: UInt8 = 1 << 0
  private static let energyPresent: UInt8 = 1 << 3
  private static let rrPresent: UInt8 = 1 << 4

  /// Reads one notification.
  ///
  /// RR-Intervals run to the end: none at all where they are announced, and half a one at the end, are no failure, so
  /// that a value cut inside them is a shorter value.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let flags = try reader.uint8("Flags")
    let isWide = flags & Self.uint16Format != 0
    let name = "Heart Rate Measurement Value"
    heartRateBpm = isWide ? try reader.uint16(name) : UInt16(try reader.uint8(name))
    sensorContact = SensorContact(flags: flags)
    energyExpendedKilojoules = flags & Self.energyPresent == 0 ? nil : try reader.uint16("Energy Expended")
    rrIntervalTicks = []
    while flags & Self.rrPresent != 0, reader.remaining >= 2 {
      rrIntervalTicks.append(try reader.uint16("RR-Interval"))
    }
  }

  /// The bytes of one notification; the heart rate takes one byte if it fits.
  public func encoded() -> [UInt8] {
    var flags = sensorContact.flags
    if heartRateBpm > UInt8.max { flags |= Self.uint16Format }
    if energyExpendedKilojoules != nil { flags |= Self.energyPresent }
    if !rrIntervalTicks.isEmpty { flags |= Self.rrPresent }
    var writer = ByteWriter(capacity: 20)
    writer.write(flags)
    if let narrow = UInt8(exactly: heartRateBpm) { writer.write(narrow) } else { writer.write(heartRateBpm) }
    if let energyExpendedKilojoules { writer.write(energyExpendedKilojoules) }
    for ticks in rrIntervalTicks { writer.write(ticks) }
    return writer.bytes
  }

  /// The heart rate, the contact, and what else is present.
  public var fields: [GATTField] {
    var fields = [
      GATTField("Heart Rate Measurement Value", heartRateBpm, unit: "bpm"),
      GATTField("Sensor Contact Status", .text(sensorContact.name)),
    ]
    if let energyExpendedKilojoules {
      fields.append(GATTField("Energy Expended", energyExpendedKilojoules, unit: "kJ"))
    }
    if !rrIntervalTicks.isEmpty {
      fields.append(GATTField("RR-Interval", .list(rrIntervalMilliseconds.map { .number($0) }), unit: "ms"))
    }
    return fields
  }
}
