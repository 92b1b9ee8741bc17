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
  func requestsAreWrittenAsSpecified(_ request: Request, _ hex: String) {
    #expect(request.encoded().hex == hex)
    #expect(request.encoded().first == request.opCode.rawValue)
  }

  @Test func resistanceLevelOfOneByteIsUnsigned() throws {
    #expect(try Request(decoding: [0x04, 0xF0]) == .set(.resistanceLevel(tenths: 240)))
    #expect(try Request(decoding: [0x04, 0xF0, 0xFF]) == .set(.resistanceLevel(tenths: -16)))
  }

  @Test(arguments: [UInt8](0x15...0x7F) + [0xFF])
  func unknownOpCodeIsNotAllowedAndNamed(_ opCode: UInt8) {
    let failure = DecodingFailure(
      .notAllowed, field: "Op Code", offset: 0, needed: 1, available: 2, rawValue: Int(opCode))
    #expect(throws: failure) { try Request(decoding: [opCode, 0]) }
  }

  @Test(arguments: ["0800", "0803", "1300"])
  func reservedParameterOfARequestIsNotAllowed(_ hex: String) {
    #expect {
      try Request(decoding: [UInt8](hex: hex))
    } throws: {
      ($0 as? DecodingFailure)?.code == .notAllowed && ($0 as? DecodingFailure)?.offset == 1
    }
  }

  @Test func everyOpCodeOfTheSpecificationHasAName() {
    let named = (0...255).filter { FitnessMachineControlPoint.OpCode(rawValue: UInt8($0)).name != nil }
    #expect(named == Array(0x00...0x14) + [0x80])
  }

  @Test func answerOfOneByteMeansOpCodeNotSupported() throws {
    let response = try Response(decoding: [0x02])
    #expect(response.requestOpCode == nil)
    #expect(response.resultCode == .opCodeNotSupported)
    #expect(response.answers(.set(.power(watts: 100))))
  }

  @Test(arguments: ["01", "03", "810501", "0201"])
  func whatDoesNotBeginAsAResponseIsNone(_ hex: String) {
    #expect {
      try Response(decoding: [UInt8](hex: hex))
    } throws: {
      ($0 as? DecodingFailure)?.code == .notAllowed
    }
  }

  @Test func bytesAfterTheResultAreKeptAndDoNotMatter() throws {
    let response = try Response(decoding: [UInt8](hex: "80 05 01 aa bb"))
    #expect(response.resultCode == .success)
    #expect(response.parameter == [0xAA, 0xBB])
    #expect(response.answers(.set(.power(watts: 100))))
    #expect(!response.answers(.startOrResume))
  }

  @Test func spinDownAnswerHoldsTheSpeedsToReach() throws {
    let speeds = SpinDownTargetSpeeds(low: Speed(kmh: 30), high: Speed(kmh: 40))
    let response = Response(spinDown: speeds)
    #expect(response.encoded().hex == "801301b80ba00f")
    #expect(try Response(decoding: response.encoded()).spinDownTargetSpeeds == speeds)
  }

  @Test(arguments: ["801301", "801301b80ba0", "801304b80ba00f", "800501b80ba00f"])
  func onlyACompleteSuccessOfASpinDownHasSpeeds(_ hex: String) throws {
    #expect(try Response(decoding: [UInt8](hex: hex)).spinDownTargetSpeeds == nil)
  }

  @Test func reservedResultIsKept() throws {
    let response = try Response(decoding: [0x80, 0x05, 0x7F])
    #expect(response.resultCode.rawValue == 0x7F)
    #expect(response.resultCode.name == nil)
  }
}
