package import BluetoothLE

/// A request of an app.
package enum DirectConnectRequest: Hashable, Sendable {
  case discoverServices
  case discoverCharacteristics(of: BluetoothUUID)
  case read(BluetoothUUID)
  case write([UInt8], to: BluetoothUUID)
  case enableNotifications(Bool, of: BluetoothUUID)
  /// Message 07, whose meaning is unknown.
  case unnamed
}

extension DirectConnectRequest {
  /// The kind of its frame, and of the response.
  package var message: DirectConnectMessage {
    switch self {
    case .discoverServices: .discoverServices
    case .discoverCharacteristics: .discoverCharacteristics
    case .read: .read
    case .write: .write
    case .enableNotifications: .enableNotifications
    case .unnamed: .unnamed
    }
  }

  /// Decodes the request in a frame; its sequence number and code are ignored.
  ///
  /// Bytes after the fields of a request without a value are ignored.
  package init(_ frame: DirectConnectFrame) throws(DirectConnectFailure) {
    guard frame.version == DirectConnectFrame.version else { throw .version(frame.version) }
    switch frame.message {
    case .discoverServices: self = .discoverServices
    case .discoverCharacteristics: self = .discoverCharacteristics(of: try frame.uuid())
    case .read: self = .read(try frame.uuid())
    case .write: self = .write(frame.rest, to: try frame.uuid())
    case .enableNotifications:
      let uuid = try frame.uuid()
      guard let enabled = frame.rest.first else { throw .body(frame.message) }
      self = .enableNotifications(enabled != 0, of: uuid)
    case .unnamed: self = .unnamed
    default: throw .message(frame.message)
    }
  }

  /// Returns the frame to send; `sequence` counts 1, 2, … 255, 0.
  package func frame(sequence: UInt8) -> DirectConnectFrame {
    DirectConnectFrame(message, sequence: sequence, body: body)
  }

  private var body: [UInt8] {
    switch self {
    case .discoverServices, .unnamed: []
    case .discoverCharacteristics(let uuid), .read(let uuid): uuid.octets
    case .write(let value, let uuid): uuid.octets + value
    case .enableNotifications(let isEnabled, let uuid): uuid.octets + [isEnabled ? 1 : 0]
    }
  }
}
