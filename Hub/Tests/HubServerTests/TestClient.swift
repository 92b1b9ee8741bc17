import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import ServiceLifecycle
import Synchronization
import Testing

@testable import HubServer

/// A response with its whole body.
struct TestResponse: Sendable {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: ByteBuffer
}

/// Sends requests to the hub's routes in this process, without a network.
struct TestClient: Sendable {
  /// The size of a body's pieces, in bytes: a connection delivers a large body in pieces.
  private static let piece = 32 << 10

  private let responder: RouterResponder<HubContext>

  init(_ router: Router<HubContext>) { responder = router.buildResponder() }

  func execute(
    uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil
  ) async throws -> TestResponse {
    var headers = headers
    if let body { headers[.contentLength] = String(body.readableBytes) }
    let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers)
    let request = Request(head: head, body: RequestBody(asyncSequence: Self.pieces(of: body ?? ByteBuffer())))
    let context = HubContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: .silent))
    let response = try await responder.respond(to: request, context: context)
    let written = WrittenBody()
    try await response.body.write(written)
    return TestResponse(status: response.status, headers: response.headers, body: written.bytes.withLock { $0 })
  }

  private static func pieces(of body: ByteBuffer) -> AsyncStream<ByteBuffer> {
    AsyncStream { stream in
      var rest = body
      while let piece = rest.readSlice(length: min(Self.piece, rest.readableBytes)), piece.readableBytes > 0 {
        stream.yield(piece)
      }
      stream.finish()
    }
  }

  final class WrittenBody: ResponseBodyWriter, Sendable {
    let bytes = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws { bytes.withLock { _ = $0.writeImmutableBuffer(buffer) } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}

/// A server on a free port of this computer.
enum TestServer {
  /// Runs a router during the test, and passes its port to the test.
  static func run(_ router: Router<BasicRequestContext>, _ test: (Int) async throws -> Void) async throws {
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in running.yield(channel.localAddress?.port ?? 0) }, logger: .silent)
    let services = ServiceGroup(services: [application], logger: .silent)
    async let end: Void = services.run()
    let port = try #require(await ports.first { _ in true })
    try await test(port)
    await services.triggerGracefulShutdown()
    try await end
  }
}

extension Logger {
  fileprivate static var silent: Logger {
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    logger[metadataKey: "hb.request.id"] = "test"
    return logger
  }
}
