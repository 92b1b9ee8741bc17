public import BluetoothLE

/// What an attribute handle stands for, as far as the capture tells.
public enum CaptureAttribute: Hashable, Sendable {
  /// The value of a characteristic.
  case characteristic(CharacteristicID)
  /// A descriptor of a characteristic, the Client Characteristic Configuration (2902) say.
  case descriptor(BluetoothUUID, of: CharacteristicID)
  /// A characteristic or descriptor by its own name alone: which service it stands in, nothing tells.
  case uuid(BluetoothUUID)
  /// A handle that neither discovery nor the map names.
  case handle(UInt16)

  /// The characteristic whose value this is; nil for anything else.
  public var characteristic: CharacteristicID? {
    guard case .characteristic(let id) = self else { return nil }
    return id
  }
}

extension CaptureAttribute: CustomStringConvertible {
  /// `1826/2AD2`, `2902 of 1826/2AD2`, `2AD2` or `0x12`.
  public var description: String {
    switch self {
    case .characteristic(let id): "\(id)"
    case .descriptor(let uuid, let id): "\(uuid) of \(id)"
    case .uuid(let uuid): "\(uuid)"
    case .handle(let handle): "0x\(String(handle, radix: 16))"
    }
  }
}
