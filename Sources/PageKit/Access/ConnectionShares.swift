/// The share of connections that an address and its network may have, so that one phone, or a hostile one, leaves room
/// for the others.
///
/// A home is one network (a /64 of IPv6, a /24 of IPv4), so the share of a network is that of several phones.
package struct ConnectionShares: Hashable, Sendable {
  /// Connections at a time.
  package static let most = 256
  /// Connections of one address at a time.
  package static let mostOfAddress = 8
  /// Connections of one network at a time.
  package static let mostOfNetwork = 64

  /// How readily a connection gives way to another one, the first case first.
  ///
  /// A browser keeps several idle connections in store, and its requests take a moment. One that keeps a request
  /// unfinished is hostile, or out of reach; a device can have any number of addresses to do so.
  package enum Readiness: Int, Comparable, Sendable {
    /// It waits for a further request.
    case idle
    /// It waits for its first request.
    case unasked
    /// It waits for the rest of a request.
    case asking
    /// It shows the ride to a browser that is not paired, which connects again by itself.
    case watching

    package static func < (one: Readiness, other: Readiness) -> Bool { one.rawValue < other.rawValue }
  }

  /// A connection that gives way to another one.
  package struct Spare: Hashable, Sendable {
    /// The address of its client.
    package let address: String
    package let readiness: Readiness
    /// It grows with each connection that is taken.
    package let number: Int

    package init(address: String, readiness: Readiness, number: Int) {
      self.address = address
      self.readiness = readiness
      self.number = number
    }
  }

  private var ofAddress: [String: Int] = [:]
  private var ofNetwork: [String: Int] = [:]
  private var total = 0

  package init() {}

  /// Takes a connection, if there is room.
  ///
  /// - Parameter address: The address as the socket has it.
  /// - Returns: Whether there was room.
  package mutating func take(_ address: String) -> Bool {
    let (host, network) = Self.keys(address)
    guard total < Self.most, ofAddress[host, default: 0] < Self.mostOfAddress,
      ofNetwork[network, default: 0] < Self.mostOfNetwork
    else { return false }
    ofAddress[host, default: 0] += 1
    ofNetwork[network, default: 0] += 1
    total += 1
    return true
  }

  /// Gives the room of a connection back.
  package mutating func release(_ address: String) {
    let (host, network) = Self.keys(address)
    guard let count = ofAddress[host], let all = ofNetwork[network] else { return }
    ofAddress[host] = count > 1 ? count - 1 : nil
    ofNetwork[network] = all > 1 ? all - 1 : nil
    total -= 1
  }

  /// Whether the end of a connection of `other` would make room for one of `address`.
  package func canMakeRoom(_ other: String, for address: String) -> Bool {
    let (host, network) = Self.keys(address)
    let (otherHost, otherNetwork) = Self.keys(other)
    return otherHost == host || otherNetwork == network && ofAddress[host, default: 0] < Self.mostOfAddress
  }

  /// The connection that gives way to a new one of `address`.
  ///
  /// - Returns: An idle one of the same address if there is one, else the readiest of its network, the oldest of several;
  ///   nil if no connection makes room.
  package func spare(of spares: [Spare], for address: String) -> Spare? {
    func isOwnIdle(_ spare: Spare) -> Bool { spare.readiness == .idle && spare.address == address }
    return spares.filter { canMakeRoom($0.address, for: address) }.min { one, other in
      if isOwnIdle(one) != isOwnIdle(other) { return isOwnIdle(one) }
      return (one.readiness, one.number) < (other.readiness, other.number)
    }
  }

  /// The address without its zone, and its network: the first 64 bits of IPv6, 24 of IPv4.
  private static func keys(_ address: String) -> (host: String, network: String) {
    let host = String(address.unmapped.prefix { $0 != "%" })
    guard host.contains(":") else { return (host, host.split(separator: ".").prefix(3).joined(separator: ".")) }
    let halves = host.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    var groups = halves[0].split(separator: ":").map(String.init)
    if halves.count == 2 {
      let tail = halves[1].split(separator: ":").map(String.init)
      groups += Array(repeating: "0", count: max(0, 8 - groups.count - tail.count)) + tail
    }
    return (host, groups.prefix(4).joined(separator: ":"))
  }
}

extension String {
  /// An IPv4 address that came over an IPv6 socket (`::ffff:192.0.2.1`) as itself.
  package var unmapped: String {
    let prefix = "::ffff:"
    return lowercased().hasPrefix(prefix) && contains(".") ? String(dropFirst(prefix.count)) : self
  }
}
