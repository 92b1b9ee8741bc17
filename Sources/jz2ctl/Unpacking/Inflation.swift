import CZlib

/// DEFLATE (RFC 1951) unpacked a piece at a time by zlib.
final class Inflation {
  /// What stands around the deflated bytes.
  enum Wrapping: Int32 {
    /// RFC 1952; several, one after the other, are one file, and what follows the last is passed over.
    case gzip = 31
    /// Nothing.
    case none = -15
  }

  private let wrapping: Wrapping
  private let source: Pieces
  private let budget: UnpackingBudget
  /// zlib keeps its address.
  private let stream: UnsafeMutablePointer<z_stream>
  /// Bytes of the source that zlib has not taken, from `taken` on.
  private var input: [UInt8] = []
  private var taken = 0
  private var packed = 0
  private var unpacked = 0
  private var isAtEnd = false

  /// Begins to unpack what a source gives.
  init(_ wrapping: Wrapping, of source: @escaping Pieces, within budget: UnpackingBudget) throws(ImportFailure) {
    self.wrapping = wrapping
    self.source = source
    self.budget = budget
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, wrapping.rawValue, ZLIB_VERSION, size) == Z_OK else {
      throw .unreadable("zlib does not start")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// The next piece; empty at the end.
  ///
  /// - Throws: `badPacking` for what is damaged, `tooLargePacked` beyond the limits, and what the source throws.
  func next() throws(ImportFailure) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: PieceReader.pieceSize)
    var filled = 0
    while filled < piece.count, !isAtEnd {
      if taken == input.count { try refill(orThrow: "it ends too early") }
      let (status, count) = inflate(into: &piece, from: filled)
      filled += count
      switch status {
      case Z_OK, Z_BUF_ERROR: continue
      case Z_STREAM_END: try end()
      default: throw .badPacking(stream.pointee.msg.map { String(cString: $0) } ?? "zlib \(status)")
      }
    }
    try account(for: filled)
    piece.removeLast(piece.count - filled)
    return piece
  }

  private func inflate(into piece: inout [UInt8], from filled: Int) -> (status: Int32, count: Int) {
    input.withUnsafeMutableBufferPointer { input in
      piece.withUnsafeMutableBufferPointer { piece in
        stream.pointee.next_in = input.baseAddress.map { $0 + taken }
        stream.pointee.avail_in = UInt32(input.count - taken)
        stream.pointee.next_out = piece.baseAddress.map { $0 + filled }
        stream.pointee.avail_out = UInt32(piece.count - filled)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        taken = input.count - Int(stream.pointee.avail_in)
        return (status, piece.count - filled - Int(stream.pointee.avail_out))
      }
    }
  }

  private func refill(orThrow reason: String) throws(ImportFailure) {
    input = try source()
    taken = 0
    packed += input.count
    guard !input.isEmpty else { throw .badPacking(reason) }
  }

  /// Goes on with another packed file that follows at once, as RFC 1952 2.2 has it.
  private func end() throws(ImportFailure) {
    isAtEnd = true
    guard wrapping == .gzip else { return }
    while input.count - taken < 2 {
      let more = try source()
      guard !more.isEmpty else { break }
      input = Array(input[taken...]) + more
      taken = 0
    }
    guard Packing(beginning: Array(input[taken...].prefix(2))) == .gzip else { return }
    isAtEnd = inflateReset(stream) != Z_OK
  }

  private func account(for bytes: Int) throws(ImportFailure) {
    unpacked += bytes
    let limits = budget.limits
    guard unpacked <= limits.freeBytes || unpacked / limits.ratio <= packed else {
      throw .tooLargePacked("more than \(limits.ratio) times what it is packed")
    }
    try budget.spend(bytes)
  }
}
