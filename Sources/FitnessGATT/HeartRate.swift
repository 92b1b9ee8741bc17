/// Heart Rate Measurement (0x2A37): a notification of a strap (HRS 1.0, §3.1).
package struct HeartRateMeasurement: Hashable, Sendable {
  /// Beats per minute; 0 means that the strap has no reading.
  package var heartRateBpm: UInt16
  package var sensorContact: SensorContact
  /// Energy since its last reset, in kJ; nil if absent.
  ///
  /// A strap that reached the maximum stays at 65535 (`isEnergySaturated`).
  package var energyExpendedKilojoules: UInt16?
  /// The RR intervals in 1/1024 s, oldest first; empty if absent.
  ///
  /// Straps send up to nine in one notification. The intervals have no timestamps: the last one ended at about the
  /// arrival, the others before it.
  package var rrIntervalTicks: [UInt16]

  package init(
    heartRateBpm: UInt16, sensorContact: SensorContact = .notSupported, energyExpendedKilojoules: UInt16? = nil,
    rrIntervalTicks: [UInt16] = []
  ) {
    self.heartRateBpm = heartRateBpm
    self.sensorContact = sensorContact
    self.energyExpendedKilojoules = energyExpendedKilojoules
    self.rrIntervalTicks = rrIntervalTicks
  }

  /// The RR intervals in milliseconds, exactly.
  package var rrIntervalMilliseconds: [Double] { rrIntervalTicks.map { Double($0) * 1000 / 1024 } }

  /// Whether the energy has the maximum value, so that the actual energy may be greater.
  package var isEnergySaturated: Bool { energyExpendedKilojoules == .max }
}

extension HeartRateMeasurement: CharacteristicValue {
  private static let uint16Format: UInt8 = 1 << 0
  private static let energyPresent: UInt8 = 1 << 3
  private static let rrPresent: UInt8 = 1 << 4

  /// Decodes one notification.
  ///
  /// RR-Intervals extend to the end of the value. Announced intervals that are missing, and half an interval at the
  /// end, are not a failure, so a value cut inside them is a shorter value.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
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

  /// Returns the bytes of one notification; the heart rate uses one byte if it fits.
  package func encoded() -> [UInt8] {
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

  /// The heart rate, the contact, and all other present fields.
  package var fields: [GATTField] {
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

/// Whether a strap has skin contact, from the two contact bits of Heart Rate Measurement (HRS 1.0, §3.1.1.1).
package enum SensorContact: String, Hashable, Sendable, CaseIterable {
  /// The strap cannot detect contact: the support bit is clear, regardless of the status bit.
  case notSupported
  /// The strap has no or too little skin contact: the heart rate is meaningless.
  case notDetected
  case detected
}

extension SensorContact {
  private static let statusBit: UInt8 = 1 << 1
  private static let supportBit: UInt8 = 1 << 2

  fileprivate init(flags: UInt8) {
    if flags & Self.supportBit == 0 {
      self = .notSupported
    } else {
      self = flags & Self.statusBit == 0 ? .notDetected : .detected
    }
  }

  fileprivate var flags: UInt8 {
    switch self {
    case .notSupported: 0
    case .notDetected: Self.supportBit
    case .detected: Self.supportBit | Self.statusBit
    }
  }

  fileprivate var name: String {
    switch self {
    case .notSupported: "Not Supported"
    case .notDetected: "Not Detected"
    case .detected: "Detected"
    }
  }
}

/// Body Sensor Location (0x2A38): where a heart-rate sensor is worn (HRS 1.0, §3.2).
package struct BodySensorLocation: ListedCode {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The names of the codes from 0.
  package static let names = ["Other", "Chest", "Wrist", "Finger", "Hand", "Ear Lobe", "Foot"]
}

extension BodySensorLocation: CharacteristicValue {
  /// Decodes the single byte.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    self.init(rawValue: try reader.uint8("Body Sensor Location"))
  }

  /// Returns the single byte.
  package func encoded() -> [UInt8] { [rawValue] }

  package var fields: [GATTField] { [GATTField("Body Sensor Location", self)] }
}
