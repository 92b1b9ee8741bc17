import FitnessGATT

extension FuzzEntry {
  /// The value of a characteristic: the first byte chooses the characteristic, the others are the value.
  package static let values = FuzzEntry(
    name: "values",
    seeds: {
      let bikeData: [[UInt8]] = [[0x44, 0x02, 0x10, 0x0B, 0xB4, 0, 150, 0, 120], [0x01, 0], [0xFE, 0x1F] + (0..<28)]
      let controlPoint: [[UInt8]] = [
        [0], [5, 150, 0], [4, 240], [8, 1], [0x10] + (0..<10), [0x11] + (0..<6), [0x80, 5, 1], [2],
        [0x80, 0x13, 1, 0xB8, 0x0B, 0xA0, 0x0F],
      ]
      let status: [[UInt8]] = [[8, 150, 0], [2, 1], [0xFF], [0x10] + (0..<10), [0x14, 4]]
      let others: [(KnownCharacteristic, [[UInt8]])] = [
        (.indoorBikeData, bikeData), (.fitnessMachineControlPoint, controlPoint), (.fitnessMachineStatus, status),
        (.heartRateMeasurement, [[0x1E, 120, 1, 0, 0x72, 3, 0, 4], [1, 0, 1]]), (.batteryLevel, [[100]]),
        (.fitnessMachineFeature, [[0x86, 0x50, 0, 0, 0x0C, 0xE0, 1, 0]]), (.trainingStatus, [[3, 1, 0x61, 0]]),
        (.supportedPowerRange, [[0, 0, 0xE8, 3, 1, 0]]), (.supportedResistanceLevelRange, [[0, 0, 0xC8, 0, 10, 0]]),
        (.manufacturerNameString, [[0x57, 0xC3, 0xA4, 0]]), (.bodySensorLocation, [[1]]),
        (.cscMeasurement, [[3, 1, 0, 0, 0, 2, 0, 3, 0, 4, 0]]),
        (.cscFeature, [[7, 0]]), (.sensorLocation, [[5]]), (.cyclingPowerFeature, [[1, 0x11, 0x29, 0]]),
        (
          .cyclingPowerControlPoint,
          [[1, 1, 0, 0, 0], [0x0D, 3, 1], [0x20, 3, 1, 5], [0x20, 0x10, 1, 1, 0, 2, 0, 1, 3]]
        ),
        (.cyclingPowerMeasurement, [[0x34, 0, 150, 0, 0, 0, 1, 0, 0, 0, 2, 0, 3, 0, 4, 0], [0xC0, 0x0F, 1, 0]]),
        (.wahooControlPoint, [[0x42, 150, 0], [0x43, 1, 0, 2, 0, 3, 0], [0x44, 4, 0], [1, 0x42, 1, 0, 150, 0]]),
        (.fitnessEquipmentMessages, [[0xA4, 9, 0x4E, 5, 0x19, 1, 0x5A, 0x10, 0x27, 0xFA, 0, 0x30, 0x59]]),
        (.headwindControlPoint, [[2, 42], [4, 4], [0xFD, 1, 55, 4], [0xFE, 2, 0, 42], [0xFE, 4, 0, 4]]),
      ]
      return others.flatMap { characteristic, values in values.map { [characteristic.choice] + $0 } }
    },
    run: { input in
      var choices = Choices(input)
      let characteristic = choices.one(of: KnownCharacteristic.allCases, or: .indoorBikeData)
      let bytes = choices.rest()
      try checkDescription(of: characteristic, bytes)
      for type in valueTypes { try checkRoundTrip(type, bytes) }
      if let response = try? FitnessMachineControlPoint.Response(decoding: bytes) {
        try promise("\(response) is encoded to its bytes", response.encoded() == bytes)
      }
      try checkAssembly(bytes)
      try checkClamping(bytes)
    })

  private static let valueTypes: [any CharacteristicValue.Type] = [
    BatteryLevel.self, BodySensorLocation.self, CSCFeature.self, CSCMeasurement.self, CyclingPowerControlPoint.self,
    CyclingPowerFeature.self, CyclingPowerMeasurement.self, DeviceInformationString.self,
    FitnessEquipmentMessage.self, FitnessMachineControlPoint.self,
    FitnessMachineControlPoint.Request.self, FitnessMachineControlPoint.Response.self, FitnessMachineFeature.self,
    FitnessMachineStatus.self, HeadwindControlPoint.self, HeadwindNews.self, HeadwindRequest.self,
    HeartRateMeasurement.self, IndoorBikeData.self, SensorLocation.self, SupportedPowerRange.self,
    SupportedResistanceLevelRange.self, TrainingStatus.self, WahooControlPoint.self,
  ]

  /// The most bytes that an attribute value may have (Bluetooth Core 5.4, Vol 3, Part F, §3.2.9).
  private static let longestValue = 512

  private static func checkDescription(of characteristic: KnownCharacteristic, _ bytes: [UInt8]) throws {
    let description: GATTValueDescription
    do throws(GATTDescriptionError) {
      description = try GATTValueDescription(assignedNumber: characteristic.rawValue, decoding: bytes)
    } catch {
      guard case .undecodable(characteristic, let failure) = error else { throw error }
      let end = failure.code == .tooLong ? failure.available : failure.offset + failure.available
      return try promise("\(failure) lies in the value", failure.offset >= 0 && end <= bytes.count)
    }
    try promise("\(description) has fields", !description.fields.isEmpty)
    for field in description.fields {
      try promise("\(field) is finite and has a name", field.value.isFinite && !field.name.isEmpty)
    }
  }

  private static func checkRoundTrip<Value: CharacteristicValue>(_ type: Value.Type, _ bytes: [UInt8]) throws {
    guard let value = try? Value(decoding: bytes) else { return }
    let encoded = value.encoded()
    // The replacement of invalid text is longer.
    guard encoded.count <= longestValue else { return }
    let again = try Value(decoding: encoded)
    try promise("\(value) comes back, not \(again)", again == value)
    try promise("\(value) is encoded the same again", again.encoded() == encoded)
    try promise("\(value) has finite fields", value.fields.allSatisfy(\.value.isFinite))
  }

  /// Checks records that are sent in parts: there are no more records than notifications, and a pending record is
  /// partial.
  private static func checkAssembly(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    var assembler = IndoorBikeDataAssembler()
    var (parts, records) = (0, 0)
    while !choices.isAtEnd {
      guard let part = try? IndoorBikeData(decoding: choices.run()) else { continue }
      parts += 1
      records += assembler.add(part).count
      try promise("\(records) records of \(parts) parts", records <= parts)
      if let pending = assembler.pending { try promise("\(pending) waits for its end", pending.isPartial) }
    }
  }

  private static func checkClamping(_ bytes: [UInt8]) throws {
    guard let range = try? SupportedPowerRange(decoding: bytes) else { return }
    for asked in [Int.min, -1, 0, 150, 32_768, .max] {
      let watts = range.clamp(watts: asked).watts
      try promise("\(watts) W for \(asked) W is in \(range)", range.minimumWatts...range.maximumWatts ~= watts)
      try promise("\(watts) W stays as it is", !range.clamp(watts: Int(watts)).isChanged)
    }
  }
}

extension KnownCharacteristic {
  /// The byte that chooses the characteristic.
  fileprivate var choice: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension GATTField.Value {
  fileprivate var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .list(let values): values.allSatisfy(\.isFinite)
    case .integer, .text, .bool, .notAvailable: true
    }
  }
}
