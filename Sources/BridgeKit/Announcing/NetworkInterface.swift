import CLinux

/// A network interface with an IPv4 address.
///
/// Only IPv4 is announced: every app uses it, and some use no other version.
package struct NetworkInterface: Hashable, Sendable {
  /// The number of the interface in this computer.
  package var index: Int32
  /// The written form of its address.
  package var address: String

  package init(index: Int32, address: String) {
    self.index = index
    self.address = address
  }

  /// Returns the running interfaces of this computer with multicast, except loopback.
  package static func all() -> [Self] {
    var addresses = [UInt32](repeating: 0, count: 32)
    var indexes = [Int32](repeating: 0, count: addresses.count)
    let count = Int(linux_multicast_interfaces(&addresses, &indexes, Int32(addresses.count)))
    return zip(indexes, addresses).prefix(count).map { index, address in
      let bytes = (0..<4).reversed().map { "\((address >> ($0 * 8)) & 0xFF)" }
      return Self(index: index, address: bytes.joined(separator: "."))
    }
  }
}
