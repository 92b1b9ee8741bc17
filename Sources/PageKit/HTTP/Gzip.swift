import CZlib

/// The bytes as a file of gzip (RFC 1952).
///
/// - Returns: Nil where there is no memory for it.
package func gzip(_ bytes: [UInt8]) -> [UInt8]? {
  // zlib keeps the address of its stream.
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  defer {
    stream.deinitialize(count: 1)
    stream.deallocate()
  }
  // 15 bits of window, and 16 more for the wrapping of gzip (zlib.h).
  let size = Int32(MemoryLayout<z_stream>.size)
  guard
    deflateInit2_(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
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
