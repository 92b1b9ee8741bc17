/// Builds the ATT protocol data units of captures.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part F, §3.4.
package enum ATTPDU {
  package static func notification(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.notification, handle.littleEndianBytes + value)
  }

  package static func indication(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.indication, handle.littleEndianBytes + value)
  }

  package static let confirmation = pdu(.confirmation, [])

  package static func writeRequest(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.writeRequest, handle.littleEndianBytes + value)
  }

  package static let writeResponse = pdu(.writeResponse, [])

  package static func writeCommand(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.writeCommand, handle.littleEndianBytes + value)
  }

  package static func readRequest(_ handle: UInt16) -> [UInt8] {
    pdu(.readRequest, handle.littleEndianBytes)
  }

  package static func readResponse(_ value: [UInt8]) -> [UInt8] {
    pdu(.readResponse, value)
  }

  package static func readBlobRequest(_ handle: UInt16, offset: UInt16) -> [UInt8] {
    pdu(.readBlobRequest, handle.littleEndianBytes + offset.littleEndianBytes)
  }

  package static func readBlobResponse(_ value: [UInt8]) -> [UInt8] {
    pdu(.readBlobResponse, value)
  }

  /// Returns an Error Response to a Write Request.
  package static func writeRefused(_ handle: UInt16, attError: UInt8) -> [UInt8] {
    errorResponse(to: .writeRequest, handle, attError)
  }

  static func errorResponse(to request: ATTOpcode, _ handle: UInt16, _ attError: UInt8) -> [UInt8] {
    pdu(.errorResponse, [request.rawValue] + handle.littleEndianBytes + [attError])
  }

  static func pdu(_ opcode: ATTOpcode, _ parameters: [UInt8]) -> [UInt8] {
    [opcode.rawValue] + parameters
  }
}

/// The ATT operations that are read or written.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part F, §3.4.8.
package enum ATTOpcode: UInt8, Sendable {
  /// Returns whether a PDU that begins with `octet` is a request, which requires a response (§3.3.1).
  ///
  /// Requests are even and responses odd; bit 6 marks a command, which has no response.
  static func isRequest(_ octet: UInt8) -> Bool {
    octet & 0x41 == 0 && octet != confirmation.rawValue
  }

  /// Returns whether a PDU that begins with `octet` is a response.
  ///
  /// Notifications and indications are sent without a request.
  static func isResponse(_ octet: UInt8) -> Bool {
    octet & 0x41 == 1 && octet != notification.rawValue && octet != indication.rawValue
      && octet != multipleHandleValueNotification.rawValue
  }

  case errorResponse = 0x01
  case exchangeMTURequest = 0x02
  case exchangeMTUResponse = 0x03
  case findInformationRequest = 0x04
  case findInformationResponse = 0x05
  case findByTypeValueRequest = 0x06
  case findByTypeValueResponse = 0x07
  case readByTypeRequest = 0x08
  case readByTypeResponse = 0x09
  case readRequest = 0x0A
  case readResponse = 0x0B
  case readBlobRequest = 0x0C
  case readBlobResponse = 0x0D
  case readByGroupTypeRequest = 0x10
  case readByGroupTypeResponse = 0x11
  case writeRequest = 0x12
  case writeResponse = 0x13
  case notification = 0x1B
  case indication = 0x1D
  case confirmation = 0x1E
  case multipleHandleValueNotification = 0x23
  case writeCommand = 0x52
}
