import FitnessGATT
import Testing

struct FitnessMachineControlPointTests {
  typealias Request = FitnessMachineControlPoint.Request
  typealias Response = FitnessMachineControlPoint.Response

  @Test(arguments: [
    (Request.requestControl, "00"), (.reset, "01"), (.set(.power(watts: 150)), "059600"), (.startOrResume, "07"),
    (.stopOrPause(.stop), "0801"), (.stopOrPause(.pause), "0802"), (.set(.resistanceLevel(tenths: -12)), "04f4ff"),
    (.set(.timeInHeartRateZones(.two(fatBurn: 1, fitness: 2))), "0e01000200"), (.spinDown(.start), "1301"),
    (.set(.cadence(Cadence(rpm: 90))), "14b400"), (.set(.distance(meters: 40_000_000)), "0cffffff"),
  ])
  func `a request has the specified bytes`(_ request: Request, _ hex: String) {
    #expect(request.encoded().hex == hex)
    #expect(request.encoded().first == request.opCode.rawValue)
  }

  @Test func `a target resistance level of one byte is unsigned`() throws {
    #expect(try Request(decoding: [0x04, 0xF0]) == .set(.resistanceLevel(tenths: 240)))
    #expect(try Request(decoding: [0x04, 0xF0, 0xFF]) == .set(.resistanceLevel(tenths: -16)))
  }

  @Test(arguments: [UInt8](0x15...0x7F) + [0xFF])
  func `a request with an unknown op code is not allowed`(_ opCode: UInt8) {
    let failure = DecodingFailure(
      .notAllowed, field: "Op Code", offset: 0, needed: 1, available: 2, rawValue: Int(opCode))
    #expect(throws: failure) { try Request(decoding: [opCode, 0]) }
  }

  @Test(arguments: ["0800", "0803", "1300"])
  func `a reserved parameter of a request is not allowed`(_ hex: String) {
    #expect {
      try Request(decoding: [UInt8](hex: hex))
    } throws: {
      ($0 as? DecodingFailure)?.code == .notAllowed && ($0 as? DecodingFailure)?.offset == 1
    }
  }

  @Test func `exactly the op codes of the specification have names`() {
    let named = (0...255).filter { FitnessMachineControlPoint.OpCode(rawValue: UInt8($0)).name != nil }
    #expect(named == Array(0x00...0x14) + [0x80])
  }

  @Test func `a response of the one byte 02 means op code not supported`() throws {
    let response = try Response(decoding: [0x02])
    #expect(response.requestOpCode == nil)
    #expect(response.resultCode == .opCodeNotSupported)
    #expect(response.answers(.set(.power(watts: 100))))
  }

  @Test(arguments: ["01", "03", "810501", "0201"])
  func `bytes that do not begin like a response are refused`(_ hex: String) {
    #expect {
      try Response(decoding: [UInt8](hex: hex))
    } throws: {
      ($0 as? DecodingFailure)?.code == .notAllowed
    }
  }

  @Test func `bytes after the result of a response are kept and ignored`() throws {
    let response = try Response(decoding: [UInt8](hex: "80 05 01 aa bb"))
    #expect(response.resultCode == .success)
    #expect(response.parameter == [0xAA, 0xBB])
    #expect(response.answers(.set(.power(watts: 100))))
    #expect(!response.answers(.startOrResume))
  }

  @Test func `the response to a spin-down holds the speeds to reach`() throws {
    let speeds = SpinDownTargetSpeeds(low: Speed(kmh: 30), high: Speed(kmh: 40))
    let response = Response(spinDown: speeds)
    #expect(response.encoded().hex == "801301b80ba00f")
    #expect(try Response(decoding: response.encoded()).spinDownTargetSpeeds == speeds)
  }

  @Test(arguments: ["801301", "801301b80ba0", "801304b80ba00f", "800501b80ba00f"])
  func `only a complete and successful response to a spin-down has speeds`(_ hex: String) throws {
    #expect(try Response(decoding: [UInt8](hex: hex)).spinDownTargetSpeeds == nil)
  }

  @Test func `a reserved result code is kept`() throws {
    let response = try Response(decoding: [0x80, 0x05, 0x7F])
    #expect(response.resultCode.rawValue == 0x7F)
    #expect(response.resultCode.name == nil)
  }
}

struct FitnessMachineStatusTests {
  @Test func `the power in Target Power Changed is signed`() throws {
    #expect(try FitnessMachineStatus(decoding: [UInt8](hex: "08 ceff")) == .targetChanged(.power(watts: -50)))
  }

  @Test func `each target has its own op code in the status`() {
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

  @Test func `a reserved spin-down status is kept`() throws {
    #expect(try FitnessMachineStatus(decoding: [0x14, 0x09]) == .spinDown(SpinDownStatus(rawValue: 0x09)))
  }

  @Test(arguments: [UInt8](0x16...0xFE) + [0x00])
  func `a status with an unknown op code is not allowed`(_ opCode: UInt8) {
    #expect {
      try FitnessMachineStatus(decoding: [opCode, 0, 0])
    } throws: {
      ($0 as? DecodingFailure)?.rawValue == Int(opCode)
    }
  }
}
