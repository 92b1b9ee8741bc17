import BluetoothLE

/// What a replayed trainer has though its capture does not show it, so that it can be ridden.
///
/// A device counts as a trainer that has Indoor Bike Data.
enum AssumedTrainer {
  /// The values of characteristics that were never read.
  static let values: [CharacteristicID: [UInt8]] = [
    // Average Speed, Cadence and Power Measurement; Power Target Setting (FTMS 1.0.1, §4.3.1).
    .fitnessMachineFeature: [0x03, 0x40, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00],
    // 25…1500 W in steps of 1 W (FTMS 1.0.1, §4.13).
    .supportedPowerRange: [0x19, 0x00, 0xDC, 0x05, 0x01, 0x00],
  ]

  /// The characteristics that a device with `recorded` ones has besides.
  static func characteristics(beside recorded: Set<CharacteristicID>) -> Set<CharacteristicID> {
    guard recorded.contains(.indoorBikeData) else { return [] }
    return [.fitnessMachineControlPoint, .fitnessMachineFeature, .supportedPowerRange]
  }
}
