import FitnessGATT
import Testing

struct HeartRateMeasurementTests {
  @Test(arguments: [
    ("0040", SensorContact.notSupported), ("0240", .notSupported), ("0440", .notDetected), ("0640", .detected),
  ])
  func `sensor contact counts only with the support bit`(_ hex: String, _ contact: SensorContact) throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: hex)).sensorContact == contact)
  }

  @Test func `energy and RR intervals follow a heart rate of either width`() throws {
    let narrow = try HeartRateMeasurement(decoding: [UInt8](hex: "18 3c 0a00 0004"))
    let wide = try HeartRateMeasurement(decoding: [UInt8](hex: "19 3c00 0a00 0004"))
    #expect(narrow == wide)
    #expect(wide.energyExpendedKilojoules == 10)
    #expect(wide.rrIntervalTicks == [1024])
  }

  @Test func `RR intervals are in 1024ths of a second`() throws {
    let measurement = try HeartRateMeasurement(decoding: [UInt8](hex: "10 46 5803 6003"))
    #expect(measurement.rrIntervalTicks == [856, 864])
    #expect(measurement.rrIntervalMilliseconds == [835.9375, 843.75])
  }

  @Test func `nine RR intervals fit one notification`() throws {
    let measurement = HeartRateMeasurement(heartRateBpm: 220, rrIntervalTicks: [UInt16](repeating: 280, count: 9))
    #expect(measurement.encoded().count == 20)
    #expect(try HeartRateMeasurement(decoding: measurement.encoded()) == measurement)
  }

  @Test func `announced RR intervals may be missing`() throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "10 46")).rrIntervalTicks == [])
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "10 46 58")).rrIntervalTicks == [])
  }

  @Test func `bytes that the flags do not announce are not RR intervals`() throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "00 46 5803")).rrIntervalTicks == [])
  }

  @Test func `expended energy of 65535 kJ is saturated`() throws {
    #expect(try HeartRateMeasurement(decoding: [UInt8](hex: "08 46 ffff")).isEnergySaturated)
    #expect(try !HeartRateMeasurement(decoding: [UInt8](hex: "00 46")).isEnergySaturated)
  }
}

struct DeviceValueTests {
  @Test(arguments: [UInt8(101), 200, 255])
  func `a battery level above 100 % is not allowed`(_ percent: UInt8) {
    let failure = DecodingFailure(
      .notAllowed, field: "Battery Level", offset: 0, needed: 1, available: 1, rawValue: Int(percent))
    #expect(throws: failure) { try BatteryLevel(decoding: [percent]) }
    #expect(BatteryLevel(percent: percent) == nil)
  }

  @Test func `a device string loses only the NULs at its end`() throws {
    #expect(try DeviceInformationString(decoding: [0x41, 0x00, 0x42, 0x00, 0x00]).text == "A\u{0}B")
  }

  @Test func `broken UTF-8 in a device string becomes U+FFFD`() throws {
    #expect(try DeviceInformationString(decoding: [0x41, 0xC3]).text == "A\u{FFFD}")
  }

  @Test func `body sensor locations have their names by number`() throws {
    #expect(try BodySensorLocation(decoding: [5]).name == "Ear Lobe")
    #expect(BodySensorLocation(rawValue: 6).name == "Foot")
    #expect(BodySensorLocation(rawValue: 7).name == nil)
  }

  @Test func `the string of a training status is read only if the flags announce it`() throws {
    let manualMode = TrainingStatus.Code(rawValue: 0x0D)
    #expect(try TrainingStatus(decoding: [UInt8](hex: "00 0d 4142")) == TrainingStatus(manualMode))
    #expect(try TrainingStatus(decoding: [UInt8](hex: "01 0d")) == TrainingStatus(manualMode, string: ""))
  }
}
