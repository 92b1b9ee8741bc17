import CZlib

/// Compresses and decompresses gzip (RFC 1952).
package enum Gzip {
  /// The compression level of zlib.
  package enum Effort: Int32, Sendable {
    /// zlib's default, a compromise between speed and size.
    case usual = 6
    case most = 9
  }

  /// zlib's `windowBits`: a window of 15 bits, plus 16 for the gzip format (zlib.h).
  private static let window: Int32 = 31

  /// Compresses bytes.
  ///
  /// - Returns: The gzip; nil if memory runs out.
  package static func packed(_ bytes: [UInt8], _ effort: Effort = .usual) -> [UInt8]? {
    withStream { stream in
      let size = Int32(MemoryLayout<z_stream>.size)
      guard
        deflateInit2_(
          stream, effort.rawValue, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
      else { return nil }
      defer { deflateEnd(stream) }
      let room = Int(deflateBound(stream, UInt(bytes.count)))
      var isWhole = false
      let packed = bytes.withUnsafeBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: room) { output, count in
          stream.take(input)
          (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(room))
          isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
          count = room - Int(stream.pointee.avail_out)
        }
      }
      return isWhole ? packed : nil
    }
  }

  /// Decompresses bytes.
  ///
  /// - Parameters:
  ///   - bytes: The gzip.
  ///   - most: The maximum size of the result, in bytes.
  /// - Returns: The bytes, in the buffer that zlib wrote them to. Nil if the gzip is invalid or cut off, if bytes
  ///   follow it, or if the result would exceed `most` bytes.
  package static func unpacked(_ bytes: [UInt8], most: Int) -> [UInt8]? {
    withStream { stream in
      guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
      defer { inflateEnd(stream) }
      // The last four bytes are the size (RFC 1952, 2.3.1), which zlib checks: a wrong size is an error.
      let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= most else { return nil }
      var isWhole = false
      let output = bytes.withUnsafeBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, count in
          stream.take(input)
          (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(size))
          isWhole = inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
          count = size - Int(stream.pointee.avail_out)
        }
      }
      return isWhole ? output : nil
    }
  }

  /// Calls `body` with a stream at a fixed address, because zlib keeps the address.
  private static func withStream<Value>(_ body: (UnsafeMutablePointer<z_stream>) -> Value) -> Value {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      stream.deinitialize(count: 1)
      stream.deallocate()
    }
    return body(stream)
  }

  /// Decompresses bytes piece by piece, so that the whole content is never in memory.
  package final class Pieces {
    /// The gzip is invalid or cut off, or bytes follow it.
    package struct Damage: Error {}

    /// The maximum size of a piece, in bytes.
    package static let most = 64 << 10

    private let packed: [UInt8]
    /// The number of bytes of `packed` that were read.
    private var place = 0
    private var isOver = false
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    package init(_ packed: [UInt8]) {
      self.packed = packed
      stream.initialize(to: z_stream())
      // Fails only if memory runs out; then `next()` fails, too.
      _ = inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit {
      inflateEnd(stream)
      stream.deinitialize(count: 1)
      stream.deallocate()
    }

    /// Returns the next piece; nil after the last one.
    ///
    /// - Throws: `Damage`. Earlier pieces may be wrong, too: the checksum is at the end of the gzip.
    package func next() throws(Damage) -> [UInt8]? {
      if isOver { return nil }
      var status = Z_OK
      let piece = packed.withUnsafeBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: Self.most) { output, count in
          stream.take(UnsafeBufferPointer(rebasing: input[place...]))
          (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(Self.most))
          status = inflate(stream, Z_NO_FLUSH)
          place = input.count - Int(stream.pointee.avail_in)
          count = Self.most - Int(stream.pointee.avail_out)
        }
      }
      isOver = status == Z_STREAM_END
      guard isOver ? place == packed.count : status == Z_OK && !piece.isEmpty else { throw Damage() }
      return piece.isEmpty ? nil : piece
    }
  }
}

extension UnsafeMutablePointer<z_stream> {
  /// Sets the bytes to read, which zlib declares mutable and does not change (zlib.h: `z_const`).
  fileprivate func take(_ input: UnsafeBufferPointer<UInt8>) {
    pointee.next_in = UnsafeMutablePointer<UInt8>(mutating: input.baseAddress)
    pointee.avail_in = UInt32(input.count)
  }
}
