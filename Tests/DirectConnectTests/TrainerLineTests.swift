import BluetoothLE
import DirectConnect
import Testing

@Suite struct TrainerLineTests {
  private static let address = DeviceAddress(0x8ADC_0000_0001)

  @Test(arguments: [
    (
      TrainerLine.offer(
        TrainerOffer(
          address: Self.address, name: "KICKR BIKE SHIFT", services: [BluetoothUUID(0x1826), BluetoothUUID(0x1818)])),
      "trainer 1 8A:DC:00:00:00:01 1826,1818 KICKR BIKE SHIFT"
    ),
    (
      .offer(TrainerOffer(address: Self.address, name: "Élite", services: [])),
      "trainer 1 8A:DC:00:00:00:01 - Élite"
    ),
    (.offer(TrainerOffer(address: Self.address, name: "", services: [])), "trainer 1 8A:DC:00:00:00:01 - "),
    (.connect, "connect"), (.connected, "connected"), (.failed("Connection refused"), "failed Connection refused"),
  ])
  func `a line is written and read`(_ line: TrainerLine, _ text: String) {
    #expect(line.text == text)
    #expect(TrainerLine(text: text) == line)
  }

  @Test(arguments: [
    "", " ", "trainer", "trainer 1", "trainer 1 8A:DC:00:00:00:01", "trainer 1 8A:DC:00:00:00:01 -",
    "trainer 2 8A:DC:00:00:00:01 - A", "trainer 1 8A:DC - A", "trainer 1 8A:DC:00:00:00:01 18 A", "connect 1",
    "connected ", "Connect",
  ])
  func `another text is no line`(_ text: String) { #expect(TrainerLine(text: text) == nil) }

  @Test func `a name has no control characters, and every offer fits a line`() {
    let services = (0..<100).map { BluetoothUUID(high: $0, low: 0) }
    let offer = TrainerOffer(
      address: Self.address, name: "A\nconnect\u{7F}\u{9B}" + String(repeating: "🚲", count: 500), services: services)
    #expect(offer.name.hasPrefix("Aconnect🚲"))
    let line = TrainerLine.offer(offer)
    #expect(line.text.utf8.count <= TrainerLine.longest)
    #expect(TrainerLine(text: line.text) == line)
    #expect(!TrainerLine.failed("a\nb\r\nc").text.contains { $0.isNewline })
  }
}
