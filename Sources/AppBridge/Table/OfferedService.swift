package import BluetoothLE

/// A service that apps see.
package struct OfferedService: Hashable, Sendable {
  package var uuid: BluetoothUUID
  package var characteristics: [OfferedCharacteristic]

  package init(_ uuid: BluetoothUUID, _ characteristics: [OfferedCharacteristic]) {
    self.uuid = uuid
    self.characteristics = characteristics
  }
}

/// A characteristic that apps see.
package struct OfferedCharacteristic: Hashable, Sendable {
  /// The uses of a characteristic.
  package struct Properties: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = Properties(rawValue: 1 << 0)
    /// Writes with response.
    package static let write = Properties(rawValue: 1 << 1)
    package static let notify = Properties(rawValue: 1 << 2)
    package static let indicate = Properties(rawValue: 1 << 3)
  }

  package var id: CharacteristicID
  package var properties: Properties

  package init(_ id: CharacteristicID, _ properties: Properties) {
    self.id = id
    self.properties = properties
  }
}

/// The services that jz2 presents to apps.
///
/// The table never changes while apps are connected: an app may keep it.
package enum BridgeOffers: String, Hashable, Sendable, CaseIterable {
  /// A trainer with the strap: Fitness Machine, Cycling Power, Cycling Speed and Cadence, Heart Rate, Battery and
  /// Device Information.
  ///
  /// Heart Rate is always there, and silent until a heart rate exists.
  case trainer
  /// The strap alone: Heart Rate, Battery and Device Information.
  case strap
}

/// The values of Device Information.
package struct BridgeIdentity: Hashable, Sendable {
  /// The manufacturer, for all installations.
  package static let manufacturer = "Just Zone 2"
  /// The model, for all installations.
  package static let model = "jz2"

  /// The serial number, a decimal number; MyWhoosh refuses 0, which becomes 1.
  package let serialNumber: UInt64
  /// The version of jz2: `0.3.0`.
  package let firmware: String

  package init(serialNumber: UInt64, firmware: String) {
    self.serialNumber = max(serialNumber, 1)
    self.firmware = firmware
  }
}
