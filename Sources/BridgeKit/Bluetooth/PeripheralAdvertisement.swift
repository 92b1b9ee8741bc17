package import BluetoothLE
import DBus

/// The advertisement by which apps find jz2.
///
/// Flags, four services, service data and appearance take 24 of the 31 bytes. The name is in the scan response.
///
/// Source: BlueZ 5.82, `doc/org.bluez.LEAdvertisement.rst`; FTMS 1.0.1 §3.1.
package struct PeripheralAdvertisement: Hashable, Sendable {
  static let interface = "org.bluez.LEAdvertisement1"

  /// The name that apps show, at most 29 bytes of UTF-8; BlueZ cuts a longer one.
  package var name: String
  /// The services that apps look for, with assigned numbers.
  package var services: [BluetoothUUID]

  package init(name: String, services: [BluetoothUUID]) {
    self.name = name
    self.services = services
  }

  /// Time between two advertisements, in milliseconds.
  ///
  /// BlueZ's own choice is 1.28 s, with which a phone takes many seconds to find a device. Faster advertisements take
  /// radio time from the trainer's link. A BlueZ without this property ignores it.
  private static let interval: (least: UInt32, most: UInt32) = (200, 250)

  /// "Indoor bike, available", for the service data of the Fitness Machine service.
  private static let availableBike: [UInt8] = [0x01, 0x20, 0x00]

  /// Appearances: a cycling device, and a heart rate belt.
  private static let cycling: UInt16 = 0x0480
  private static let heartRateBelt: UInt16 = 0x0341

  /// The services that an advertisement has room for, in the order of their importance.
  private static let advertised: [BluetoothUUID] = [
    .fitnessMachine, .cyclingPower, .cyclingSpeedAndCadence, .heartRate,
  ]

  /// The properties of the object that describes the advertisement to BlueZ.
  var properties: [String: Variant] {
    let shown = Self.advertised.filter { services.contains($0) }
    let isTrainer = shown.contains(.fitnessMachine)
    var properties: [String: Variant] = [
      "Type": .string("peripheral"),
      "ServiceUUIDs": .array(shown.map { .string($0.fullText) }, of: "s"),
      "LocalName": .string(name),
      "Appearance": .uint16(isTrainer ? Self.cycling : Self.heartRateBelt),
      "Discoverable": .boolean(true),
      "MinInterval": .uint32(Self.interval.least),
      "MaxInterval": .uint32(Self.interval.most),
    ]
    if isTrainer {
      properties["ServiceData"] = .properties([BluetoothUUID.fitnessMachine.fullText: .bytes(Self.availableBike)])
    }
    return properties
  }
}

extension BluetoothUUID {
  /// All 128 bits, as BlueZ writes UUIDs: `00001826-0000-1000-8000-00805f9b34fb`.
  var fullText: String {
    let digits = [high, low].map { half in
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let ends = [8, 12, 16, 20, 32]
    let parts = zip([0] + ends.dropLast(), ends).map { start, end in
      String(digits.dropFirst(start).prefix(end - start))
    }
    return parts.joined(separator: "-")
  }
}
