/// A fragment of a connection's data between host and controller.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §5.4.2.
package struct ACLPacket {
  /// The fragment's position in its frame, from the packet boundary flag.
  package enum Boundary: UInt16 {
    /// The first fragment, sent by an LE host.
    case firstSent = 0
    case continuing = 1
    /// The first fragment, received from the air.
    case firstReceived = 2
    /// A whole frame, on an AMP controller.
    case whole = 3
  }

  package let handle: UInt16
  package let boundary: Boundary
  package let data: ArraySlice<UInt8>

  /// Decodes a packet; nil if its length field is wrong.
  package init?(decoding packet: ArraySlice<UInt8>) {
    var cursor = ByteCursor(packet)
    guard let header = cursor.u16(), let length = cursor.u16(), let boundary = Boundary(rawValue: header >> 12 & 3),
      cursor.remaining == Int(length)
    else { return nil }
    handle = header & 0x0FFF
    self.boundary = boundary
    data = cursor.rest()
  }

  /// Whether it is the first fragment of a frame for the ATT channel.
  var beginsATT: Bool {
    var cursor = ByteCursor(data)
    guard boundary != .continuing, cursor.u16() != nil, let channel = cursor.u16() else { return false }
    return channel == L2CAPFrame.attChannel
  }

  /// Guesses the direction for recordings that do not store it: hosts and controllers mark first fragments differently.
  func direction(whileReceiving isReceiving: Bool) -> HCIPacket.Direction {
    switch boundary {
    case .firstSent: .sent
    case .continuing: isReceiving ? .received : .sent
    case .firstReceived, .whole: .received
    }
  }
}

/// A frame assembled from fragments.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part A, §3.1.
package enum L2CAPFrame {
  /// The channel of the attribute protocol (§2.1).
  static let attChannel: UInt16 = 0x0004

  case att(ArraySlice<UInt8>)
  case otherChannel
  /// More fragments are needed.
  case unfinished
  /// There are more bytes than the header states.
  case malformed

  /// Decodes a frame from its header on.
  package init(decoding bytes: ArraySlice<UInt8>) {
    var cursor = ByteCursor(bytes)
    guard let length = cursor.u16(), let channel = cursor.u16(), cursor.remaining >= Int(length) else {
      self = .unfinished
      return
    }
    guard cursor.remaining == Int(length) else {
      self = .malformed
      return
    }
    self = channel == Self.attChannel ? .att(cursor.rest()) : .otherChannel
  }
}

/// Reassembles the frames of one direction of a connection.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part A, §7.2.1.
package struct L2CAPReassembler: Sendable {
  /// The fragments so far; empty between frames.
  ///
  /// A frame in one fragment is never copied.
  private var pieces: [UInt8] = []

  package init() {}

  /// Whether a frame is incomplete.
  package var isUnfinished: Bool { !pieces.isEmpty }

  /// Adds the next fragment and returns the frame.
  ///
  /// A first fragment discards an incomplete frame.
  package mutating func take(_ packet: ACLPacket) -> L2CAPFrame {
    take(packet.data, isFirst: packet.boundary != .continuing)
  }

  /// Adds the next fragment and returns the frame.
  ///
  /// A first fragment discards an incomplete frame.
  mutating func take(_ piece: ArraySlice<UInt8>, isFirst: Bool) -> L2CAPFrame {
    guard !isFirst else {
      let frame = L2CAPFrame(decoding: piece)
      if case .unfinished = frame { pieces = Array(piece) } else { pieces = [] }
      return frame
    }
    // The first fragments may precede the beginning of the capture.
    guard isUnfinished else { return .unfinished }
    pieces += piece
    let frame = L2CAPFrame(decoding: pieces[...])
    if case .unfinished = frame { return frame }
    pieces = []
    return frame
  }
}
