import BluetoothLE
import Testing

@Suite struct LinkErrorTests {
  /// A link layer procedure that is not answered (0x22) ends a link whose packets arrive.
  @Test(
    arguments: [
      (0x08, .supervisionTimeout), (0x13, .closedByPeer), (0x14, .closedByPeer), (0x15, .closedByPeer),
      (0x16, .closedHere), (0x22, .lost), (0x3D, .lost), (0x3E, .connectFailed), (0xFF, .lost),
    ] as [(UInt8, LinkError.Code)])
  func `a controller's error code means one thing for a link`(_ reason: UInt8, _ code: LinkError.Code) {
    #expect(LinkError.Code(disconnection: reason) == code)
    #expect(LinkError(disconnection: reason).code == code)
  }

  @Test func `the error code stands in the error`() {
    #expect(LinkError(disconnection: 0x08).description == "supervisionTimeout (link: HCI reason 0x08)")
    #expect(LinkError(disconnection: 0x3E).detail == "HCI reason 0x3e")
  }
}
