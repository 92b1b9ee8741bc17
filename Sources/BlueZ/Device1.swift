import BluetoothLE
import DBus

/// A device that BlueZ knows, read from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.Device.rst`. Methods used, with their possible errors: `Connect` (NotReady,
/// Failed, InProgress, AlreadyConnected), `Disconnect` (NotConnected), which also withdraws a pending `Connect`.
struct Device1 {
  static let interface = "org.bluez.Device1"
  let properties: Properties

  var address: DeviceAddress? { properties["Address"]?.string.flatMap { DeviceAddress($0) } }

  /// Whether the address is a resolvable private address, by its two highest bits; a bonded device shows its own
  /// address.
  private var addressChanges: Bool {
    properties["AddressType"]?.string == "random" && !isPaired && address.map { $0.value >> 46 == 0b01 } ?? false
  }

  /// The name that the device sends; nil if it sends no name (BlueZ's `Alias` would then be the address).
  var name: String? { properties["Name"]?.string }

  /// The signal strength in dBm; BlueZ removes it when the discovery ends.
  var rssi: Int? { properties["RSSI"]?.integer }

  /// The adapter that the device belongs to.
  var adapter: ObjectPath? { properties["Adapter"]?.objectPath }

  /// Whether the device is connected, by this process or another program.
  var isConnected: Bool { properties["Connected"]?.boolean ?? false }

  /// Whether the services are resolved; it may be true before their objects exist.
  var areServicesResolved: Bool { properties["ServicesResolved"]?.boolean ?? false }

  /// Whether a bond with the device exists.
  var isPaired: Bool { properties["Paired"]?.boolean ?? false }

  /// The device's services, as far as is known.
  var services: Set<BluetoothUUID> {
    Set((properties["UUIDs"]?.array ?? []).compactMap { $0.string.flatMap { BluetoothUUID($0) } })
  }

  /// The service data that the device advertised.
  var serviceData: [BluetoothUUID: [UInt8]] {
    var data: [BluetoothUUID: [UInt8]] = [:]
    for (name, bytes) in properties["ServiceData"]?.properties ?? [:] {
      if let service = BluetoothUUID(name), let bytes = bytes.bytes { data[service] = bytes }
    }
    return data
  }

  /// The device as a scan reports it; nil if no advertisement arrived recently and it is not connected.
  var advertisement: Advertisement? { rssi != nil || isConnected ? record : nil }

  /// The device as BlueZ remembers it, even without a recent advertisement.
  var record: Advertisement? {
    guard let address else { return nil }
    return Advertisement(
      address: address, name: name, rssi: rssi, services: services, serviceData: serviceData, isConnected: isConnected,
      addressChanges: addressChanges)
  }
}

extension ObjectTree {
  /// Returns the device at `path`.
  func device(_ path: ObjectPath) -> Device1? {
    properties(path, Device1.interface).map { Device1(properties: $0) }
  }

  /// Returns the objects of the device with this address, one for each adapter that knows it.
  func devicePaths(_ address: DeviceAddress) -> [ObjectPath] {
    objects.keys.filter { device($0)?.address == address }
  }

  /// Returns the object of the device with this address on `adapter`; nil if the adapter does not know the device.
  func devicePath(_ address: DeviceAddress, on adapter: ObjectPath) -> ObjectPath? {
    let text = address.description
    return objects.first { path, interfaces in
      guard let device = interfaces[Device1.interface], path.isBelow(adapter) else { return false }
      return device["Address"]?.string?.uppercased() == text
    }?.key
  }
}
