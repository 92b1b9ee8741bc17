/// The fields of one characteristic's value under the specification's names, for people and for JSON.
///
/// The range characteristics are shown as they are, also when the bounds are in the wrong order: who looks at bytes wants
/// to see what the device sent.
public struct GATTValueDescription: Hashable, Sendable {
  /// Which characteristic.
  public let characteristic: KnownCharacteristic
  /// Its fields in the specification's order.
  public let fields: [GATTField]
  /// Where the value was cut, if it is the beginning of a longer one; `fields` are then those that are whole.
  public let cut: DecodingFailure?

  /// Reads `bytes` as a value of the characteristic with the number that the SIG assigned.
  public init(assignedNumber: UInt16, decoding bytes: [UInt8]) throws(GATTDescriptionError) {
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
