/// The fields of one characteristic's value under the specification's names, for people and for JSON.
///
/// The range characteristics are shown as they are, also when the bounds are in the wrong order: who looks at bytes wants
/// to see what the device sent.
public struct GATTValueDescription: Hashable, Sendable {
  /// Which characteristic.
  public let characteristic: KnownCharacteristic
  /// Its fields in the specification's order.
  public let fields: [GATTField]

  /// Reads `bytes` as a value of the characteristic with the number that the SIG assigned.
  public init(assignedNumber: UInt16, decoding bytes: [UInt8]) throws(GATTDescriptionError) {
    guard let characteristic = KnownCharacteristic(rawValue: assignedNumber) else {
      throw .unknownCharacteristic(assignedNumber)
    }
    self.characteristic = characteristic
    do {
      fields = try characteristic.fields(of: bytes)
    } catch {
      throw .undecodable(characteristic, error)
    }
  }
}
