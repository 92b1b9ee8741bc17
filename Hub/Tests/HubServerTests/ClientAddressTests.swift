import HTTPTypes
import HubTestKit
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HubServer

/// The key by which a client's guesses are counted.
@Suite struct ClientAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2/64"), ("2001:0DB8:1:2::9%eth0", "20:1:d:b8:0:1:0:2/64"),
    ("2001:db8:1:3::9", "20:1:d:b8:0:1:0:3/64"), ("::1", "0:0:0:0:0:0:0:0/64"),
    ("192.0.2.1:80", nil), ("[::1]", nil), ("hub", nil), ("", nil),
  ])
  func `an IPv6 network of 64 bits counts as one address`(_ text: String, _ network: String?) {
    #expect(ClientAddress(text)?.network == network)
  }

  private static let peers: [(String?, String?, String)] = [
    ("127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"), ("127.0.0.1", "203.0.113.9:80", "127.0.0.1"),
    ("127.0.0.1", nil, "127.0.0.1"), ("127.0.0.2", "203.0.113.9", "127.0.0.2"),
    ("::1", "203.0.113.9", "0:0:0:0:0:0:0:0/64"), (nil, "203.0.113.9", "unknown"),
  ]

  @Test(arguments: peers)
  func `only a configured proxy can state the client's address`(
    _ peer: String?, _ forwarded: String?, _ client: String
  ) async throws {
    let proxy = try #require(ClientAddress("127.0.0.1"))
    try await TestHub.run(on: .sqlite) { hub in
      let desk = Desk(library: hub.library, options: HubOptions(host: "127.0.0.1", port: 0, proxies: [proxy]))
      var headers = HTTPFields()
      headers[try #require(HTTPField.Name("X-Forwarded-For"))] = forwarded
      let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
      let channel = NIOAsyncTestingChannel()
      if let peer { channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 1) }
      let context = HubContext(source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test")))
      #expect(desk.address(request, context) == client)
    }
  }
}
