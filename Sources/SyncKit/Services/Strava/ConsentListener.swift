import ControlWire
import Locks
import NIOCore
import NIOHTTP1
import NIOPosix

/// Receives the redirect of a browser on this computer, or of one that connects through `ssh -L 8721:localhost:8721`.
///
/// It listens while a consent is pending, on NIO's shared event loop: its own loop would have to be kept until its last
/// connection has ended.
final class ConsentListener: Sendable {
  /// The port on which it listens.
  let port: Int
  private let socket: any Channel

  /// Listens on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any free port.
  ///   - path: The path of the redirect. All other paths are not found.
  ///   - lasting: The time after which it closes by itself.
  ///   - answer: Receives path and query, and returns the text of the response.
  /// - Throws: An error if the port is in use.
  init(
    port: Int, path: String, lasting: Duration, answer: @escaping @Sendable (_ target: String) async -> Explanation
  ) async throws {
    let places = FreePlaces()
    // Accepted connections stay in this event loop, never in another task: a connection that arrives while the socket
    // closes would be dropped on the way, and NIO would abort the process (swift-nio#2813).
    let socket = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
      .serverChannelOption(.backlog, value: 16)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard places.take() else { throw ChannelError.eof }
          channel.closeFuture.whenComplete { _ in places.release() }
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(RequestBound())
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(ConsentExchange(path: path, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    let end = socket.eventLoop.scheduleTask(in: TimeAmount(lasting)) { socket.close(promise: nil) }
    socket.closeFuture.whenComplete { _ in end.cancel() }
    self.port = socket.localAddress?.port ?? port
    self.socket = socket
  }

  /// Stops listening, and frees the port.
  ///
  /// A request in progress still gets its response.
  func close() async { try? await socket.close() }
}

/// Limits the number of simultaneous connections.
private final class FreePlaces: Sendable {
  private let left = Lock(8)

  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  func release() { left.withLock { $0 += 1 } }
}

/// One request and one response on one connection.
private final class ConsentExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The time within which a request must arrive.
  private static let patience = TimeAmount.seconds(10)

  private let path: String
  private let answer: @Sendable (String) async -> Explanation
  private var head: HTTPRequestHead?
  private var isAnswered = false
  private var deadline: Scheduled<Void>?

  init(path: String, answer: @escaping @Sendable (String) async -> Explanation) {
    self.path = path
    self.answer = answer
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let received): head = head ?? received
    case .body: break
    case .end: answerOnce(in: context)
    }
  }

  private func answerOnce(in context: ChannelHandlerContext) {
    guard let head, !isAnswered else { return }
    isAnswered = true
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.makeFutureWithTask { [path, answer] in await Self.reply(to: head, path: path, answer: answer) }
      .whenSuccess { status, text in
        let (exchange, context) = bound.value
        exchange.send(status, text, in: context)
      }
  }

  private func send(_ status: HTTPResponseStatus, _ text: String, in context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    var fields = HTTPHeaders([
      ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", String(text.utf8.count)),
      ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
      ("Connection", "close"),
    ])
    if status == .methodNotAllowed { fields.add(name: "Allow", value: "GET") }
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
  }

  private static func reply(
    to head: HTTPRequestHead, path: String, answer: @Sendable (String) async -> Explanation
  ) async -> (HTTPResponseStatus, String) {
    guard head.uri.prefix(while: { $0 != "?" }) == path else { return (.notFound, "Not found.\n") }
    guard head.method == .GET else { return (.methodNotAllowed, "Not allowed.\n") }
    let explanation = await answer(head.uri)
    return (.ok, "\(explanation.message)\n\(explanation.remedy)\n")
  }
}

/// Closes a connection that exceeds the size of a request: Strava's redirect has about 300 bytes.
private final class RequestBound: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var left = 16_384

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    left -= unwrapInboundIn(data).readableBytes
    if left < 0 { context.close(promise: nil) } else { context.fireChannelRead(data) }
  }
}
