import Glibc

/// The IP address of a client, or of a proxy.
package struct ClientAddress: Hashable, Sendable {
  /// 4 bytes for IPv4, also from an IPv6 socket (`::ffff:192.0.2.1`), else 16.
  private let bytes: [UInt8]

  /// Parses an address and drops its zone (`%eth0`).
  ///
  /// Nil for anything else, such as a name or an address with a port.
  package init?(_ text: String) {
    let text = String(text.prefix { $0 != "%" })
    var (short, long) = ([UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 16))
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    if inet_pton(AF_INET, text, &short) == 1 {
      bytes = short
    } else if inet_pton(AF_INET6, text, &long) == 1 {
      bytes = long.starts(with: mapped) ? Array(long.dropFirst(mapped.count)) : long
    } else {
      return nil
    }
  }

  /// The key for counting the client's requests.
  ///
  /// For IPv6 it is the first 64 bits, since a client has all addresses of its prefix.
  var network: String {
    bytes.count == 4
      ? bytes.map { String($0) }.joined(separator: ".")
      : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }
}
