/// The checksum of a FIT file: CRC-16/ARC, polynomial 0x8005 reflected, from 0; `123456789` makes 0xBB3D.
///
/// FIT Protocol, "CRC". Taken on over its own two bytes, the lower first, it is 0.
package struct FITChecksum: Hashable, Sendable {
  package private(set) var value: UInt16 = 0

  package init() {}

  package init(of bytes: some Sequence<UInt8>) {
    add(bytes)
  }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    let table = Self.table
    value = bytes.reduce(value) { value, byte in value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xA001 : rest >> 1 }
  }
}
