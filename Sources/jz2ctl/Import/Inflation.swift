import CZlib
import ControlWire

/// Inflates DEFLATE data (RFC 1951) piece by piece with zlib.
final class Inflation {
  /// The format around the deflated bytes.
  enum Wrapping: Int32 {
    /// RFC 1952; several members in a row form one file, and bytes after the last member are ignored.
    case gzip = 31
    /// Raw DEFLATE.
    case none = -15
  }

  private let wrapping: Wrapping
  private let source: Pieces
  private let budget: UnpackingBudget
  /// Allocated once, because zlib keeps its address.
  private let stream: UnsafeMutablePointer<z_stream>
  /// Bytes of the source; zlib has read those before `taken`.
  private var input: [UInt8] = []
  private var taken = 0
  private var packed = 0
  private var unpacked = 0
  private var isAtEnd = false

  /// Starts to inflate the data of a source.
  init(_ wrapping: Wrapping, of source: @escaping Pieces, within budget: UnpackingBudget) throws(ImportFailure) {
    self.wrapping = wrapping
    self.source = source
    self.budget = budget
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, wrapping.rawValue, ZLIB_VERSION, size) == Z_OK else {
      throw .unreadable(String(localized: "zlib does not start"))
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Bytes of the source after the end of the data.
  var unread: ArraySlice<UInt8> { input[taken...] }

  /// The length of the packed data so far, in bytes.
  var packedBytes: Int { packed - (input.count - taken) }

  /// Returns the next piece; empty at the end.
  ///
  /// - Throws: `badPacking` for damaged data, `tooLargePacked` beyond the limits, and the errors of the source.
  func next() throws(ImportFailure) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: PieceReader.pieceSize)
    var filled = 0
    while filled < piece.count, !isAtEnd {
      if taken == input.count { try refill() }
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

  private func refill() throws(ImportFailure) {
    input = try source()
    taken = 0
    packed += input.count
    guard !input.isEmpty else { throw .badPacking(String(localized: "it ends too early")) }
  }

  /// Continues with the next gzip member if one follows (RFC 1952, 2.2).
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
      throw .tooLargePacked(String(localized: "more than \(limits.ratio) times its packed size"))
    }
    try budget.spend(bytes)
  }
}

/// The limits of unpacking, because a small file can claim to contain a large one.
struct UnpackingLimits {
  /// Files in one archive or below one folder.
  var entries = 100_000
  /// Bytes of an archive's central directory.
  var directoryBytes = 64 << 20
  /// Bytes of an archive within an archive; the daemon limits the size of an activity.
  var archiveBytes = 4 << 30
  /// The total of bytes that one import may unpack.
  var totalBytes = 64 << 30
  /// The largest ratio of unpacked to packed size, once a file has unpacked to more than `freeBytes`.
  ///
  /// XML of activities packs to a fortieth at best, other data to a thousandth.
  var ratio = 250
  /// Bytes that a file may unpack to regardless of the ratio.
  var freeBytes = 1 << 20
  /// The depth of archives within archives: Garmin's export contains archives in one.
  var depth = 2
  /// The depth of folders within folders.
  var folders = 32
}

/// The remaining bytes that one import may unpack.
final class UnpackingBudget {
  let limits: UnpackingLimits
  private var left: Int

  init(_ limits: UnpackingLimits = UnpackingLimits()) {
    self.limits = limits
    left = limits.totalBytes
  }

  /// Subtracts unpacked bytes.
  ///
  /// - Throws: `tooLargePacked` beyond the limit.
  func spend(_ bytes: Int) throws(ImportFailure) {
    left -= bytes
    guard left >= 0 else { throw .tooLargePacked(String(localized: "more than \(limits.totalBytes >> 30) GiB in all")) }
  }
}
