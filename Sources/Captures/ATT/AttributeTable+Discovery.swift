import BluetoothLE

extension AttributeTable {
  /// Returns the exchange in which a host discovers this table.
  ///
  /// A capture that begins with it contains the UUIDs of its handles.
  ///
  /// It is tailored to the programs that read it. Characteristics are requested by the long form of their type, because
  /// `btmon` 5.66 crashes on the response to the short form, even in its own recordings. Wireshark does not understand
  /// the long form, so the types of the values are requested again.
  ///
  /// - Parameter handle: The handle of the connection.
  /// - Returns: Requests and responses in the order of GATT (Bluetooth Core 5.4, Vol 3, Part G, §4.4…4.7).
  package func discovery(handle: UInt16) -> [HCIPacket] {
    (serviceDiscovery() + characteristicDiscovery() + nameDiscovery()).flatMap { exchange in
      [.att(exchange.request, handle: handle, .sent), .att(exchange.response, handle: handle, .received)]
    }
  }

  private typealias Exchange = (request: [UInt8], response: [UInt8])

  /// The MTU that BlueZ requests; it limits each response.
  private static let mtu = 517

  private func serviceDiscovery() -> [Exchange] {
    let items = services.map {
      ($0.start, $0.start.littleEndianBytes + $0.end.littleEndianBytes + $0.uuid.littleEndian)
    }
    return Self.lists(
      items, from: 1, through: 0xFFFF, .readByGroupTypeRequest, .readByGroupTypeResponse,
      type: UInt16(0x2800).littleEndianBytes)
  }

  private func characteristicDiscovery() -> [Exchange] {
    let items = characteristics.values.sorted { $0.declaration < $1.declaration }.map {
      let value = [$0.properties] + $0.value.littleEndianBytes + $0.uuid.littleEndian
      return ($0.declaration, $0.declaration.littleEndianBytes + value)
    }
    return Self.lists(
      items, from: 1, through: 0xFFFF, .readByTypeRequest, .readByTypeResponse,
      type: BluetoothUUID(0x2803).longLittleEndian)
  }

  private func nameDiscovery() -> [Exchange] {
    let names = characteristics.mapValues(\.uuid).merging(descriptors) { value, _ in value }
    return names.sorted { $0.key < $1.key }.map { handle, uuid in
      let bytes = uuid.littleEndian
      return (
        ATTPDU.pdu(.findInformationRequest, handle.littleEndianBytes + handle.littleEndianBytes),
        ATTPDU.pdu(.findInformationResponse, [bytes.count == 2 ? 1 : 2] + handle.littleEndianBytes + bytes)
      )
    }
  }

  /// Returns the requests and responses for a list, and the error that ends it.
  ///
  /// Each response has items of equal length.
  private static func lists(
    _ items: [(handle: UInt16, bytes: [UInt8])], from start: UInt16, through end: UInt16, _ request: ATTOpcode,
    _ response: ATTOpcode, type: [UInt8]
  ) -> [Exchange] {
    var exchanges: [Exchange] = []
    var next = start
    var rest = items[...]
    func ask() -> [UInt8] {
      ATTPDU.pdu(request, next.littleEndianBytes + end.littleEndianBytes + type)
    }
    while let first = rest.first {
      let most = (mtu - 2) / first.bytes.count
      let batch = rest.prefix { $0.bytes.count == first.bytes.count }.prefix(most)
      exchanges.append((ask(), ATTPDU.pdu(response, [UInt8(first.bytes.count)] + batch.flatMap(\.bytes))))
      rest = rest.dropFirst(batch.count)
      guard let last = batch.last, last.handle < end else { return exchanges }
      next = last.handle + 1
    }
    exchanges.append((ask(), ATTPDU.errorResponse(to: request, next, 0x0A)))
    return exchanges
  }
}
