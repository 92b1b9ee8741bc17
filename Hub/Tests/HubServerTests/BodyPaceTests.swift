import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import HubServer

/// Clients that send a body slowly, or read a response slowly.
@Suite struct BodyPaceTests {
  /// Sends the head of a request at 0 s, then parts of its body.
  ///
  /// Returns how many parts the connection passed on.
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

  @Test func `a small request body may take at most 30 seconds`() throws {
    #expect(try passed([(5, 1), (30, 1), (31, 1), (32, 1)]) == 2)
  }

  /// Sends a response at 0 s to a client that reads no byte.
  ///
  /// Returns the seconds after which the connection is closed.
  private func closing(_ bytes: Int, readsAt second: Int64? = nil) throws -> Int64? {
    let time = Mutex(NIODeadline.uptimeNanoseconds(1))
    let start = time.withLock { $0 }
    let channel = EmbeddedChannel(handler: BodyPace { time.withLock { $0 } })
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(repeating: 0x20, count: bytes)))
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    for now: Int64 in 1...600 {
      time.withLock { $0 = start + .seconds(now) }
      if now == second {
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
      }
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      if !channel.isActive { return now }
    }
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return nil
  }

  @Test func `a client that does not read is disconnected after a minute, or later if the response is large`() throws {
    #expect(try closing(1) == 60)
    // A minute more for 1 MiB.
    #expect(try closing(1 << 20) == 120)
    #expect(try closing(1, readsAt: 59) == nil)
  }

  @Test func `a large body may take longer if it arrives at 16 KiB a second`() throws {
    #expect(try passed((1...100).map { ($0, 16 << 10) }) == 100)
    #expect(try passed((1...100).map { ($0, 8 << 10) }) == 60)
  }
}
