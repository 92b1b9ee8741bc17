/// The protocol data units that a capture is built from.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part F, §3.4.
public enum ATTPDU {
  /// Handle Value Notification.
  public static func notification(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.notification, handle.littleEndianBytes + value)
  }

  /// Handle Value Indication.
  public static func indication(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.indication, handle.littleEndianBytes + value)
  }

  /// Handle Value Confirmation.
  public static let confirmation = pdu(.confirmation, [])

  /// Write Request.
  public static func writeRequest(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.writeRequest, handle.littleEndianBytes + value)
  }

  /// Write Response.
  public static let writeResponse = pdu(.writeResponse, [])

  /// Write Command.
  public static func writeCommand(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    pdu(.writeCommand, handle.littleEndianBytes + value)
  }

  /// Read Request.
  public static func readRequest(_ handle: UInt16) -> [UInt8] {
    pdu(.readRequest, handle.littleEndianBytes)
  }

  /// Read Response.
  public static func readResponse(_ value: [UInt8]) -> [UInt8] {
    pdu(.readResponse, value)
  }

  /// Read Blob Request.
  public static func readBlobRequest(_ handle: UInt16, offset: UInt16) -> [UInt8] {
    pdu(.readBlobRequest, handle.littleEndianBytes + offset.littleEndianBytes)
  }

  /// Read Blob Response.
  public static func readBlobResponse(_ value: [UInt8]) -> [UInt8] {
    pdu(.readBlobResponse, value)
  }

  /// Error Response to a Write Request.
  public static func writeRefused(_ handle: UInt16, attError: UInt8) -> [UInt8] {
    errorResponse(to: .writeRequest, handle, attError)
  }

  /// Error Response.
  static func errorResponse(to request: ATTOpcode, _ handle: UInt16, _ attError: UInt8) -> [UInt8] {
    pdu(.errorResponse, [request.rawValue] + handle.littleEndianBytes + [attError])
  }

  static func pdu(_ opcode: ATTOpcode, _ parameters: [UInt8]) -> [UInt8] {
    [opcode.rawValue] + parameters
  }
}
