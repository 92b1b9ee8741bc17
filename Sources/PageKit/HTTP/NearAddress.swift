import Glibc

extension PageSite.Caller {
  /// Whether the browser is in the same local network as this computer, as far as its address shows.
  ///
  /// Private (RFC 1918), link-local, unique local (RFC 4193) and loopback addresses do not come from the internet. A
  /// home's IPv6 addresses may be public; then both ends are in the same /64.
  package var isNear: Bool {
    if let four = Self.bytes(of: address, AF_INET) {
      return switch (four[0], four[1]) {
      case (10, _), (127, _), (192, 168), (169, 254): true
      case (172, let second): 16...31 ~= second
      default: false
      }
    }
    guard let six = Self.bytes(of: address, AF_INET6) else { return false }
    let isLoopback = six.dropLast().allSatisfy { $0 == 0 } && six[15] == 1
    if isLoopback || six[0] & 0xFE == 0xFC || six[0] == 0xFE && six[1] & 0xC0 == 0x80 { return true }
    let own = reachedAt.flatMap { Self.bytes(of: $0, AF_INET6) }
    return own.map { $0.prefix(8) == six.prefix(8) } ?? false
  }

  /// The bytes of an address without its zone; nil if it is not of this family.
  private static func bytes(of address: String, _ family: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
    return inet_pton(family, String(address.prefix { $0 != "%" }), &bytes) == 1 ? bytes : nil
  }
}
