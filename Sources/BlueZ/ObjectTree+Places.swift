import BluetoothLE
import DBus

extension ObjectTree {
  /// Where the device keeps the characteristics at `paths`, ordered by handle; those whose path does not tell are left
  /// out.
  ///
  /// BlueZ names objects by the handles of their declarations, `service0010/char0011/desc0013` (BlueZ 5.66,
  /// `src/gatt-client.c`); a characteristic's value stands right behind its declaration in every device that is known.
  func places(of paths: [CharacteristicID: ObjectPath]) -> [CharacteristicPlace] {
    let places = paths.compactMap { id, path -> CharacteristicPlace? in
      guard let properties = properties(path, GattCharacteristic1.interface) else { return nil }
      let characteristic = GattCharacteristic1(properties: properties)
      guard let declaration = path.handle(after: "char"), declaration < .max,
        let service = characteristic.service?.handle(after: "service")
      else { return nil }
      return CharacteristicPlace(
        id, service: service, declaration: declaration, value: declaration + 1,
        configuration: configuration(of: path), properties: characteristic.propertyBits)
    }
    return places.sorted { $0.declaration < $1.declaration }
  }

  /// The handle of a characteristic's Client Characteristic Configuration.
  private func configuration(of characteristic: ObjectPath) -> UInt16? {
    let path = objects.keys.first { path in
      guard path.isBelow(characteristic), let properties = properties(path, GattDescriptor1.interface) else {
        return false
      }
      return GattDescriptor1(properties: properties).uuid == BluetoothUUID(0x2902)
    }
    return path?.handle(after: "desc")
  }
}

extension ObjectPath {
  /// The handle at the end of the path, `0x0011` of `…/char0011`; nil where the last part is of another kind.
  fileprivate func handle(after kind: String) -> UInt16? {
    guard let name = text.split(separator: "/").last, name.hasPrefix(kind) else { return nil }
    let digits = name.dropFirst(kind.count)
    return digits.count == 4 ? UInt16(digits, radix: 16) : nil
  }
}
