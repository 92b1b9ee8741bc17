/// The share of connections that an address may have, so that one phone, or a hostile one, leaves room for the others.
package struct ConnectionShares: Hashable, Sendable {
  /// Connections at a time.
  package static let most = 256
  /// Connections of one address at a time.
  package static let mostOfAddress = 8

  private var counts: [String: Int] = [:]
  private var total = 0

  package init() {}

  /// Takes a connection, if there is room.
  ///
  /// - Parameter address: The address as the socket has it; of IPv6 the network counts, of which a phone has many.
  /// - Returns: Whether there was room.
  package mutating func take(_ address: String) -> Bool {
    let key = Self.key(address)
    guard total < Self.most, counts[key, default: 0] < Self.mostOfAddress else { return false }
    counts[key, default: 0] += 1
    total += 1
    return true
  }

  /// Gives the room of a connection back.
  package mutating func release(_ address: String) {
    let key = Self.key(address)
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
    total -= 1
  }

  /// The first 64 bits of an IPv6 address; any other address as it is.
  static func key(_ address: String) -> String {
    let plain = address.unmapped.prefix { $0 != "%" }
    guard plain.contains(":") else { return String(plain) }
    let halves = plain.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    var groups = halves[0].split(separator: ":").map(String.init)
    if halves.count == 2 {
      let tail = halves[1].split(separator: ":").map(String.init)
      groups += Array(repeating: "0", count: max(0, 8 - groups.count - tail.count)) + tail
    }
    return groups.prefix(4).joined(separator: ":")
  }
}

extension String {
  /// An IPv4 address that came over an IPv6 socket (`::ffff:192.0.2.1`) as itself.
  package var unmapped: String {
    let prefix = "::ffff:"
    return lowercased().hasPrefix(prefix) && contains(".") ? String(dropFirst(prefix.count)) : self
  }
}
