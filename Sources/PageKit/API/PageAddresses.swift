import CLinux

/// Where the page is opened.
package struct PageAddresses: Sendable {
  /// The name that the page is announced by.
  let name: String
  let port: Int

  /// By the name first, then by the IPv4 addresses of this computer, for phones that do not know such names.
  package var all: [String] { ([name] + Self.own).map { "http://\($0):\(port)" } }

  /// The addresses of this computer in its networks, without those that only itself or a neighbour on a wire can use.
  private static var own: [String] {
    var numbers = [UInt32](repeating: 0, count: 16)
    let count = Int(linux_ipv4_addresses(&numbers, Int32(numbers.count)))
    return numbers.prefix(count).filter { $0 >> 24 != 127 && $0 >> 16 != 0xA9FE }.map { number in
      [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
    }
  }
}
