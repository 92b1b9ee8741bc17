/// The fields of one characteristic's value under the specification's names, for people and for JSON.
///
/// The range characteristics are shown as they were sent, even if the bounds are in the wrong order: a person who looks
/// at bytes wants to see what the device sent.
package struct GATTValueDescription: Hashable, Sendable {
  package let characteristic: KnownCharacteristic
  /// The fields in the specification's order.
  package let fields: [GATTField]
  /// Where the value was cut, if it is the beginning of a longer one; `fields` are then the complete ones.
  package let cut: DecodingFailure?

  /// Reads `bytes` as a value of the characteristic with this number of the SIG.
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
  /// No `KnownCharacteristic` has this number.
  case unknownCharacteristic(UInt16)
  /// The bytes are not a value of the characteristic.
  case undecodable(KnownCharacteristic, DecodingFailure)
}

extension GATTDescriptionError: CustomStringConvertible {
  /// A sentence for a person; for an unknown number it lists the known ones.
  package var description: String {
    switch self {
    case .unknownCharacteristic(let number):
      "no characteristic \(KnownCharacteristic.hexadecimal(number)) is known here; known are "
        + KnownCharacteristic.allCases.map(\.description).joined(separator: ", ")
    case .undecodable(let characteristic, let failure):
      "not a value of \(characteristic): \(failure)"
    }
  }
}
