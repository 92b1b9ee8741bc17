import Glibc
import Locks
import Loop
import NIOCore
import NIOHTTP1
import NIOPosix

/// Listens for browsers, on one thread.
package final class PageServer: Sendable {
  /// Where it listens for browsers.
  package enum Listening: Hashable, Sendable {
    /// On an address and a port that it opens; port 0 is any that is free.
    case address(String, port: Int)
    /// On sockets that systemd passed in.
    case descriptors([Int32])
  }

  /// A Unix socket of decrypted connections, each of which begins with the proxy's line (`ProxyHeader`).
  package enum Decrypted: Hashable, Sendable {
    case path(String)
    case descriptors([Int32])
  }

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  /// The loop that browsers are answered on.
  let loop: any NIOCore.EventLoop
  private let listeners: Lock<[any Channel]>

  /// Where it listens; nil for a socket that tells no port.
  package var ports: [Int] { listeners.withLock { $0.compactMap { $0.localAddress?.port } } }

  init() {
    loop = group.any()
    listeners = Lock([])
  }

  /// Listens; browsers are answered from now on.
  ///
  /// - Parameters:
  ///   - listening: Where.
  ///   - decrypted: Where a proxy hands on connections that it has decrypted.
  ///   - handler: Makes what answers on a caller's connection.
  /// - Throws: Why a port or a socket cannot be opened.
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

  /// Ends all connections.
  package func close() async { try? await group.shutdownGracefully() }

  /// Where there is no IPv6, `::` is meant as every address of IPv4.
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
      // What the system keeps for one that does not read.
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
      // A phone that went out of reach is gone after 20 s without an answer (TCP_USER_TIMEOUT, tcp(7)).
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

/// Who is connected; on the loop's thread alone.
private struct OpenConnections {
  private var shares = ConnectionShares()
  /// By numbers in the order in which the connections came.
  private var open: [Int: (exchange: ExchangeHandler, address: String)] = [:]
  private var lastNumber = 0

  /// Takes a connection, if need be in place of another one.
  ///
  /// - Returns: The number by which its room is given back; nil if there is none.
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

  /// Gives the room of a connection back, once.
  mutating func release(_ number: Int) {
    if let (_, address) = open.removeValue(forKey: number) { shares.release(address) }
  }
}

/// Closes a connection whose request line never ends: the decoder keeps all of it, and has no limit for that.
final class HeadBound: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// A head, and a body that comes in the same read.
  private static let mostBytes = 131_072

  /// Bytes since the last request ended; nil while a body comes, which has its own limit.
  private var count: Int? = 0

  func headCame() { count = nil }
  func requestEnded() { count = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count = count.map { $0 + unwrapInboundIn(data).readableBytes }
    guard count ?? 0 <= Self.mostBytes else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }
}
