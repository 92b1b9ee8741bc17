import FitnessGATT
import Testing

struct FitnessMachineFeatureTests {
  @Test func `the feature bits of both halves are at their specified positions`() {
    #expect(FitnessMachineFeatures(rawValue: 1 << 14) == [.powerMeasurement])
    #expect(FitnessMachineFeatures(rawValue: 1 << 16) == [.userDataRetention])
    #expect(TargetSettingFeatures(rawValue: 1 << 3) == [.powerTarget])
    #expect(TargetSettingFeatures(rawValue: 1 << 13) == [.indoorBikeSimulation])
    #expect(TargetSettingFeatures(rawValue: 1 << 16) == [.cadence])
  }

  @Test func `17 feature bits of each half have names`() {
    #expect(FitnessMachineFeatures(rawValue: .max).names.count == 17)
    #expect(Set(TargetSettingFeatures(rawValue: .max).names).count == 17)
  }

  @Test func `a machine without power targets is recognised by its features`() throws {
    let feature = try FitnessMachineFeature(decoding: [UInt8](hex: "0240 0000 0420 0000"))
    #expect(!feature.targetSetting.contains(.powerTarget))
    #expect(feature.targetSetting.contains(.resistanceTarget))
    #expect(feature.machine == [.cadence, .powerMeasurement])
  }

  @Test func `a feature bit without a name is kept`() throws {
    let bytes = [UInt8](hex: "0000 0080 0000 0280")
    let feature = try FitnessMachineFeature(decoding: bytes)
    #expect(feature.machine.names.isEmpty)
    #expect(feature.targetSetting.names.isEmpty)
    #expect(feature.encoded() == bytes)
  }
}

struct SupportedRangeTests {
  private let trainer = SupportedPowerRange(minimumWatts: 25, maximumWatts: 1498, incrementWatts: 5)

  @Test(
    arguments: [
      (150, 150, false), (152, 150, true), (153, 155, true), (0, 25, true), (-1, 25, true), (27, 25, true),
      (1497, 1495, true), (1498, 1495, true), (5000, 1495, true), (Int.max, 1495, true), (Int.min, 25, true),
    ] as [(Int, Int16, Bool)])
  func `a power target becomes the nearest whole increment in range`(_ wanted: Int, _ watts: Int16, _ isChanged: Bool) {
    let clamped = trainer.clamp(watts: wanted)
    #expect(clamped.watts == watts)
    #expect(clamped.isChanged == isChanged)
  }

  @Test func `an increment of zero counts as one`() throws {
    let range = try SupportedPowerRange(decoding: [UInt8](hex: "0000 d007 0000"))
    #expect(range.incrementWatts == 1)
    #expect(range.clamp(watts: 151).watts == 151)
  }

  @Test func `a range with its bounds reversed is not allowed`() {
    let failure = DecodingFailure(
      .notAllowed, field: "Maximum Power", offset: 2, needed: 2, available: 4, rawValue: 25)
    #expect(throws: failure) { try SupportedPowerRange(decoding: [UInt8](hex: "dc05 1900 0100")) }
    #expect(throws: DecodingFailure.self) {
      try SupportedResistanceLevelRange(decoding: [UInt8](hex: "dc05 1900 0100"))
    }
  }

  @Test func `a range with its bounds reversed is described as sent`() throws {
    let description = try GATTValueDescription(assignedNumber: 0x2AD8, decoding: [UInt8](hex: "dc05 1900 0100"))
    #expect(description.fields.prefix(2).map(\.value) == [.integer(1500), .integer(25)])
  }

  @Test func `the widest range and increment do not overflow`() {
    let range = SupportedPowerRange(minimumWatts: .min, maximumWatts: .max, incrementWatts: .max)
    #expect(range.clamp(watts: .max).watts == .max)
    #expect(range.clamp(watts: 0).watts == .max)
    #expect(range.clamp(watts: -2).watts == .min)
  }

  @Test func `a resistance level is fitted in tenths`() {
    let range = SupportedResistanceLevelRange(minimumTenths: 0, maximumTenths: 200, incrementTenths: 10)
    #expect(range.clamp(tenths: 47).tenths == 50)
    #expect(range.clamp(tenths: 50).isChanged == false)
  }
}
