import BluetoothLE
import DirectConnect
import Testing

@Suite struct FrameTests {
  @Test func `a frame has a big-endian length`() {
    let frame = DirectConnectFrame(.write, sequence: 7, body: [UInt8](repeating: 9, count: 258))
    #expect(frame.encoded().prefix(6) == [1, 4, 7, 0, 1, 2])
  }
}
