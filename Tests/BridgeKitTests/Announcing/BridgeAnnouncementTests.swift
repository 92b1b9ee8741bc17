import BridgeKit
import Testing

@Suite struct BridgeAnnouncementTests {
  private func announcement(_ name: String) -> BridgeAnnouncement {
    BridgeAnnouncement(
      name: name, port: 36866, services: [0x1826, 0x1818], address: 0x02_0A0B_0C0D_0E, serialNumber: 1)
  }

  @Test func `the text has the services, the address and a serial number above 0`() {
    #expect(
      announcement("jz2 pi").text == [
        "ble-service-uuids=0x1826,0x1818", "mac-address=02-0A-0B-0C-0D-0E", "serial-number=1",
      ])
  }

  /// MyWhoosh ignores a service whose host has another name.
  @Test(arguments: [("jz2 pi", "jz2-pi.local"), ("jz2", "jz2.local"), ("In the shed", "In-the-shed.local")])
  func `the host is the name with dashes instead of spaces`(_ name: String, _ host: String) {
    #expect(announcement(name).host == host)
  }

  @Test(arguments: [("pi", "jz2 pi"), ("pi.home.example", "jz2 pi"), (nil, "jz2"), ("", "jz2")])
  func `the name has the computer's name without its domain`(_ host: String?, _ name: String) {
    #expect(BridgeAnnouncement.name(on: host) == name)
  }

  @Test func `a name has at most 31 bytes, also with a number, and is one label`() {
    let long = announcement(String(repeating: "ä", count: 40))
    #expect(long.name.utf8.count == 30 && long.renamed(12).name.utf8.count == 31)
    #expect(long.renamed(12).name.hasSuffix(" 12"))
    #expect(announcement("a.b\nc").name == "a-b-c")
  }
}
