import BluetoothLE

/// Pairs the requests of a connection's client with the responses of its server.
///
/// ATT allows one request at a time (Bluetooth Core 5.4, Vol 3, Part F, §3.3.2), so a response answers the last
/// request. Requests of the server and responses of the client are ignored.
struct ATTBearer {
  /// A request whose response is read.
  private enum Request {
    case findInformation
    case services(BluetoothUUID)
    case declarations
    case values(BluetoothUUID)
    case groups
    case read(handle: UInt16, offset: Int)
    case write(handle: UInt16)
  }

  private var request: Request?
  /// The last value read; Read Blob continues it.
  private var lastRead: (handle: UInt16, value: [UInt8])?

  private static let primaryService = BluetoothUUID(0x2800)
  private static let secondaryService = BluetoothUUID(0x2801)
  private static let include = BluetoothUUID(0x2802)
  private static let characteristic = BluetoothUUID(0x2803)

  /// Returns the findings in a PDU of the client; nil if the PDU is malformed.
  mutating func takeFromClient(_ pdu: ArraySlice<UInt8>) -> [ATTFinding]? {
    var cursor = ByteCursor(pdu)
    guard let octet = cursor.byte() else { return nil }
    switch ATTOpcode(rawValue: octet) {
    case .writeRequest: return write(&cursor, withResponse: true)
    case .writeCommand: return write(&cursor, withResponse: false)
    case .confirmation: return []
    case .findInformationRequest: request = .findInformation
    case .findByTypeValueRequest: request = Self.findByTypeValue(&cursor)
    case .readByTypeRequest: request = Self.readByType(&cursor)
    case .readByGroupTypeRequest: request = Self.readByGroupType(&cursor)
    case .readRequest: request = cursor.u16().map { .read(handle: $0, offset: 0) }
    case .readBlobRequest: request = Self.readBlob(&cursor)
    default:
      if ATTOpcode.isRequest(octet) { request = nil }
      return []
    }
    return request == nil ? nil : []
  }

  /// Returns the findings in a PDU of the server; nil if the PDU is malformed or does not match the request.
  mutating func takeFromServer(_ pdu: ArraySlice<UInt8>) -> [ATTFinding]? {
    var cursor = ByteCursor(pdu)
    guard let octet = cursor.byte() else { return nil }
    switch ATTOpcode(rawValue: octet) {
    case .notification:
      return cursor.u16().map { [.notified($0, value: Array(cursor.rest()))] }
    case .indication:
      return cursor.u16().map { [.indicated($0, value: Array(cursor.rest()))] }
    case .errorResponse:
      return error(&cursor)
    default:
      // A response to a request before the beginning of the capture is ignored.
      guard ATTOpcode.isResponse(octet), let answered = request else { return [] }
      request = nil
      return response(ATTOpcode(rawValue: octet), to: answered, &cursor)
    }
  }
}

// MARK: Requests

extension ATTBearer {
  private mutating func write(_ cursor: inout ByteCursor, withResponse: Bool) -> [ATTFinding]? {
    guard let handle = cursor.u16() else { return nil }
    if withResponse { request = .write(handle: handle) }
    return [.written(handle, value: Array(cursor.rest()), withResponse: withResponse)]
  }

  private static func findByTypeValue(_ cursor: inout ByteCursor) -> Request? {
    guard cursor.take(4) != nil, let type = cursor.u16() else { return nil }
    // Only services are searched in this way; responses about other types are ignored.
    guard BluetoothUUID(type) == primaryService, let uuid = BluetoothUUID(littleEndian: cursor.rest()) else {
      return .values(BluetoothUUID(type))
    }
    return .services(uuid)
  }

  private static func readByType(_ cursor: inout ByteCursor) -> Request? {
    guard cursor.take(4) != nil, let type = BluetoothUUID(littleEndian: cursor.rest()) else { return nil }
    return type == characteristic ? .declarations : .values(type)
  }

  private static func readByGroupType(_ cursor: inout ByteCursor) -> Request? {
    guard cursor.take(4) != nil, let type = BluetoothUUID(littleEndian: cursor.rest()) else { return nil }
    return type == primaryService || type == secondaryService ? .groups : .values(type)
  }

  private static func readBlob(_ cursor: inout ByteCursor) -> Request? {
    guard let handle = cursor.u16(), let offset = cursor.u16() else { return nil }
    return .read(handle: handle, offset: Int(offset))
  }
}

// MARK: Responses

extension ATTBearer {
  private mutating func error(_ cursor: inout ByteCursor) -> [ATTFinding]? {
    guard let octet = cursor.byte(), cursor.u16() != nil, let code = cursor.byte() else { return nil }
    defer { request = nil }
    guard case .write(let handle) = request, octet == ATTOpcode.writeRequest.rawValue else { return [] }
    return [.writeAnswered(handle, attError: code)]
  }

