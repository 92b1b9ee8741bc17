import FitnessGATT
import Testing

struct FitnessMachineFeatureTests {
  @Test func bitsOfBothHalvesHaveTheirPlaces() {
    #expect(FitnessMachineFeatures.powerMeasurement.rawValue == 1 << 14)
    #expect(FitnessMachineFeatures.userDataRetention.rawValue == 1 << 16)
    #expect(TargetSettingFeatures.powerTarget.rawValue == 1 << 3)
    #expect(TargetSettingFeatures.indoorBikeSimulation.rawValue == 1 << 13)
    #expect(TargetSettingFeatures.cadence.rawValue == 1 << 16)
  }

  @Test func seventeenBitsOfEachHalfHaveNames() {
    #expect(FitnessMachineFeatures(rawValue: .max).names.count == 17)
    #expect(Set(TargetSettingFeatures(rawValue: .max).names).count == 17)
  }

  @Test func machineWithoutPowerTargetsIsSeenToBeOne() throws {
    let feature = try FitnessMachineFeature(decoding: [UInt8](hex: "0240 0000 0420 0000"))
    #expect(!feature.targetSetting.contains(.powerTarget))
    #expect(feature.targetSetting.contains(.resistanceTarget))
    #expect(feature.machine == [.cadence, .powerMeasurement])
  }
}
