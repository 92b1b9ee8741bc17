/// The fields of a characteristic's value with the specification's names, for display and JSON.
///
/// The range characteristics are shown as sent, even if the bounds are in the wrong order: a user inspecting the bytes
/// wants to see the device's data.
package struct GATTValueDescription: Hashable, Sendable {
  package let characteristic: KnownCharacteristic
  /// The fields in the specification's order.
  package let fields: [GATTField]
  /// The position at which a value was cut, with the complete fields in `fields`; nil for a complete value.
  package let cut: DecodingFailure?

  /// Decodes `bytes` as a value of the characteristic with this SIG number.
  package init(assignedNumber: UInt16, decoding bytes: [UInt8]) throws(GATTDescriptionError) {
    guard let characteristic = KnownCharacteristic(rawValue: assignedNumber) else {
      throw .unknownCharacteristic(assignedNumber)
    }
    self.characteristic = characteristic
    do {
      let cut = characteristic == .indoorBikeData ? IndoorBikeData.cut(in: bytes) : nil
      fields = Array(try characteristic.fields(of: bytes).prefix { $0.name != cut?.field })
      self.cut = cut
    } catch {
      throw .undecodable(characteristic, error)
    }
  }
}

/// The reason why a characteristic's value has no description.
package enum GATTDescriptionError: Error, Hashable, Sendable {
  /// The number is not in `KnownCharacteristic`.
  case unknownCharacteristic(UInt16)
  /// The bytes are not a value of the characteristic.
  case undecodable(KnownCharacteristic, DecodingFailure)
}

extension GATTDescriptionError: CustomStringConvertible {
  /// A sentence for display; for an unknown number it lists the known ones.
  package var description: String {
    switch self {
    case .unknownCharacteristic(let number):
      "no characteristic \(KnownCharacteristic.hexadecimal(number)) is known; the known ones are "
        + KnownCharacteristic.allCases.map(\.description).joined(separator: ", ")
    case .undecodable(let characteristic, let failure):
      "not a value of \(characteristic): \(failure)"
    }
  }
}
