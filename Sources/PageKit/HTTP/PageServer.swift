import Glibc
import Locks
import Loop
import NIOCore
import NIOHTTP1
import NIOPosix

/// Listens for browsers, on one thread.
package final class PageServer: Sendable {
  /// The sockets that accept browsers.
  package enum Listening: Hashable, Sendable {
    /// An address and a port, opened by the server; port 0 means any free port.
    case address(String, port: Int)
    /// Sockets from systemd.
    case descriptors([Int32])
  }

  /// A Unix socket of decrypted connections, each of which begins with the proxy's header (`ProxyHeader`).
  package enum Decrypted: Hashable, Sendable {
    case path(String)
    case descriptors([Int32])
  }

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  /// The event loop for all connections.
  let loop: any NIOCore.EventLoop
  private let listeners: Lock<[any Channel]>

  /// The ports of the listening sockets, without sockets that have no port.
  package var ports: [Int] { listeners.withLock { $0.compactMap { $0.localAddress?.port } } }

  init() {
    loop = group.any()
    listeners = Lock([])
  }

  /// Starts to accept browsers.
  ///
  /// - Parameters:
  ///   - listening: The sockets for browsers.
  ///   - decrypted: The socket on which a proxy hands over decrypted connections; nil if there is none.
  ///   - handler: Creates the handler of a connection.
  /// - Throws: An error if a port or a socket cannot be opened.
  func listen(
    _ listening: Listening, decrypted: Decrypted?,
    _ handler: @escaping @Sendable (PageSite.Caller) -> ExchangeHandler
  ) async throws {
    let connections = NIOLoopBoundBox.makeBoxSendingValue(OpenConnections(), eventLoop: loop)
    let bootstrap = Self.overTCP(
      Self.bootstrap(on: loop) { channel in
        let caller = PageSite.Caller(
          reachedAt: channel.localAddress?.ipAddress?.unmapped,
          address: channel.remoteAddress?.ipAddress?.unmapped ?? "-")
        try Self.admit(channel, from: caller, connections, handler)
      })
    let proxied = Self.bootstrap(on: loop) { channel in
      try channel.pipeline.syncOperations.addHandler(
        ProxyHeaderHandler { channel, header in
          let caller = PageSite.Caller(
            reachedAt: header.destination, address: header.source ?? "-", isSecure: true)
          try Self.admit(channel, from: caller, connections, handler)
        })
    }
    do {
      let channels =
        switch listening {
        case .address(let host, let port): [try await Self.bind(host, port, bootstrap)]
        case .descriptors(let descriptors): try await Self.bind(descriptors, bootstrap)
        }
      listeners.withLock { $0 = channels }
      switch decrypted {
      case .path(let path):
        _ = try await proxied.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
      case .descriptors(let descriptors): _ = try await Self.bind(descriptors, proxied)
      case nil: break
      }
    } catch {
      await close()
      throw error
    }
  }

  /// Closes all connections.
  package func close() async { try? await group.shutdownGracefully() }

  /// Without IPv6, `::` means every IPv4 address.
  private static func bind(_ host: String, _ port: Int, _ bootstrap: ServerBootstrap) async throws -> any Channel {
    do { return try await bootstrap.bind(host: host, port: port).get() } catch let error as IOError
      where host == "::" && error.errnoCode == EAFNOSUPPORT
    {
      return try await bootstrap.bind(host: "0.0.0.0", port: port).get()
    }
  }

  private static func bind(_ descriptors: [Int32], _ bootstrap: ServerBootstrap) async throws -> [any Channel] {
    var channels: [any Channel] = []
    for descriptor in descriptors { channels.append(try await bootstrap.withBoundSocket(descriptor).get()) }
    return channels
  }

  private static func bootstrap(
    on loop: any NIOCore.EventLoop, _ admit: @escaping @Sendable (any Channel) throws -> Void
  ) -> ServerBootstrap {
    ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 128)
      // The system's buffer for a client that does not read.
      .childChannelOption(.socketOption(.so_sndbuf), value: 131_072)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 16_384, high: 65_536))
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try admit(channel) }
      }
  }

  private static func overTCP(_ bootstrap: ServerBootstrap) -> ServerBootstrap {
    bootstrap
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // Drops a phone that is out of reach after 20 s without an acknowledgement (TCP_USER_TIMEOUT, tcp(7)).
      .childChannelOption(.socket(.init(6), .init(18)), value: 20_000)
  }

  private static func admit(
    _ channel: any Channel, from caller: PageSite.Caller, _ connections: NIOLoopBoundBox<OpenConnections>,
    _ handler: @Sendable (PageSite.Caller) -> ExchangeHandler
  ) throws {
    let exchange = handler(caller)
    guard let number = connections.value.take(exchange, from: caller.address) else { throw NoRoom() }
    channel.closeFuture.assumeIsolated().whenComplete { _ in connections.value.release(number) }
    let pipeline = channel.pipeline.syncOperations
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (8192, 16_384, 64)
    try pipeline.addHandler(exchange.headBound)
    try pipeline.configureHTTPServerPipeline(
      withEncoderConfiguration: HTTPResponseEncoder.Configuration(), withDecoderLimitConfiguration: limits)
    try pipeline.addHandler(exchange)
  }

  private struct NoRoom: Error {}
}

/// The open connections; used on the loop's thread only.
private struct OpenConnections {
  private var shares = ConnectionShares()
  /// The connections by number, in the order of their arrival.
  private var open: [Int: (exchange: ExchangeHandler, address: String)] = [:]
  private var lastNumber = 0

  /// Adds a connection; closes another one for it if necessary.
  ///
  /// - Returns: The connection's number, for `release(_:)`; nil if there is no room.
  mutating func take(_ exchange: ExchangeHandler, from address: String) -> Int? {
    if !shares.take(address) {
      let spares = open.compactMap { number, other in
        other.exchange.readiness.map {
          ConnectionShares.Spare(address: other.address, readiness: $0, number: number)
        }
      }
      guard let spare = shares.spare(of: spares, for: address) else { return nil }
      let exchange = open[spare.number]?.exchange
      release(spare.number)
      exchange?.close()
      guard shares.take(address) else { return nil }
    }
    lastNumber += 1
    open[lastNumber] = (exchange, address)
    return lastNumber
  }

  /// Removes a connection; a second call has no effect.
  mutating func release(_ number: Int) {
    if let (_, address) = open.removeValue(forKey: number) { shares.release(address) }
  }
}

/// Closes a connection whose request line never ends: the decoder would keep all of it, without a limit.
final class HeadBound: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Enough for a head, and for a body that arrives in the same read.
  private static let mostBytes = 131_072

  /// Bytes since the last request ended; nil while a body arrives, which has its own limit.
  private var count: Int? = 0

  func headCame() { count = nil }
  func requestEnded() { count = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count = count.map { $0 + unwrapInboundIn(data).readableBytes }
    guard count ?? 0 <= Self.mostBytes else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }
}
