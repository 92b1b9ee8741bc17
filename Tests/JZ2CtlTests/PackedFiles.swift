import CZlib
import Foundation
import TestKit

@testable import jz2ctl

/// Packed files in the form that other programs create.
enum PackedFiles {
  /// RFC 1952.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: 31) }

  /// A ZIP archive of deflated entries.
  static func zip(_ entries: [(String, [UInt8])]) -> [UInt8] { zip(entries.map { Entry($0.0, $0.1) }) }

  struct Entry {
    var name: String
    var bytes: [UInt8]
    var method = 8
    var flags = 0
    /// The stored data of the entry; nil for its bytes, packed by `method`.
    var packed: [UInt8]?
    var checksum: UInt?
    /// The offset in the central directory; nil for the correct one.
    var offset: Int?
    /// Whether its numbers are in the ZIP64 extra field.
    var isLarge = false
    /// The width of the sizes in a data descriptor after the entry; nil if the sizes are in the local header.
    var descriptorWidth: Int?

    init(_ name: String, _ bytes: [UInt8], method: Int = 8) {
      (self.name, self.bytes, self.method) = (name, bytes, method)
    }
  }

  static func zip(_ entries: [Entry], comment: String = "", isLarge: Bool = false) -> [UInt8] {
    var (file, list): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let name = Array(entry.name.utf8)
      let packed = entry.packed ?? (entry.method == 8 ? deflated(entry.bytes, windowBits: -15) : entry.bytes)
      let checksum = entry.checksum ?? crc32(0, entry.bytes, UInt32(entry.bytes.count))
      let offset = entry.offset ?? file.count
      let most = 0xFFFF_FFFF
      let extra =
        entry.isLarge
        ? number(1, 2) + number(24, 2) + number(entry.bytes.count, 8) + number(packed.count, 8) + number(offset, 8) : []
      let flags = entry.flags | (entry.descriptorWidth == nil ? 0 : 8)
      let beginning = number(flags, 2) + number(entry.method, 2) + number(0, 4)
      let middle = beginning + number(Int(checksum), 4)
      let sizes = number(packed.count, 4) + number(entry.bytes.count, 4) + number(name.count, 2)
      let listed = entry.isLarge ? number(most, 4) + number(most, 4) + number(name.count, 2) : sizes
      if let width = entry.descriptorWidth {
        let unknown = number(0, 4) + number(0, 4) + number(0, 4) + number(name.count, 2)
        file += number(0x0403_4B50, 4) + number(20, 2) + beginning + unknown + number(0, 2) + name + packed
        file += number(0x0807_4B50, 4) + number(Int(checksum), 4)
        file += number(packed.count, width) + number(entry.bytes.count, width)
      } else {
        file += number(0x0403_4B50, 4) + number(20, 2) + middle + sizes + number(0, 2) + name + packed
      }
      list += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + middle + listed + number(extra.count, 2)
      list += number(0, 2) + number(0, 8) + number(entry.isLarge ? most : offset, 4) + name + extra
    }
    let (begin, count) = (file.count, entries.count)
    file += list
    if isLarge {
      let place = file.count
      file += number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8)
      file += number(count, 8) + number(count, 8) + number(list.count, 8) + number(begin, 8)
      file += number(0x0706_4B50, 4) + number(0, 4) + number(place, 8) + number(1, 4)
    }
    file += number(0x0605_4B50, 4) + number(0, 4) + number(isLarge ? 0xFFFF : count, 2)
    file += number(isLarge ? 0xFFFF : count, 2) + number(list.count, 4) + number(isLarge ? 0xFFFF_FFFF : begin, 4)
    return file + number(comment.utf8.count, 2) + Array(comment.utf8)
  }

  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1024)
    deflateInit2_(
      &stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    deflateEnd(&stream)
    return Array(output.prefix(count))
  }
}

extension TemporaryDirectory {
  /// Writes a file, and creates the folders in its name.
  ///
  /// - Returns: The path.
  func place(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = URL(filePath: path(of: name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return path(of: name)
  }

  /// Writes a text file.
  func place(_ name: String, _ text: String) throws -> String { try place(name, Array(text.utf8)) }
}
