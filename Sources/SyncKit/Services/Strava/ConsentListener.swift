import ControlWire
import NIOCore
import NIOHTTP1
import NIOPosix

/// Catches the answer of a browser on this computer, or of one that comes by `ssh -L 8721:localhost:8721`.
///
/// It is there while an answer is waited for: one thread, few connections, short requests.
final class ConsentListener: Sendable {
  private typealias Exchange = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  /// The most bytes of a request; an answer of Strava has some 300.
  private static let mostBytes = 16_384
  /// The most connections at a time.
  private static let mostConnections = 8
  /// How long a request may take to arrive.
  private static let patience = TimeAmount.seconds(10)

  /// Where it listens.
  let port: Int
  /// Those who wait until it takes no further request.
  private let closers: AsyncStream<CheckedContinuation<Void, Never>>.Continuation

  /// Listens on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - path: What is asked for; everything else is not found.
  ///   - lasting: When it ends by itself.
  ///   - answer: Takes path and query, and says what happened.
  /// - Throws: if the port is in use.
  init(
    port: Int, path: String, lasting: Duration, answer: @escaping @Sendable (_ target: String) async -> Sentence
  ) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server: NIOAsyncChannel<Exchange, Never>
    do {
      server = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 16)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(RequestBound(mostBytes: Self.mostBytes))
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            return try Exchange(wrappingChannelSynchronously: channel)
          }
        }
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
    self.port = server.channel.localAddress?.port ?? port
    let socket = server.channel
    let end = group.next().scheduleTask(in: TimeAmount(lasting)) { socket.close(promise: nil) }
    let (waiting, closers) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    self.closers = closers
    // The loop ends last: a loop that has ended answers nobody, and whoever closes the socket would wait for ever.
    let closing = Task {
      for await closer in waiting {
        try? await socket.close()
        closer.resume()
      }
    }
    Task {
      try? await Self.serve(server, path: path, answer: answer)
      closers.finish()
      await closing.value
      end.cancel()
      try? await group.shutdownGracefully()
    }
  }

  /// Takes no further request, and frees the port; a request that is at work is answered.
  func close() async {
    await withCheckedContinuation { closer in
      if case .terminated = closers.yield(closer) { closer.resume() }
    }
  }

  private static func serve(
    _ server: NIOAsyncChannel<Exchange, Never>, path: String, answer: @escaping @Sendable (String) async -> Sentence
  ) async throws {
    try await server.executeThenClose { connections in
      try await withThrowingTaskGroup(of: Void.self) { group in
        var count = 0
        for try await connection in connections {
          if count == mostConnections {
            try await group.next()
            count -= 1
          }
          count += 1
          group.addTask { try? await converse(connection, path: path, answer: answer) }
        }
      }
    }
  }

  /// One request, one answer.
  private static func converse(
    _ connection: Exchange, path: String, answer: @Sendable (String) async -> Sentence
  ) async throws {
    let channel = connection.channel
    let end = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    try await connection.executeThenClose { inbound, outbound in
      var head: HTTPRequestHead?
      reading: for try await part in inbound {
        switch part {
        case .head(let received): head = received
        case .body: continue
        case .end: break reading
        }
      }
      end.cancel()
      guard let head else { return }
      let (status, text) = await reply(to: head, path: path, answer: answer)
      var fields = HTTPHeaders([
        ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", String(text.utf8.count)),
        ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
        ("Connection", "close"),
      ])
      if status == .methodNotAllowed { fields.add(name: "Allow", value: "GET") }
      try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: fields)))
      try await outbound.write(.body(.byteBuffer(ByteBuffer(string: text))))
      try await outbound.write(.end(nil))
    }
  }

  private static func reply(
    to head: HTTPRequestHead, path: String, answer: @Sendable (String) async -> Sentence
  ) async -> (HTTPResponseStatus, String) {
    guard head.uri.prefix(while: { $0 != "?" }) == path else { return (.notFound, "Not found.\n") }
    guard head.method == .GET else { return (.methodNotAllowed, "Not allowed.\n") }
    let sentence = await answer(head.uri)
    return (.ok, "\(sentence.message)\n\(sentence.remedy)\n")
  }
}

/// Closes a connection that sends more than a request may have.
private final class RequestBound: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var left: Int

  init(mostBytes: Int) { left = mostBytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    left -= unwrapInboundIn(data).readableBytes
    if left < 0 { context.close(promise: nil) } else { context.fireChannelRead(data) }
  }
}
