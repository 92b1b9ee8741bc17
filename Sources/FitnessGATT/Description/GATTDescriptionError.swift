/// Why there is no description of a characteristic's value.
public enum GATTDescriptionError: Error, Hashable, Sendable {
  /// The number is none of `KnownCharacteristic`.
  case unknownCharacteristic(UInt16)
  /// The bytes are no value of the characteristic.
  case undecodable(KnownCharacteristic, DecodingFailure)
}

extension GATTDescriptionError: CustomStringConvertible {
  /// A sentence for a person; for an unknown number it lists those known.
  public var description: String {
    switch self {
    case .unknownCharacteristic(let number):
      "no characteristic \(KnownCharacteristic.hexadecimal(number)) is known here; known are "
        + KnownCharacteristic.allCases.map(\.description).joined(separator: ", ")
    case .undecodable(let characteristic, let failure):
      "not a value of \(characteristic): \(failure)"
    }
  }
}
