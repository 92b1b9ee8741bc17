package import ControlWire
import NIOCore
import NIOPosix
import Rides

/// The daemon's side of the control sockets: Varlink on one thread of its own.
///
/// Requests on one connection are answered in order, different connections concurrently. A caller can make the daemon
/// store no more than one message in each direction: the daemon reads only when the caller's last message is answered,
/// and writes only when the caller has read the last reply. A caller is disconnected if it sends an invalid or too long
/// message, or does not read.
package final class ControlServer: Sendable {
  private let sockets: [String: ListeningSocket]
  private let program: VarlinkProgram
  private let service: any ControlService
  private let limits: ServerLimits
  /// Ends when `close` is called.
  private let opening = AsyncStream.makeStream(of: Never.self)

  /// Starts to listen; clients can connect as soon as this returns, and are answered while `run` runs.
  ///
  /// An unused socket file is replaced, one in use is not. A missing directory is created.
  ///
  /// - Parameters:
  ///   - places: The places to listen at, by the names of the sockets; connections are counted over all of them.
  ///   - program: The program whose interfaces are offered.
  ///   - service: The service that answers.
  ///   - limits: The limits for callers.
  /// - Throws: The reason why it cannot listen.
  package init(
    listening places: [String: ListeningPlace], of program: VarlinkProgram, service: any ControlService,
    limits: ServerLimits = ServerLimits()
  ) throws(ListenError) {
    var sockets: [String: ListeningSocket] = [:]
    do throws(ListenError) {
      for (socket, place) in places { sockets[socket] = try ListeningSocket(place) }
    } catch {
      for socket in sockets.values { socket.abandon() }
      throw error
    }
    self.sockets = sockets
    self.program = program
    self.service = service
    self.limits = limits
  }

  /// Answers requests until `close` or the task's cancellation; call it once.
  ///
  /// After `close` it returns when the pending requests are answered, or were cut off after a while; a stream ends when
  /// the service ends it. If cancelled, it cancels the answers and closes the connections. When it returns, the
  /// sockets' files are removed.
  package func run() async throws {
    defer { for socket in sockets.values { socket.removeFile() } }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      try await answer(on: group.any())
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
    try await group.shutdownGracefully()
  }

  /// Accepts no further connections and no further requests.
  package func close() {
    opening.continuation.finish()
  }

  private func answer(on loop: any EventLoop) async throws {
    let (connections, arrivals) = AsyncStream.makeStream(of: Connection.self)
    let reception = try await loop.submit { [limits] in
      NIOLoopBound(Reception(arrivals, limits: limits), eventLoop: loop)
    }.get()
    var listeners: [any Channel] = []
    for (socket, listening) in sockets { listeners.append(try await listen(socket, listening, on: loop, reception)) }
    await withDiscardingTaskGroup { group in
      group.addTask { [listeners] in
        for await _ in self.opening.stream {}
        let limits = self.limits
        for listener in listeners { listener.close(promise: nil) }
        loop.execute { reception.value.drain() }
        loop.scheduleTask(in: TimeAmount(limits.farewell)) { reception.value.close() }
      }
      for await connection in connections {
        group.addTask {
          await Conversation(connection: connection, service: self.service, program: self.program).run()
        }
      }
    }
  }

  private func listen(
    _ socket: String, _ listening: ListeningSocket, on loop: any EventLoop,
    _ reception: NIOLoopBound<Reception>
  ) async throws -> any Channel {
    try await ServerBootstrap(group: loop)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        Peer.of(channel, by: socket).flatMapThrowing { try reception.value.take(channel, of: $0) }
      }
      .withBoundSocket(listening.descriptor).get()
  }
}

/// Limits on the resources that callers can use.
package struct ServerLimits: Hashable, Sendable {
  /// The most connections at a time; further ones are closed at once.
  package var connections = 64
  /// The most connections of one user at a time; further ones get a refusal and are closed.
  package var connectionsOfUser = Limits.connectionsOfUser
  /// The number of connections that are reserved for the privileged user.
  package var connectionsKept = 4
  /// The user without a limit per user: root, which may have to repair the damage of other users.
  package var privilegedUser: UInt32? = 0
  /// How long a caller may leave a reply unread before it is disconnected.
  package var unread: Duration = .seconds(30)
  /// How long a caller may be connected without a request; waiting for an answer does not count.
  package var idle: Duration = .seconds(300)
  /// How long pending answers may take after `close` before they are cut off.
  package var farewell: Duration = .seconds(2)

  package init() {}
}

/// Accepts new connections; used only on the loop's thread.
final class Reception {
  private let arrivals: AsyncStream<Connection>.Continuation
  private let limits: ServerLimits
  private var open: [ObjectIdentifier: Connection] = [:]
  /// The number of callers that are being refused for lack of room; further ones are closed at once.
  private var refused = 0
  /// The number of connections in use; refused callers do not count, or they would lock out the privileged user.
  private var taken: Int { open.count - refused }
  private static let mostRefused = 8

  /// Yields each connection to `arrivals`, which `drain` finishes.
  init(_ arrivals: AsyncStream<Connection>.Continuation, limits: ServerLimits) {
    self.arrivals = arrivals
    self.limits = limits
  }

  /// Accepts a channel; without room, refuses or closes it.
  func take(_ channel: any Channel, of peer: Peer) throws {
    let isRefused = !hasRoom(for: peer)
    guard isRefused ? refused < Self.mostRefused : taken < limits.connections else {
      channel.close(promise: nil)
      return
    }
    let connection = try Connection(channel, peer: peer, limits: limits, isRefused: isRefused)
    let key = ObjectIdentifier(channel)
    open[key] = connection
    if isRefused { refused += 1 }
    channel.closeFuture.assumeIsolated().whenComplete { _ in
      self.open[key] = nil
      if isRefused { self.refused -= 1 }
    }
    arrivals.yield(connection)
  }

  private func hasRoom(for peer: Peer) -> Bool {
    if peer.uid == limits.privilegedUser { return true }
    let ofUser = open.values.count { $0.peer.uid == peer.uid && !$0.isRefused }
    return ofUser < limits.connectionsOfUser && taken < limits.connections - limits.connectionsKept
  }

  /// Closes the remaining connections.
  func close() {
    for connection in open.values { connection.close() }
  }

  /// Accepts no further connections; messages already received are still answered.
  func drain() {
    arrivals.finish()
    for connection in open.values { connection.drain() }
  }
}
