import CZlib
package import FoundationEssentials

/// gzip (RFC 1952), of whole contents.
package enum Gzip {
  private static let window: Int32 = 15 + 16  // and a gzip head
  private static let step = 1 << 18

  /// Packs; nil if there is no memory for it.
  package static func packed(_ content: Data) -> Data? {
    var stream = z_stream()
    let begun = deflateInit2_(
      &stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    return run(content, &stream, most: .max) { deflate(&$0, Z_FINISH) }
  }

  /// Unpacks; nil if it is not gzip, is cut, has anything behind it, or would be larger than `most` bytes.
  package static func unpacked(_ content: Data, most: Int) -> Data? {
    var stream = z_stream()
    guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    let unpacked = run(content, &stream, most: most) { inflate(&$0, Z_NO_FLUSH) }
    return stream.avail_in == 0 ? unpacked : nil
  }

  private static func run(
    _ content: Data, _ stream: inout z_stream, most: Int, _ advance: (inout z_stream) -> Int32
  ) -> Data? {
    var input = Array(content)
    return input.withUnsafeMutableBufferPointer { input -> Data? in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      var output = Data()
      var buffer = [UInt8](repeating: 0, count: step)
      while true {
        let status = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          return advance(&stream)
        }
        let written = step - Int(stream.avail_out)
        output.append(contentsOf: buffer.prefix(written))
        if status == Z_STREAM_END { return output.count <= most ? output : nil }
        guard status == Z_OK, written > 0, output.count <= most else { return nil }
      }
    }
  }
}
