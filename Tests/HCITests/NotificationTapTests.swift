import Testing

@testable import HCI

@Suite struct NotificationTapTests {
  /// Creates data that a controller received on connection 0x40.
  private func data(_ bytes: [UInt8], boundary: UInt8 = 2, controller: UInt16 = 0, opcode: UInt16 = 5) -> MonitorPacket
  {
    let header = [0x40, boundary << 4, UInt8(bytes.count), 0]
    return MonitorPacket(opcode: opcode, index: controller, payload: header + bytes)
  }

  private func frame(_ pdu: [UInt8], channel: UInt8 = 4) -> [UInt8] { [UInt8(pdu.count), 0, channel, 0] + pdu }

  private func values(_ packets: MonitorPacket...) -> [NotificationTap.Value] {
    var tap = NotificationTap()
    return packets.flatMap { tap.take($0) }
  }

  private func value(_ bytes: [UInt8], of attribute: UInt16 = 0x12) -> NotificationTap.Value {
    NotificationTap.Value(controller: 0, handle: 0x40, attribute: attribute, bytes: bytes)
  }

  private let notification: [UInt8] = [0x1B, 0x12, 0, 0x44, 0, 1, 2]

  @Test func `a notification and an indication are read`() {
    #expect(values(data(frame(notification))) == [value([0x44, 0, 1, 2])])
    #expect(values(data(frame([0x1D, 0x15, 0, 0x80]))) == [value([0x80], of: 0x15)])
    #expect(values(data(frame([0x1B, 0x12, 0]))) == [value([])])
  }

  @Test func `several values in one PDU are read`() {
    let pdu: [UInt8] = [0x23, 0x12, 0, 2, 0, 7, 8, 0x15, 0, 1, 0, 9]
    #expect(values(data(frame(pdu))) == [value([7, 8]), value([9], of: 0x15)])
    #expect(values(data(frame(pdu.dropLast()))) == [value([7, 8])])
  }

  @Test func `a fragmented notification is reassembled`() {
    let whole = frame(notification)
    for cut in 1..<whole.count {
      let pieces = [data(Array(whole[..<cut])), data(Array(whole[cut...]), boundary: 1)]
      #expect(values(pieces[0], pieces[1]) == [value([0x44, 0, 1, 2])])
      // A frame of another connection between them.
      var other = data(frame([0x1B, 0x12, 0, 5]))
      other.payload[0] = 0x41
      #expect(values(pieces[0], other, pieces[1]).count == 2)
    }
  }

  @Test func `a notification that began before records were lost is not completed`() {
    let whole = frame(notification)
    var tap = NotificationTap()
    _ = tap.take(data(Array(whole[..<6])))
    tap.recordsLost()
    #expect(tap.take(data(Array(whole[6...]), boundary: 1)).isEmpty)
    #expect(tap.take(data(whole)).count == 1)
  }

  @Test func `other traffic has no values`() {
    #expect(values(data(frame([0x0B, 1, 2]))).isEmpty, "the response to a read")
    #expect(values(data(frame(notification, channel: 6))).isEmpty, "another channel")
    #expect(values(data(frame(notification), opcode: 4)).isEmpty, "what was sent")
    #expect(values(data(frame(notification), opcode: 3)).isEmpty, "an event")
    let whole = data(frame(notification))
    for length in whole.payload.indices {
      #expect(values(MonitorPacket(opcode: 5, index: 0, payload: Array(whole.payload[..<length]))).isEmpty)
    }
  }
}
