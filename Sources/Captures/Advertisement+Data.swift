import BluetoothLE

extension Advertisement {
  /// Takes what advertising data tells; structures that make no sense are passed over.
  ///
  /// Source: Bluetooth Core 5.4, Vol 3, Part C, §11; the types in the Core Specification Supplement, Part A.
  mutating func read(_ data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    while let length = cursor.byte(), length > 0, let structure = cursor.take(Int(length)) {
      var content = ByteCursor(structure)
      guard let type = content.byte() else { return }
      read(type: type, &content)
    }
  }

  private mutating func read(type: UInt8, _ content: inout ByteCursor) {
    switch type {
    case 0x02, 0x03: readServices(&content, width: 2)
    case 0x04, 0x05: readServices(&content, width: 4)
    case 0x06, 0x07: readServices(&content, width: 16)
    case 0x08 where name == nil, 0x09: name = String(decoding: content.rest(), as: UTF8.self)
    case 0x16: readServiceData(&content, width: 2)
    case 0x20: readServiceData(&content, width: 4)
    case 0x21: readServiceData(&content, width: 16)
    default: break
    }
  }

  private mutating func readServices(_ content: inout ByteCursor, width: Int) {
    while let uuid = content.take(width).flatMap(BluetoothUUID.init(littleEndian:)) { services.insert(uuid) }
  }

  private mutating func readServiceData(_ content: inout ByteCursor, width: Int) {
    guard let uuid = content.take(width).flatMap(BluetoothUUID.init(littleEndian:)) else { return }
    serviceData[uuid] = Array(content.rest())
  }
}
