import BluetoothLE
import ControlWire
import Foundation
import Rides
import TestKit
import Testing

@testable import TrainerAPI

/// Facts about the machine that the daemon reads without the bus.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct SurroundingsTests {
  /// Returns a folder like `/sys/class/rfkill`, with a radio of each kind and its blocks.
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

  @Test(arguments: RadioMeasure.allCases)
  func `a radio remedy is described in words, not by its code`(_ remedy: RadioMeasure) {
    let message = ProblemCode.radioMending.explanation(detail: .measure(remedy)).message
    #expect(message.contains("(it ") && !message.contains("(\(remedy.rawValue))"))
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
}
