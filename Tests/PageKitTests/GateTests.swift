import FoundationEssentials
import PageKit
import TestKit
import Testing

@Suite struct HostNameTests {
  private let names = HostNames(host: "RaspberryPi", further: ["Pi.fritz.box"])

  @Test(arguments: [
    "raspberrypi", "raspberrypi.local", "RASPBERRYPI.LOCAL:8420", "raspberrypi.local.", "raspberrypi-2.local:8420",
    "localhost:8420", "192.0.2.7", "192.0.2.7:8420", "pi.fritz.box:8420",
  ])
  func `the computer's names and the address that was reached are accepted`(_ host: String) {
    #expect(names.include(host, reachedAt: "192.0.2.7"))
  }

  @Test(arguments: [
    "", "evil.example", "raspberrypi.evil.example", "evil.local", "raspberrypi.local.evil.example", "192.0.2.8",
    "raspberrypi-x.local", "raspberrypi-2222.local", "raspberrypi-.local", "raspberrypi.local:80x",
    "raspberrypi.local:80:80",
    "raspberrypi.local@evil.example", "raspberrypi.local/", "[::1]", "127.0.0.1", "raspberrypi.local:8420 evil",
  ])
  func `a foreign host name is not accepted`(_ host: String) {
    #expect(!names.include(host, reachedAt: "192.0.2.7"))
  }

  @Test func `an IPv6 address is accepted in brackets`() {
    #expect(names.include("[fd00::2]:8420", reachedAt: "fd00::2"))
    #expect(!names.include("[fd00::3]:8420", reachedAt: "fd00::2"))
    #expect(!names.include("[fd00::2", reachedAt: "fd00::2"))
  }

  @Test func `a host name with a domain is accepted with and without the domain`() {
    let names = HostNames(host: "pi.home.example")
    for name in ["pi.home.example", "pi", "pi.local"] { #expect(names.include(name, reachedAt: nil)) }
    #expect(names.announced == "pi.local")
  }
}

@Suite struct DeadlineTests {
  private func isCarriedOut(_ until: String?, at milliseconds: Int) -> Bool {
    let request = PageRequest("POST", "/api/call/Skip", fields: until.map { [("JZ2-Until", $0)] } ?? [])
    return (try? RequestGate.checkDeadline(of: request, at: WallTime(milliseconds: milliseconds))) != nil
  }

  @Test func `a call is refused after its deadline, and without one it has no limit`() {
    #expect(isCarriedOut("1764457600123", at: 1_764_457_600_123))
    #expect(!isCarriedOut("1764457600123", at: 1_764_457_600_124))
    #expect(isCarriedOut(nil, at: .max) && isCarriedOut("soon", at: .max))
  }
}

@Suite struct CertificateNameTests {
  @Test func `the names in the certificate are accepted as names of the computer`() throws {
    let folder = try TemporaryDirectory()
    let certificate = CertificateFolder(folder.path)
    let names = HostNames(host: "pi")
    #expect(certificate.names == [] && !names.include("ride.example.org", reachedAt: nil))
    try "pi.local\npi\nRide.example.org".write(toFile: folder.path(of: "names"), atomically: true, encoding: .utf8)
    let both = names.with(certificate.names)
    #expect(both.include("ride.example.org:8421", reachedAt: nil) && both.include("pi.local", reachedAt: nil))
    #expect(!both.include("other.example.org", reachedAt: nil))
  }
}

@Suite struct NearAddressTests {
  @Test(arguments: [
    ("192.168.1.7", "192.168.1.2"), ("10.0.0.9", "10.0.0.1"), ("172.31.4.4", nil), ("169.254.8.8", nil),
    ("127.0.0.1", nil), ("::1", nil), ("fe80::1%wlan0", "fe80::2%wlan0"), ("fd00::1", "fd00:1::2"),
    ("2001:db8:1:2::7", "2001:db8:1:2:a:b:c:d"),
  ])
  func `an address of the local network is near`(_ address: String, _ reached: String?) {
    #expect(PageSite.Caller(reachedAt: reached, address: address).isNear)
  }

