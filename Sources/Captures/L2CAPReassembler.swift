/// Puts the frames of one direction of a connection together again.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part A, §7.2.1.
package struct L2CAPReassembler: Sendable {
  /// The pieces so far; empty while no frame is begun.
  ///
  /// A frame in one piece is never copied.
  private var pieces: [UInt8] = []

  package init() {}

  /// Whether a frame is begun and not ended.
  package var isUnfinished: Bool { !pieces.isEmpty }

  /// Takes the next piece; one that begins a frame drops an unfinished one before it.
  package mutating func take(_ packet: ACLPacket) -> L2CAPFrame {
    take(packet.data, isFirst: packet.boundary != .continuing)
  }

  /// Takes the next piece; one that begins a frame drops an unfinished one before it.
  mutating func take(_ piece: ArraySlice<UInt8>, isFirst: Bool) -> L2CAPFrame {
    guard !isFirst else {
      let frame = L2CAPFrame(decoding: piece)
      if case .unfinished = frame { pieces = Array(piece) } else { pieces = [] }
      return frame
    }
    // The first pieces may stand before the beginning of the capture.
    guard isUnfinished else { return .unfinished }
    pieces += piece
    let frame = L2CAPFrame(decoding: pieces[...])
    if case .unfinished = frame { return frame }
    pieces = []
    return frame
  }
}
