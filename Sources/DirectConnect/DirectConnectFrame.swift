/// A frame of Wahoo Direct Connect: a header of six bytes, and a body.
///
/// Apps and trainers exchange GATT requests in such frames over TCP. The protocol has no public specification; the
/// facts and their sources are in docs/road-and-apps.md.
package struct DirectConnectFrame: Hashable, Sendable {
  /// The TCP port that trainers use by default.
  package static let port: UInt16 = 36866
  /// The DNS-SD service type.
  package static let serviceType = "_wahoo-fitness-tnp._tcp"
  /// The only version of the protocol.
  package static let version: UInt8 = 1
  /// The length of a header, in bytes.
  package static let headerLength = 6
  /// The greatest length of a body, in bytes, since a header has two bytes for it.
  package static let longestBody = Int(UInt16.max)

  /// The version of the protocol, as sent.
  package var version = Self.version
  package var message: DirectConnectMessage
  /// The number of the request, which its response repeats; 0 in a notification.
  package var sequence: UInt8
  /// The result of a request; `success` in requests and notifications.
  package var code: DirectConnectCode
  /// The content; at most `longestBody` bytes are sent.
  package var body: [UInt8]

  package init(
    _ message: DirectConnectMessage, sequence: UInt8, code: DirectConnectCode = .success, body: [UInt8] = []
  ) {
    self.message = message
    self.sequence = sequence
    self.code = code
    self.body = body
  }

  /// Returns the bytes to send.
  package func encoded() -> [UInt8] {
    let sent = body.prefix(Self.longestBody)
    let length = UInt16(clamping: sent.count)
    return [version, message.rawValue, sequence, code.rawValue, UInt8(length >> 8), UInt8(length & 0xFF)] + sent
  }
}

/// The kind of a frame; unknown numbers are kept.
package struct DirectConnectMessage: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let discoverServices = DirectConnectMessage(rawValue: 0x01)
  package static let discoverCharacteristics = DirectConnectMessage(rawValue: 0x02)
  package static let read = DirectConnectMessage(rawValue: 0x03)
  package static let write = DirectConnectMessage(rawValue: 0x04)
  package static let enableNotifications = DirectConnectMessage(rawValue: 0x05)
  /// The only message that a trainer sends without a request.
  package static let notification = DirectConnectMessage(rawValue: 0x06)
  /// A request of unknown meaning with an empty body; an app may stall without a response.
  package static let unnamed = DirectConnectMessage(rawValue: 0x07)
}

/// The result of a request; unknown numbers are kept.
package struct DirectConnectCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let success = DirectConnectCode(rawValue: 0)
  package static let unknownMessage = DirectConnectCode(rawValue: 1)
  package static let unexpectedError = DirectConnectCode(rawValue: 2)
  package static let serviceNotFound = DirectConnectCode(rawValue: 3)
  package static let characteristicNotFound = DirectConnectCode(rawValue: 4)
  package static let operationNotSupported = DirectConnectCode(rawValue: 5)
  package static let writeFailed = DirectConnectCode(rawValue: 6)
  package static let unknownVersion = DirectConnectCode(rawValue: 7)
}