  @Test(arguments: [
    ("203.0.113.7", "192.168.1.2"), ("203.0.113.7", "203.0.113.8"), ("172.32.0.1", nil), ("192.169.0.1", nil),
    ("100.64.0.1", nil), ("2001:db8:1:3::7", "2001:db8:1:2::7"), ("2001:db8:1:2::7", nil), ("::", "fd00::1"),
    ("2001:db8:1:2::7", "192.168.1.2"), ("-", nil), ("", nil), ("fe00::1", nil), ("192.168.1.7.evil.example", nil),
  ])
  func `any other address is not near`(_ address: String, _ reached: String?) {
    #expect(!PageSite.Caller(reachedAt: reached, address: address).isNear)
  }
}

@Suite struct RequestGateTests {
  private let gate = RequestGate(HostNames(host: "pi"))

  private func refusal(
    _ method: String, _ fields: [(String, String)], to target: String = "/api/call/Stop"
  ) -> PageRefusal? {
    do throws(PageRefusal) {
      try gate.check(PageRequest(method, target, fields: fields), reachedAt: "192.0.2.7")
      return nil
    } catch {
      return error
    }
  }

  @Test func `a request from the page itself is accepted`() {
    #expect(refusal("GET", [("Host", "pi.local:8420")], to: "/") == nil)
    #expect(refusal("POST", [("Host", "pi.local:8420"), ("Origin", "http://pi.local:8420")]) == nil)
    #expect(
      refusal(
        "POST",
        [("Host", "pi.local"), ("Origin", "https://PI.local"), ("Sec-Fetch-Site", "same-origin")]) == nil)
  }

  @Test func `a request with a foreign host name is refused, whatever its origin`() {
    #expect(refusal("GET", [("Host", "evil.example")], to: "/") == .wrongHost("evil.example"))
    #expect(
      refusal("POST", [("Host", "evil.example"), ("Origin", "http://evil.example")]) == .wrongHost("evil.example"))
    #expect(refusal("GET", [], to: "/") == .wrongHost("-"))
    #expect(refusal("GET", [("Host", "pi"), ("Host", "evil.example")], to: "/") == .wrongHost("pi"))
  }

  @Test(arguments: [
    [], [("Origin", "http://evil.example")], [("Origin", "null")], [("Origin", "http://pi.local:9000")],
    [("Origin", "http://pi.local"), ("Origin", "http://pi.local")],
    [("Origin", "http://pi.local"), ("Sec-Fetch-Site", "cross-site")],
    [("Origin", "http://pi.local"), ("Sec-Fetch-Site", "same-site")],
    [("Origin", "http://pi.local"), ("Sec-Fetch-Site", "none")],
  ])
  func `a POST request from another site is refused`(_ fields: [(String, String)]) {
    #expect(refusal("POST", [("Host", "pi.local")] + fields) == .foreignOrigin)
  }

  @Test func `another site can link to the page but cannot read its data`() {
    let fields = [("Host", "pi.local"), ("Sec-Fetch-Site", "cross-site")]
    #expect(refusal("GET", fields, to: "/api/page") == .foreignOrigin)
    #expect(refusal("GET", fields, to: "/") == nil)
  }

  @Test func `a request with too long a target is refused`() {
    let target = "/" + String(repeating: "a", count: PageRequest.longestTarget)
    #expect(refusal("GET", [("Host", "pi.local")], to: target) == .addressTooLong)
  }
}

