/// Limits the connections of each address and each network, so that one phone, even a hostile one, leaves room for the
/// others.
///
/// A home is one network (a /64 of IPv6, a /24 of IPv4), so a network's share is large enough for several phones.
package struct ConnectionShares: Hashable, Sendable {
  /// The most connections at a time.
  package static let most = 256
  /// The most connections of one address at a time.
  package static let mostOfAddress = 8
  /// The most connections of one network at a time.
  package static let mostOfNetwork = 64

  /// How readily a connection gives way to another one; the first case gives way first.
  ///
  /// A browser keeps several idle connections, and its requests take a moment. A client that leaves a request
  /// unfinished is hostile or out of reach; a device can use any number of addresses to do so.
  package enum Readiness: Int, Comparable, Sendable {
    /// Waits for another request.
    case idle
    /// Waits for its first request.
    case unasked
    /// Waits for the rest of a request.
    case asking
    /// Shows the ride to an unpaired browser, which reconnects by itself.
    case watching

    package static func < (one: Readiness, other: Readiness) -> Bool { one.rawValue < other.rawValue }
  }

  /// A connection that gives way to another one.
  package struct Spare: Hashable, Sendable {
    /// The client's address.
    package let address: String
    package let readiness: Readiness
    /// Grows with each accepted connection.
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

  /// Adds a connection if there is room.
  ///
  /// - Parameter address: The address as the socket reports it.
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

  /// Removes a connection, which makes room for another.
  package mutating func release(_ address: String) {
    let (host, network) = Self.keys(address)
    guard let count = ofAddress[host], let all = ofNetwork[network] else { return }
    ofAddress[host] = count > 1 ? count - 1 : nil
    ofNetwork[network] = all > 1 ? all - 1 : nil
    total -= 1
  }

  /// Whether closing a connection of `other` would make room for one of `address`.
  package func canMakeRoom(_ other: String, for address: String) -> Bool {
    let (host, network) = Self.keys(address)
    let (otherHost, otherNetwork) = Self.keys(other)
    return otherHost == host || otherNetwork == network && ofAddress[host, default: 0] < Self.mostOfAddress
  }

  /// The connection that gives way to a new one of `address`.
  ///
  /// - Returns: An idle connection of the same address if there is one, else the readiest of its network, and the
  ///   oldest of several; nil if no connection makes room.
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
  /// The address, with an IPv4 address from an IPv6 socket (`::ffff:192.0.2.1`) in its IPv4 form.
  package var unmapped: String {
    let prefix = "::ffff:"
    return lowercased().hasPrefix(prefix) && contains(".") ? String(dropFirst(prefix.count)) : self
  }
}
