import PageKit
import Testing

@Suite struct ProxyHeaderTests {
  @Test(arguments: [
    ("PROXY TCP4 192.0.2.1 192.0.2.7 51000 8421", "192.0.2.1" as String?, "192.0.2.7" as String?),
    ("PROXY TCP6 2001:db8::1 2001:db8::7 51000 8421", "2001:db8::1", "2001:db8::7"),
    ("PROXY TCP6 ::ffff:192.0.2.1 ::ffff:192.0.2.7 51000 8421", "192.0.2.1", "192.0.2.7"),
    ("PROXY TCP6 fe80::1%jz2-none fe80::7%jz2-none 51000 8421", "fe80::1%jz2-none", "fe80::7%jz2-none"),
    ("PROXY UNKNOWN", nil, nil), ("PROXY UNKNOWN what may follow", nil, nil),
  ])
  func `a proxy header names source and destination`(_ line: String, _ source: String?, _ destination: String?) throws {
    let header = try #require(ProxyHeader(line: line))
    #expect(header.source == source && header.destination == destination)
  }

  @Test(arguments: [
    "", "PROXY", "proxy TCP4 192.0.2.1 192.0.2.7 1 2", "GET / HTTP/1.1", "PROXY TCP4 192.0.2.1 192.0.2.7 51000",
    "PROXY TCP4 192.0.2.1 192.0.2.7 51000 99999", "PROXY TCP4 192.0.2 pi.local 51000 8421",
    "PROXY TCP4  192.0.2.1 192.0.2.7 51000 8421", "PROXY TCP4 192.0.2.1 192.0.2.7 +1 2",
    "PROXY TCP6 %wlan0 fe80::7%wlan0 1 2",
    "PROXY UDP4 1.1.1.1 2.2.2.2 1 2",
  ])
  func `an invalid proxy header is rejected`(_ line: String) { #expect(ProxyHeader(line: line) == nil) }
}
