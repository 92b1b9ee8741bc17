import BluetoothLE
import ControlWire
import Foundation
import TestKit
import Testing

@testable import DaemonKit

/// What the daemon finds out about the machine beside the bus.
@Suite(.timeLimit(.minutes(1))) struct SurroundingsTests {
  /// A folder like `/sys/class/rfkill`, with a radio of each kind and its blocks.
  private func rfkill(_ radios: [(type: String, soft: Bool, hard: Bool)]) throws -> (Rfkill, TemporaryDirectory) {
    let folder = try TemporaryDirectory()
    for (number, radio) in radios.enumerated() {
      let path = folder.path(of: "rfkill\(number)")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      for (name, text) in [("type", radio.type), ("soft", radio.soft ? "1" : "0"), ("hard", radio.hard ? "1" : "0")] {
        try "\(text)\n".write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
      }
    }
    return (Rfkill(folder: folder.path), folder)
  }

  @Test func `the strongest rfkill block of a Bluetooth radio counts`() throws {
    func block(_ radios: [(type: String, soft: Bool, hard: Bool)]) throws -> AdapterOffReason? {
      let (rfkill, folder) = try rfkill(radios)
      return withExtendedLifetime(folder) { rfkill.block }
    }
    #expect(try block([]) == nil)
    #expect(try block([("wlan", true, true), ("bluetooth", false, false)]) == nil)
    #expect(try block([("wlan", false, false), ("bluetooth", true, false)]) == .softBlocked)
    #expect(try block([("bluetooth", true, false), ("bluetooth", true, true)]) == .hardBlocked)
    #expect(Rfkill(folder: "/nowhere").block == nil)
  }

  @Test func `an adapter that is off is reported with the command to switch it on`() throws {
    let free = try rfkill([("bluetooth", false, false)])
    let soft = try rfkill([("bluetooth", true, false)])
    func remedy(_ rfkill: Rfkill, of radio: String = "bluez", detail: String? = nil) -> String? {
      let off = LinkError(.adapterOff, operation: "state", detail: detail)
      return Problem(of: CentralState(radio: radio, problem: off), rfkill: rfkill)?.remedy
    }
    #expect(remedy(free.0) == "Switch it on: `bluetoothctl power on`.")
    #expect(remedy(soft.0) == "Unblock it: `sudo rfkill unblock bluetooth`.")
    #expect(remedy(free.0, detail: "blocked by rfkill") == "Unblock it: `sudo rfkill unblock bluetooth`.")
    #expect(remedy(soft.0, of: "sim") == Problem(.adapterOff).remedy, "the machine's blocks are not the simulation's")
    withExtendedLifetime((free.1, soft.1)) {}
  }

  @Test func `an adapter problem names the adapter`() throws {
    let missing = LinkError(.adapterMissing, operation: "find adapter", detail: "00:1A:7D:DA:71:10")
    #expect(
      Problem(of: CentralState(radio: "bluez", problem: missing))?.message
        == "There is no Bluetooth adapter 00:1A:7D:DA:71:10.")
    let off = CentralState(
      radio: "bluez", adapter: DeviceAddress(0x001A_7DDA_7110), problem: LinkError(.adapterOff, operation: "state"))
    let nothing = Rfkill(folder: "/nowhere")
    #expect(
      Problem(of: off, rfkill: nothing)?.message == "The Bluetooth adapter 00:1A:7D:DA:71:10 is switched off.")
  }

  @Test func `an outdated BlueZ is reported, and an unknown version is trusted`() {
    #expect(BluetoothService.flaw(of: BlueZVersion(5, 50))?.code == .serviceOutdated)
    let outdated = CentralState(radio: "bluez", problem: BluetoothService.flaw(of: BlueZVersion(5, 50)))
    #expect(Problem(of: outdated)?.message == "The Bluetooth service is too old to set a trainer's power (BlueZ 5.50).")
    for version in [BlueZVersion(5, 51), BlueZVersion(5, 66), BlueZVersion(5, 82), nil] {
      #expect(BluetoothService.flaw(of: version) == nil)
    }
  }

  @Test func `the output of a program is read`() {
    #expect(ProgramOutput.text(of: "/bin/echo", ["5.66"], within: .seconds(20)) == "5.66\n")
    #expect(ProgramOutput.text(of: "/bin/false", [], within: .seconds(20)) == "")
    #expect(ProgramOutput.text(of: "/no/such/program", [], within: .seconds(20)) == nil)
  }

  @Test func `a program that does not end is killed`() {
    let began = ContinuousClock.now
    #expect(ProgramOutput.text(of: "/bin/sleep", ["1000"], within: .milliseconds(100)) == nil)
    #expect(ContinuousClock.now - began < .seconds(20))
  }

  /// A socket or a pipe that it held open would not end for as long as it runs.
  @Test func `a program inherits no file descriptors`() throws {
    let place = try TemporaryDirectory()
    let descriptor = open(place.path(of: "open"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let text = try #require(ProgramOutput.text(of: "/bin/ls", ["/proc/self/fd"], within: .seconds(20)))
    // Its own standard three, and the folder that it reads.
    #expect(text.split(separator: "\n") == ["0", "1", "2", "3"])
  }
}
