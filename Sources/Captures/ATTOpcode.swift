/// The operations of the attribute protocol that matter here.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part F, §3.4.8.
package enum ATTOpcode: UInt8, Sendable {
  /// Whether a PDU that begins with `octet` asks for a response, which is owed until it comes (§3.3.1).
  ///
  /// Requests are even, responses odd; bit 6 marks a command, which nobody answers.
  static func isRequest(_ octet: UInt8) -> Bool {
    octet & 0x41 == 0 && octet != confirmation.rawValue
  }

  /// Whether a PDU that begins with `octet` answers a request; a server sends notifications and indications of itself.
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
