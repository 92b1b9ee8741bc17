import FitnessGATT
import Testing

struct FitnessMachineStatusTests {
  @Test func targetPowerChangedIsSigned() throws {
    #expect(try FitnessMachineStatus(decoding: [UInt8](hex: "08 ceff")) == .targetChanged(.power(watts: -50)))
  }

  @Test func eachTargetHasItsOwnOpCodeInTheStatus() {
    let zones = HeartRateZoneTimes.five(veryLight: 1, light: 2, moderate: 3, hard: 4, maximum: 5)
    let opCodes: [(FitnessMachineTarget, UInt8)] = [
      (.speed(Speed(kmh: 1)), 0x05), (.inclination(tenthsOfPercent: 1), 0x06), (.resistanceLevel(tenths: 1), 0x07),
      (.power(watts: 1), 0x08), (.heartRate(bpm: 1), 0x09), (.expendedEnergy(kcal: 1), 0x0A), (.steps(1), 0x0B),
      (.strides(1), 0x0C), (.distance(meters: 1), 0x0D), (.trainingTime(seconds: 1), 0x0E),
      (.timeInHeartRateZones(zones), 0x11), (.wheelCircumference(tenthsOfMillimeter: 1), 0x13),
      (.cadence(Cadence(rpm: 1)), 0x15),
    ]
    for (target, opCode) in opCodes {
      #expect(FitnessMachineStatus.targetChanged(target).encoded().first == opCode)
    }
  }

  @Test func reservedParameterIsKept() throws {
    #expect(try FitnessMachineStatus(decoding: [0x14, 0x09]) == .spinDown(SpinDownStatus(rawValue: 0x09)))
  }

  @Test(arguments: [UInt8](0x16...0xFE) + [0x00])
  func unknownOpCodeIsNotAllowed(_ opCode: UInt8) {
    #expect {
      try FitnessMachineStatus(decoding: [opCode, 0, 0])
    } throws: {
      ($0 as? DecodingFailure)?.rawValue == Int(opCode)
    }
  }
}
