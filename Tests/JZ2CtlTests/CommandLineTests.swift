import ArgumentParser
import Testing

@testable import jz2ctl

@Suite struct CommandLineTests {
  @Test(arguments: [
    "scan", "scan --seconds 2.5", "use c0:ff:ee:00:00:01", "forget C0:FF:EE:00:00:01", "devices",
    "start --watts 150 --minutes 60", "start --watts 3000 --minutes 0.1 --watch", "start --watts 1 --minutes 1440",
    "start --watts 150 --minutes 60 --no-heart-rate",
    "start --watts 150 --minutes 60 --max-heart-rate 60", "start --watts 150 --minutes 60 --max-heart-rate 230",
    "watch", "status", "watts 160", "watts +5", "watts -5", "watts -- -5", "pause", "resume", "stop", "rides",
    "rides --limit 3", "show last", "show 12",
    "show last --link", "export 12", "export 12 --format btsnoop", "export last --format tcx --output /tmp/a.tcx",
    "doctor",
    "decode 2AD2 4402C409B4009600", "decode 0x2a37 00:40", "decode 00002a19-0000-1000-8000-00805f9b34fb 0x64",
    "decode 2A19 64 00", "--json status", "status --json", "--socket /tmp/s status", "watts -5 --json --socket /tmp/s",
  ])
  func commandsOfTheContractAreUnderstood(line: String) throws {
    _ = try JZ2Ctl.parseAsRoot(words(line))
  }

  @Test(arguments: [
    "ride", "status now", "status --colour", "scan --seconds 0", "scan --seconds 301", "use 12", "use C0:FF:EE:00:00",
    "forget", "start", "start --watts 150", "start --watts 0 --minutes 60", "start --watts 3001 --minutes 60",
    "start --watts -5 --minutes 60", "start --watts 150.5 --minutes 60", "start --watts 150 --minutes 0.09",
    "start --watts 150 --minutes 1440.1", "start --watts 150 --minutes -1", "start --watts 150 --minutes nan",
    "start --watts 150 --minutes inf", "start --watts 150 --minutes 60 --max-heart-rate 59",
    "start --watts 150 --minutes 60 --no-heart-rate --max-heart-rate 140",
    "start --watts 150 --minutes 60 --heart-rate",
    "start --watts 150 --minutes 60 --max-heart-rate 231", "start --watts 150 --minutes 60 --max-heart-rate -1",
    "watts", "watts 0", "watts 3001", "watts +3001", "watts --5", "watts five",
    "watts 5 6", "watts -5 --jsno", "watts 99999999999999999999", "rides --limit 0", "rides --limit -1", "show",
    "show 0", "show first", "export", "decode 2AD2", "decode FFFF 00", "decode 2AD2 4", "decode 2AD2 zz",
  ])
  func everythingElseIsUsage(line: String) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(words(line)) }
    do {
      _ = try JZ2Ctl.parseAsRoot(words(line))
    } catch {
      #expect(JZ2Ctl.exitCode(for: error).rawValue == 64)
      #expect(JZ2Ctl.fullMessage(for: error).contains("Usage:"))
    }
  }

  @Test(arguments: ["--json --socket /s status", "status --socket /s --json", "--socket /s status --json"])
  func optionsStandBeforeAndAfterTheVerb(line: String) throws {
    let command = try #require(try JZ2Ctl.parseAsRoot(words(line)) as? StatusCommand)
    #expect(command.options.json)
    #expect(command.options.socket == "/s")
  }

  @Test func anOutOfRangeTargetSaysItsRange() {
    do {
      _ = try JZ2Ctl.parseAsRoot(words("start --watts 0 --minutes 60"))
    } catch {
      #expect(JZ2Ctl.message(for: error) == "--watts takes 1 to 3000, not 0.")
    }
  }

  @Test(arguments: [
    ("150", WattsArgument.absolute(150)), ("+5", .change(5)), ("-5", .change(-5)), ("-0", .change(0)),
    ("3000", .absolute(3000)),
  ])
  func aSignMakesAChange(text: String, meaning: WattsArgument) {
    #expect(WattsArgument(text) == meaning)
  }

  @Test func addressesAreSentInCapitals() {
    #expect(AddressArgument(argument: "c0:ff:ee:00:00:0a")?.text == "C0:FF:EE:00:00:0A")
  }

  @Test(
    arguments: [
      ("4402", [0x44, 0x02]), ("44 02", [0x44, 0x02]), ("0x44:0x02", [0x44, 0x02]), ("aB-cD", [0xAB, 0xCD]), ("", []),
    ] as [(String, [UInt8])])
  func hexadecimalIsReadAsPeopleTypeIt(text: String, bytes: [UInt8]) {
    #expect(Hexadecimal.bytes([text]) == bytes)
  }

  private func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }
}