  private mutating func response(
    _ opcode: ATTOpcode?, to request: Request, _ cursor: inout ByteCursor
  ) -> [ATTFinding]? {
    switch (opcode, request) {
    case (.writeResponse, .write(let handle)): [.writeAnswered(handle, attError: nil)]
    case (.readResponse, .read(let handle, 0)): read(handle, cursor.rest())
    case (.readBlobResponse, .read(let handle, let offset)): continueRead(handle, offset, cursor.rest())
    case (.readByTypeResponse, .declarations): Self.declarations(&cursor)
    case (.readByTypeResponse, .values(let type)): Self.values(of: type, &cursor)
    case (.readByGroupTypeResponse, .groups): Self.groups(&cursor)
    case (.findByTypeValueResponse, .services(let uuid)): Self.ranges(of: uuid, &cursor)
    case (.findInformationResponse, .findInformation): Self.information(&cursor)
    case (.readByGroupTypeResponse, .values), (.findByTypeValueResponse, .values): []
    default: nil
    }
  }

  private mutating func read(_ handle: UInt16, _ value: ArraySlice<UInt8>) -> [ATTFinding] {
    lastRead = (handle, Array(value))
    return [.read(handle, value: Array(value))]
  }

  /// Appends a part of a long value and reports the whole value so far.
  private mutating func continueRead(_ handle: UInt16, _ offset: Int, _ part: ArraySlice<UInt8>) -> [ATTFinding] {
    if offset == 0 { return read(handle, part) }
    guard let begun = lastRead, begun.handle == handle, begun.value.count == offset else { return [] }
    return part.isEmpty ? [] : read(handle, begun.value[...] + part)
  }

  private static func groups(_ cursor: inout ByteCursor) -> [ATTFinding]? {
    list(&cursor) { item in
      guard let start = item.u16(), let end = item.u16(), let uuid = BluetoothUUID(littleEndian: item.rest())
      else { return nil }
      return .service(AttributeTable.Service(start: start, end: end, uuid: uuid))
    }
  }

  private static func declarations(_ cursor: inout ByteCursor) -> [ATTFinding]? {
    list(&cursor) { item in
      guard let declaration = item.u16(), let properties = item.byte(), let value = item.u16(),
        let uuid = BluetoothUUID(littleEndian: item.rest())
      else { return nil }
      return .characteristic(
        AttributeTable.Characteristic(declaration: declaration, value: value, properties: properties, uuid: uuid))
    }
  }

  /// Returns the values read by the UUID of their characteristic, for example the Device Name (2A00).
  ///
  /// Declarations are not values.
  private static func values(of type: BluetoothUUID, _ cursor: inout ByteCursor) -> [ATTFinding]? {
    let values: [ATTFinding]? = list(&cursor) { item in
      item.u16().map { .read($0, value: Array(item.rest())) }
    }
    return type == include || type == primaryService || type == secondaryService ? [] : values
  }

  private static func ranges(of uuid: BluetoothUUID, _ cursor: inout ByteCursor) -> [ATTFinding]? {
    var found: [ATTFinding] = []
    while cursor.remaining > 0 {
      guard let start = cursor.u16(), let end = cursor.u16() else { return nil }
      found.append(.service(AttributeTable.Service(start: start, end: end, uuid: uuid)))
    }
    return found
  }

  /// Returns the attributes in a list of handles and types.
  ///
  /// Declarations are ignored because other responses report them.
  private static func information(_ cursor: inout ByteCursor) -> [ATTFinding]? {
    guard let format = cursor.byte(), format == 1 || format == 2 else { return nil }
    let width = format == 1 ? 2 : 16
    var found: [ATTFinding] = []
    while cursor.remaining > 0 {
      guard let handle = cursor.u16(), let uuid = cursor.take(width).flatMap(BluetoothUUID.init(littleEndian:))
      else { return nil }
      guard ![primaryService, secondaryService, include, characteristic].contains(uuid) else { continue }
      found.append(.descriptor(uuid, handle: handle))
    }
    return found
  }

  /// Reads a list of items of equal length, preceded by that length.
  private static func list(
    _ cursor: inout ByteCursor, _ read: (inout ByteCursor) -> ATTFinding?
  ) -> [ATTFinding]? {
    guard let length = cursor.byte(), length >= 2 else { return nil }
    var found: [ATTFinding] = []
    while cursor.remaining > 0 {
      guard var item = cursor.take(Int(length)).map(ByteCursor.init), let finding = read(&item) else { return nil }
      found.append(finding)
    }
    return found
  }
}

/// The meaning of one ATT PDU, or of a request together with its response.
enum ATTFinding {
  case service(AttributeTable.Service)
  case characteristic(AttributeTable.Characteristic)
  case descriptor(BluetoothUUID, handle: UInt16)
  case notified(UInt16, value: [UInt8])
  case indicated(UInt16, value: [UInt8])
  case written(UInt16, value: [UInt8], withResponse: Bool)
  case writeAnswered(UInt16, attError: UInt8?)
  case read(UInt16, value: [UInt8])
}
