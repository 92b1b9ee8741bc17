import Glibc

/// Where the page is opened.
package struct PageAddresses: Sendable {
  /// The name that the page is announced by.
  let name: String
  let port: Int

  /// By the name first, then by the addresses of this computer, for phones that do not know such names.
  package var all: [String] {
    ([name] + Self.own.map { $0.contains(":") ? "[\($0)]" : $0 }).map { "http://\($0):\(port)" }
  }

  /// The addresses of this computer in its networks, without those that only it or its neighbour on a wire can use.
  private static var own: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [String] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0,
        entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
      else { continue }
      let family = Int32(address.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 else { continue }
      let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard
        getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, Int32(NI_NUMERICHOST)) == 0
      else { continue }
      let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if !name.hasPrefix("fe80:"), !name.hasPrefix("169.254."), !found.contains(name) { found.append(name) }
    }
    // What is short to type comes first.
    return found.filter { !$0.contains(":") } + found.filter { $0.contains(":") }
  }
}
