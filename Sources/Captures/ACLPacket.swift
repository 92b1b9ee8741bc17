/// A piece of a connection's data on its way between host and controller.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §5.4.2.
package struct ACLPacket {
  /// Which piece of a frame it is, by the packet boundary flag.
  package enum Boundary: UInt16 {
    /// The first, sent by an LE host.
    case firstSent = 0
    case continuing = 1
    /// The first, received from the air.
    case firstReceived = 2
    /// A whole frame, on an AMP controller.
    case whole = 3
  }

  package let handle: UInt16
  package let boundary: Boundary
  package let data: ArraySlice<UInt8>

  /// The packet in a record; nil where its length is not the record's.
  package init?(decoding packet: ArraySlice<UInt8>) {
    var cursor = ByteCursor(packet)
    guard let header = cursor.u16(), let length = cursor.u16(), let boundary = Boundary(rawValue: header >> 12 & 3),
      cursor.remaining == Int(length)
    else { return nil }
    handle = header & 0x0FFF
    self.boundary = boundary
    data = cursor.rest()
  }

  /// Whether it is the first piece of a frame for the ATT channel.
  var beginsATT: Bool {
    var cursor = ByteCursor(data)
    guard boundary != .continuing, cursor.u16() != nil, let channel = cursor.u16() else { return false }
    return channel == L2CAPFrame.attChannel
  }

  /// The way it goes, for recordings that do not say: hosts and controllers mark their first pieces differently.
  func direction(whileReceiving isReceiving: Bool) -> HCIPacket.Direction {
    switch boundary {
    case .firstSent: .sent
    case .continuing: isReceiving ? .received : .sent
    case .firstReceived, .whole: .received
    }
  }
}
