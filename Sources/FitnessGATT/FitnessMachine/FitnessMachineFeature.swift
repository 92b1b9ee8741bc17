/// Fitness Machine Feature (0x2ACC): what a machine measures and what can be set on it (FTMS 1.0.1, §4.3).
public struct FitnessMachineFeature: Hashable, Sendable {
  /// What it measures.
  public var machine: FitnessMachineFeatures
  /// What can be set; ERG rides need `powerTarget`.
  public var targetSetting: TargetSettingFeatures

  /// A machine with these features.
  public init(machine: FitnessMachineFeatures, targetSetting: TargetSettingFeatures) {
    self.machine = machine
    self.targetSetting = targetSetting
  }
}

extension FitnessMachineFeature: CharacteristicValue {
  /// Reads the eight bytes.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    machine = FitnessMachineFeatures(rawValue: try reader.uint32("Fitness Machine Features"))
    targetSetting = TargetSettingFeatures(rawValue: try reader.uint32("Target Setting Features"))
  }

  /// The eight bytes.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(machine.rawValue)
    writer.write(targetSetting.rawValue)
    return writer.bytes
  }

  /// Both halves as lists of names.
  public var fields: [GATTField] {
    [
      GATTField("Fitness Machine Features", .list(machine.names.map { .text($0) })),
      GATTField("Target Setting Features", .list(targetSetting.names.map { .text($0) })),
    ]
  }
}
