import Glibc

/// An IP address of one end of a connection.
package struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16 bytes in network order; an IPv4 address from an IPv6 socket (`::ffff:192.0.2.1`) has 4.
  package let bytes: [UInt8]

  /// Creates an address from its bytes; nil unless there are 4 or 16.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let isMapped = bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
  }

  /// Creates an address from its written form, whose zone (`%eth0`) is ignored; nil if the text is not an address.
  package init?(_ text: String) {
    let text = String(text.prefix { $0 != "%" })
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      guard inet_pton(family, text, &bytes) == 1 else { continue }
      self.init(bytes: bytes)
      return
    }
    return nil
  }

  /// Whether it is an address of this computer alone.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes.first == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// Returns whether it is in the same local network as this computer, as far as the address shows.
  ///
  /// Private (RFC 1918), link-local, unique local (RFC 4193) and loopback addresses do not come from the internet. A
  /// home's IPv6 addresses may be public; then both ends are in the same /64. `own` is the address of this computer that
  /// the other end reached; nil if unknown.
  package func isNear(reachedAt own: NetworkAddress?) -> Bool {
    if isLoopback { return true }
    if bytes.count == 4 {
      return switch (bytes[0], bytes[1]) {
      case (10, _), (192, 168), (169, 254): true
      case (172, let second): 16...31 ~= second
      default: false
      }
    }
    if bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 { return true }
    return own.map { $0.bytes.count == 16 && $0.bytes.prefix(8) == bytes.prefix(8) } ?? false
  }
}

extension NetworkAddress: CustomStringConvertible {
  /// The written form, for a log.
  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
      return "-"
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