@Suite struct ConnectionShareTests {
  @Test func `an address can have eight connections, and closing one makes room`() {
    var shares = ConnectionShares()
    func take(_ address: String) -> Bool { shares.take(address) }
    for _ in 0..<8 { #expect(take("192.0.2.1")) }
    #expect(!take("192.0.2.1"))
    #expect(!take("::ffff:192.0.2.1"), "the same address over IPv6's socket")
    #expect(take("192.0.2.2"))
    shares.release("192.0.2.1")
    #expect(take("192.0.2.1"))
  }

  @Test(arguments: ["fe80::", "2001:db8:1:2::", "192.0.2."])
  func `one device cannot use all connections of its network, nor one network all connections`(_ home: String) {
    var shares = ConnectionShares()
    func take(_ address: String) -> Bool { shares.take(address) }
    for _ in 0..<8 { #expect(take("\(home)66")) }
    #expect(!take("\(home)66"))
    for host in 1...7 { for _ in 0..<8 { #expect(take("\(home)\(host)")) } }
    #expect(!take("\(home)8"))
    #expect(take("2001:db8:1:3::1") && take("198.51.100.1"))
    shares.release("\(home)66")
    #expect(take("\(home)8") && !take("\(home)9"))
  }

  @Test func `a link-local address counts as one address in all zones`() {
    var shares = ConnectionShares()
    for zone in 0..<8 {
      let isTaken = shares.take("fe80::1%eth\(zone)")
      #expect(isTaken)
    }
    let isTaken = shares.take("fe80::1")
    #expect(!isTaken)
  }

  @Test func `a connection can make room for its own address or for others in a full network`() {
    var shares = ConnectionShares()
    func take(_ address: String) -> Bool { shares.take(address) }
    for _ in 0..<8 { #expect(take("192.0.2.1")) }
    #expect(shares.canMakeRoom("192.0.2.1", for: "192.0.2.1"))
    #expect(!shares.canMakeRoom("192.0.2.2", for: "192.0.2.1"), "its own share is full")
    #expect(shares.canMakeRoom("192.0.2.1", for: "192.0.2.2") && !shares.canMakeRoom("198.51.100.1", for: "192.0.2.2"))
  }

  @Test func `the oldest unfinished request of a full network gives way, whatever its address`() {
    var shares = ConnectionShares()
    let addresses = (0..<64).map { "fd00::\($0 / 8 + 1)" }
    for address in addresses { _ = shares.take(address) }
    func spare(for address: String, _ readiness: (Int) -> ConnectionShares.Readiness) -> Int? {
      let spares = addresses.enumerated().map { number, address in
        ConnectionShares.Spare(address: address, readiness: readiness(number), number: number)
      }
      return shares.spare(of: spares, for: address)?.number
    }
    #expect(spare(for: "fd00::99") { $0 == 0 ? .asking : .unasked } == 1)
    #expect(spare(for: "fd00:1::99") { $0 == 0 ? .asking : .unasked } == nil, "its network is not full")
    #expect(spare(for: "fd00::99") { $0 == 40 ? .idle : .unasked } == 40)
    #expect(spare(for: "fd00::99") { _ in .watching } == 0, "it connects again by itself")
  }

  @Test func `an idle connection gives way to its own address before other connections do`() {
    var shares = ConnectionShares()
    for host in 1...63 { _ = shares.take("192.0.2.\(host)") }
    _ = shares.take("192.0.2.99")
    func spare(_ own: ConnectionShares.Readiness) -> String? {
      shares.spare(
        of: [
          ConnectionShares.Spare(address: "192.0.2.1", readiness: .idle, number: 1),
          ConnectionShares.Spare(address: "192.0.2.99", readiness: own, number: 2),
        ], for: "192.0.2.99")?.address
    }
    #expect(spare(.idle) == "192.0.2.99")
    #expect(spare(.asking) == "192.0.2.1")
  }

  @Test func `jz2web accepts at most 256 connections`() {
    var shares = ConnectionShares()
    let taken = (0..<40).flatMap { host in (0..<8).map { _ in shares.take("192.0.\(host).1") } }
    #expect(taken.count { $0 } == ConnectionShares.most)
  }
}
