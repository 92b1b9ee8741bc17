import ClientTestKit
import ControlWire
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct ScanTests {
  @Test func `scan lists each device once, with its latest signal`() throws {
    func heard(_ address: String, _ rssi: Int) -> DeviceList {
      DeviceList(devices: [Device(address: address, name: nil, kinds: [.trainer], rssi: rssi, known: false)])
    }
    let daemon = ScriptedDaemon(.init(heard("A", -70), heard("B", -60), heard("A", -50), DeviceList(devices: [])))
    let printed = try Samples.Printed.by("scan") { (command: ScanCommand, output) in
      try command.perform(with: daemon, output: output)
    }
    #expect(
      printed.output == """
        #  Address   Signal  Kind     Name
        1  A        -50 dBm  trainer  -
        2  B        -60 dBm  trainer  -

        """)
    #expect(daemon.requests == [Scan(seconds: 10)])
  }

  @Test func `scan --all also lists devices of unknown kinds`() throws {
    let list = DeviceList(devices: [
      Device(address: "A", name: "KICKR", kinds: [.candidate], rssi: -50, known: false),
      Device(address: "B", name: nil, kinds: [], rssi: -60, known: false),
      Device(address: "C", name: nil, kinds: [.treadmill], rssi: -70, known: false),
    ])
    let daemon = ScriptedDaemon(.init(list, DeviceList(devices: [])))
    let printed = try Samples.Printed.by("scan --all") { (command: ScanCommand, output) in
      try command.perform(with: daemon, output: output)
    }
    #expect(
      printed.output == """
        #  Address   Signal  Kind       Name
        1  A        -50 dBm  trainer?   KICKR
        2  B        -60 dBm  unknown    -
        3  C        -70 dBm  treadmill  -
        Some devices do not say what they are: `jz2ctl use ADDRESS` finds out.

        """)
    #expect(daemon.requests == [Scan(seconds: 10, all: true)])
  }
}
