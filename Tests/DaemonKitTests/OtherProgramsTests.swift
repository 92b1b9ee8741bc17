import BluetoothLE
import ControlWire
import Foundation
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

/// Programs that the daemon runs, and the version of bluetoothd that one of them reports.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct OtherProgramsTests {
  @Test func `an outdated BlueZ is reported, and an unknown version is trusted`() {
    #expect(BluetoothService.flaw(of: BlueZVersion(5, 50))?.code == .serviceOutdated)
    let outdated = CentralState(radio: "bluez", problem: BluetoothService.flaw(of: BlueZVersion(5, 50)))
    #expect(Problem(of: outdated)?.message == "The Bluetooth service is too old to set a trainer's power (BlueZ 5.50).")
    for version in [BlueZVersion(5, 51), BlueZVersion(5, 66), BlueZVersion(5, 82), nil] {
      #expect(BluetoothService.flaw(of: version) == nil)
    }
  }

  @Test func `the output of a program is read`() {
    #expect(ProgramOutput.text(of: "/bin/echo", ["5.66"], within: TestDeadline.event) == "5.66\n")
    #expect(ProgramOutput.text(of: "/bin/false", [], within: TestDeadline.event) == "")
    #expect(ProgramOutput.text(of: "/no/such/program", [], within: TestDeadline.event) == nil)
  }

  @Test func `a program that does not end is killed`() {
    #expect(ProgramOutput.text(of: "/bin/sleep", ["infinity"], within: .milliseconds(100)) == nil)
  }

  /// A socket or pipe would stay open for as long as a program that inherited it runs.
  @Test func `a program inherits no file descriptors`() throws {
    let place = try TemporaryDirectory()
    let descriptor = open(place.path(of: "open"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let text = try #require(ProgramOutput.text(of: "/bin/ls", ["/proc/self/fd"], within: TestDeadline.event))
    // The three standard descriptors, and the folder that the program reads.
    #expect(text.split(separator: "\n") == ["0", "1", "2", "3"])
  }
}
