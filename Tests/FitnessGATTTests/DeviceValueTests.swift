import FitnessGATT
import Testing

struct DeviceValueTests {
  @Test(arguments: [UInt8(101), 200, 255])
  func batteryAboveAHundredPercentIsNotAllowed(_ percent: UInt8) {
    let failure = DecodingFailure(
      .notAllowed, field: "Battery Level", offset: 0, needed: 1, available: 1, rawValue: Int(percent))
    #expect(throws: failure) { try BatteryLevel(decoding: [percent]) }
    #expect(BatteryLevel(percent: percent) == nil)
  }

  @Test func stringLosesOnlyTheNULsAtItsEnd() throws {
    #expect(try DeviceInformationString(decoding: [0x41, 0x00, 0x42, 0x00, 0x00]).text == "A\u{0}B")
  }

  @Test func brokenUTF8IsRepaired() throws {
    #expect(try DeviceInformationString(decoding: [0x41, 0xC3]).text == "A\u{FFFD}")
  }

  @Test func bodySensorLocationsHaveTheirNumbers() throws {
    #expect(try BodySensorLocation(decoding: [5]) == .earLobe)
    #expect(BodySensorLocation.foot.name == "Foot")
    #expect(BodySensorLocation(rawValue: 7).name == nil)
  }

  @Test func trainingStatusStringIsReadOnlyIfAnnounced() throws {
    #expect(try TrainingStatus(decoding: [UInt8](hex: "00 0d 4142")) == TrainingStatus(.manualMode))
    #expect(try TrainingStatus(decoding: [UInt8](hex: "01 0d")) == TrainingStatus(.manualMode, string: ""))
  }
}
