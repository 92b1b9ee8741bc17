import CLinux

/// The addresses of the page.
package struct PageAddresses: Sendable {
  /// The name under which the page is announced.
  let name: String
  let port: Int

  /// The URL by name, then those by this computer's IPv4 addresses, for phones that cannot resolve such names.
  package var all: [String] { ([name] + Self.own).map { "http://\($0):\(port)" } }

  /// This computer's network addresses, without loopback and link-local ones.
  private static var own: [String] {
    var numbers = [UInt32](repeating: 0, count: 16)
    let count = Int(linux_ipv4_addresses(&numbers, Int32(numbers.count)))
    return numbers.prefix(count).filter { $0 >> 24 != 127 && $0 >> 16 != 0xA9FE }.map { number in
      [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
    }
  }
}
