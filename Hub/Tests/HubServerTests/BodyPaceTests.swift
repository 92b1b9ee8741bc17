import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import HubServer

/// Clients that send a body slowly.
@Suite struct BodyPaceTests {
  /// Sends the head of a request at 0 s, then parts of its body; returns how many the connection passed on.
  private func passed(_ parts: [(second: Int64, bytes: Int)]) throws -> Int {
    let time = Mutex(NIODeadline.uptimeNanoseconds(1))
    let start = time.withLock { $0 }
    let channel = EmbeddedChannel(handler: BodyPace { time.withLock { $0 } })
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    let head = HTTPRequest(method: .put, scheme: "http", authority: "hub", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    var count = -1
    for part in parts where channel.isActive {
      time.withLock { $0 = start + .seconds(part.second) }
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0x20, count: part.bytes)))
    }
    while try channel.readInbound(as: HTTPRequestPart.self) != nil { count += 1 }
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return count
  }

  @Test func `a body may take 30 seconds, and no byte more`() throws {
    #expect(try passed([(5, 1), (30, 1), (31, 1), (32, 1)]) == 2)
  }

  @Test func `a large body takes longer, at 16 KiB a second`() throws {
    #expect(try passed((1...100).map { ($0, 16 << 10) }) == 100)
    #expect(try passed((1...100).map { ($0, 8 << 10) }) == 60)
  }
}
