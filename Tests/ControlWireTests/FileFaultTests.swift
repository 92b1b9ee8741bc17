import ControlWire
import Rides
import Testing

@Suite struct FileFaultTests {
  static let faults = FileFault.Code.allCases.flatMap { code in
    [
      FileFault(code, byte: 1234, line: 17, detail: "`Watts` is not a number"),
      FileFault(code, byte: 0, line: nil, detail: ""),
    ]
  }

  @Test(arguments: faults)
  func `a file fault is encoded and decoded with its error`(fault: FileFault) throws {
    let error = try ReplyMessageTests.goneThrough(.badFile(fault))
    #expect(error == .badFile(fault))
    #expect(error?.fileFault == fault)
  }

  @Test func `a file fault's message includes its position`() {
    let fault = FileFault(.malformed, byte: 1234, line: 17, detail: "`Watts` is not a number")
    #expect(
      ControlError.badFile(fault).explanation.message
        == "The file is damaged (line 17, byte 1234: `Watts` is not a number).")
    let checksum = FileFault(.wrongChecksum, byte: 28_626, line: nil, detail: "")
    #expect(ControlError.badFile(checksum).explanation.message == "The file's checksum is wrong (byte 28626).")
  }

  @Test func `the message about a limit includes the found and the allowed number`() {
    let laps = FileFault(.tooManyLaps, byte: 7, line: nil, detail: "laps", found: 20_000, allowed: 10_000)
    #expect(
      ControlError.badFile(laps).explanation.message
        == "The ride has too many laps (byte 7: 20000 found, at most 10000).")
    let long = FileFault(.tooLong, byte: 7, line: 1, detail: "s", found: 108 * 3600, allowed: 96 * 3600)
    #expect(
      ControlError.badFile(long).explanation.message == "The ride is too long (line 1, byte 7: 108 hours, at most 96).")
  }

  @Test func `the message about invalid times counts the points and shows the first time`() {
    let fault = FileFault(.badTimes, byte: 90, line: 3, detail: "15.1.2026", found: 60)
    let explanation = ControlError.badFile(fault).explanation
    #expect(
      explanation.message
        == "No point has a valid time; 60 were skipped, the first is `15.1.2026` (line 3, byte 90).")
    #expect(explanation.remedy.contains("2026-01-31T08:00:00Z"))
  }

  @Test func `each file fault has its own message`() {
    let explanations = FileFault.Code.allCases.map {
      ControlError.badFile(FileFault($0, byte: 1, line: nil, detail: "")).explanation.message
    }
    #expect(Set(explanations).count == explanations.count)
  }

  @Test func `a refused trim reports the ride's length`() {
    for obstacle in TrimObstacle.allCases where obstacle != .nothing {
      let explanation = ControlError.trimRefused(obstacle, ofSeconds: 3600).explanation
      #expect(explanation.remedy.contains("1:00:00"))
    }
    let short = ControlError.trimRefused(.tooShort, ofSeconds: 3387).explanation
    #expect(short.remedy == "The whole ride is 56:27 long; keep 1:00 at least.")
  }
}
