import Foundation
import TestKit
import Testing

@testable import HCI

@Suite struct RadioSwitchTests {
  /// Creates a folder like the kernel's for a controller, with or without an rfkill switch.
  private func folder(_ controller: String, hasSwitch: Bool = true) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let radio = folder.path(of: controller) + (hasSwitch ? "/rfkill3" : "/power")
    try FileManager.default.createDirectory(atPath: radio, withIntermediateDirectories: true)
    if hasSwitch { try Data().write(to: URL(filePath: radio + "/soft")) }
    return folder
  }

  @Test func `a radio is blocked and then unblocked`() throws {
    let folder = try folder("hci2")
    try RadioSwitch(controller: 2, folder: folder.path).cycle()
    let written = try String(contentsOf: URL(filePath: folder.path(of: "hci2/rfkill3/soft")), encoding: .utf8)
    #expect(written == "0")
  }

  @Test func `a controller without an rfkill switch is missing`() throws {
    for (name, hasSwitch) in [("hci2", false), ("hci1", true)] {
      let folder = try folder(name, hasSwitch: hasSwitch)
      let error = #expect(throws: HCIError.self) { try RadioSwitch(controller: 2, folder: folder.path) }
      #expect(error?.code == .missing)
    }
  }
}
