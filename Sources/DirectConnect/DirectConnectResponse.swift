package import BluetoothLE

/// A trainer's response to a request.
package enum DirectConnectResponse: Hashable, Sendable {
  case services([BluetoothUUID])
  case characteristics([DirectConnectCharacteristic], of: BluetoothUUID)
  case value([UInt8], of: BluetoothUUID)
  /// The value was written.
  ///
  /// `appended` is empty in most responses. Some trainers append the answer of a control point, which others notify.
  case written(BluetoothUUID, appended: [UInt8] = [])
  /// Notifications were turned on or off; some trainers append the byte of the request, and it is ignored.
  case notificationsSet(BluetoothUUID)
  /// The response to message 07.
  case unnamed
  /// The request was refused.
  case refused(DirectConnectMessage, DirectConnectCode)
}

extension DirectConnectResponse {
  /// The kind of its frame, and of the request.
  package var message: DirectConnectMessage {
    switch self {
    case .services: .discoverServices
    case .characteristics: .discoverCharacteristics
    case .value: .read
    case .written: .write
    case .notificationsSet: .enableNotifications
    case .unnamed: .unnamed
    case .refused(let message, _): message
    }
  }

  /// Decodes the response in a frame; its sequence number is ignored.
  package init(_ frame: DirectConnectFrame) throws(DirectConnectFailure) {
    guard frame.version == DirectConnectFrame.version else { throw .version(frame.version) }
    guard frame.code == .success else {
      self = .refused(frame.message, frame.code)
      return
    }
    switch frame.message {
    case .discoverServices:
      guard let uuids = frame.body.uuids(every: BluetoothUUID.octetCount) else { throw .body(frame.message) }
      self = .services(uuids)
    case .discoverCharacteristics:
      self = .characteristics(try frame.characteristics(), of: try frame.uuid())
    case .read: self = .value(frame.rest, of: try frame.uuid())
    case .write: self = .written(try frame.uuid(), appended: frame.rest)
    case .enableNotifications: self = .notificationsSet(try frame.uuid())
    case .unnamed: self = .unnamed
    default: throw .message(frame.message)
    }
  }

  /// Returns the frame to send, with the sequence number of the request.
  package func frame(sequence: UInt8) -> DirectConnectFrame {
    guard case .refused(let message, let code) = self else {
      return DirectConnectFrame(message, sequence: sequence, body: body)
    }
    return DirectConnectFrame(message, sequence: sequence, code: code)
  }

  private var body: [UInt8] {
    switch self {
    case .services(let services): services.flatMap(\.octets)
    case .characteristics(let characteristics, let service):
      service.octets + characteristics.flatMap { $0.uuid.octets + [$0.properties.rawValue] }
    case .value(let value, let uuid): uuid.octets + value
    case .written(let uuid, let appended): uuid.octets + appended
    case .notificationsSet(let uuid): uuid.octets
    case .unnamed, .refused: []
    }
  }
}

/// A characteristic in the response to discover characteristics.
package struct DirectConnectCharacteristic: Hashable, Sendable {
  /// The uses of a characteristic; unknown bits are kept.
  package struct Properties: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = Properties(rawValue: 0x01)
    package static let write = Properties(rawValue: 0x02)
    /// Notifications, and indications: the protocol has no bit for them.
    package static let notify = Properties(rawValue: 0x04)
  }

  package var uuid: BluetoothUUID
  package var properties: Properties

  package init(_ uuid: BluetoothUUID, _ properties: Properties) {
    self.uuid = uuid
    self.properties = properties
  }
}

/// A trainer's notification or indication.
package struct DirectConnectNotification: Hashable, Sendable {
  package var characteristic: BluetoothUUID
  package var value: [UInt8]

  package init(_ value: [UInt8], of characteristic: BluetoothUUID) {
    self.characteristic = characteristic
    self.value = value
  }

  /// Decodes a notification; its sequence number has no meaning.
  package init(_ frame: DirectConnectFrame) throws(DirectConnectFailure) {
    guard frame.version == DirectConnectFrame.version else { throw .version(frame.version) }
    guard frame.message == .notification else { throw .message(frame.message) }
    characteristic = try frame.uuid()
    value = frame.rest
  }

  /// The frame to send.
  package var frame: DirectConnectFrame {
    DirectConnectFrame(.notification, sequence: 0, body: characteristic.octets + value)
  }
}
