import ControlWire
import Testing

@Suite struct FileFaultTests {
  static let faults = FileFault.Code.allCases.flatMap { code in
    [
      FileFault(code, byte: 1234, line: 17, detail: "`Watts` is not a number"),
      FileFault(code, byte: 0, line: nil, detail: ""),
    ]
  }

  @Test(arguments: faults)
  func aFaultGoesThroughTheDetailOfAnError(fault: FileFault) {
    #expect(FileFault(fault.text) == fault)
  }

  @Test(arguments: ["", "cut", "cut 7", "cut 7 1", "sour 7 1 x", "cut seven 1 x"])
  func anyOtherDetailIsNoFault(detail: String) {
    #expect(FileFault(detail) == nil)
  }

  @Test func thePlaceIsNamed() {
    let fault = FileFault(.malformed, byte: 1234, line: 17, detail: "`Watts` is not a number")
    #expect(
      ControlError(.badFile, detail: fault.text).sentence.message
        == "The file is broken (line 17, byte 1234: `Watts` is not a number).")
    let checksum = FileFault(.wrongChecksum, byte: 28_626, line: nil, detail: "")
    #expect(
      ControlError(.badFile, detail: checksum.text).sentence.message == "The file's checksum is wrong (byte 28626).")
  }

  @Test func eachFaultHasASentenceOfItsOwn() {
    let sentences = FileFault.Code.allCases.map {
      ControlError(.badFile, detail: FileFault($0, byte: 1, line: nil, detail: "").text).sentence.message
    }
    #expect(Set(sentences).count == sentences.count)
  }

  @Test func aCutThatIsRefusedSaysHowLongTheRideIs() {
    for obstacle in TrimObstacle.allCases where obstacle != .nothing {
      let sentence = ControlError(.trimRefused, subject: "3600", detail: obstacle.rawValue).sentence
      #expect(sentence.remedy.contains("3600 seconds"))
    }
  }
}
