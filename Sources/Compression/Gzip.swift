import CZlib

/// gzip (RFC 1952), of whole contents.
package enum Gzip {
  /// How hard it is tried to make it small.
  package enum Effort: Int32, Sendable {
    /// What zlib takes for a good balance.
    case usual = 6
    case most = 9
  }

  /// 15 bits of window, and 16 more for the wrapping of gzip (zlib.h).
  private static let window: Int32 = 31

  /// Packs bytes.
  ///
  /// - Returns: Nil where there is no memory for it.
  package static func packed(_ bytes: [UInt8], _ effort: Effort = .usual) -> [UInt8]? {
    withStream { stream in
      let size = Int32(MemoryLayout<z_stream>.size)
      guard
        deflateInit2_(
          stream, effort.rawValue, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
      else { return nil }
      defer { deflateEnd(stream) }
      let room = Int(deflateBound(stream, UInt(bytes.count)))
      var (input, isWhole) = (bytes, false)
      let packed = input.withUnsafeMutableBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: room) { output, count in
          (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
          (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(room))
          isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
          count = room - Int(stream.pointee.avail_out)
        }
      }
      return isWhole ? packed : nil
    }
  }

  /// Unpacks bytes.
  ///
  /// - Parameters:
  ///   - bytes: What was packed.
  ///   - most: The most bytes that may come of it.
  /// - Returns: The bytes, in the one buffer that they are unpacked into. Nil if it is not gzip, is cut, has anything
  ///   behind it, or would be larger than `most` bytes.
  package static func unpacked(_ bytes: [UInt8], most: Int) -> [UInt8]? {
    withStream { stream in
      guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
      defer { inflateEnd(stream) }
      // The last four bytes are the size (RFC 1952, 2.3.1), which zlib checks: a false one is no gzip.
      let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= most else { return nil }
      var (input, isWhole) = (bytes, false)
      let output = input.withUnsafeMutableBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, count in
          (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
          (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(size))
          isWhole = inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
          count = size - Int(stream.pointee.avail_out)
        }
      }
      return isWhole ? output : nil
    }
  }

  /// zlib keeps the address of its stream.
  private static func withStream<Value>(_ body: (UnsafeMutablePointer<z_stream>) -> Value) -> Value {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      stream.deinitialize(count: 1)
      stream.deallocate()
    }
    return body(stream)
  }
}
