package import ControlWire
import NIOCore
import NIOPosix
import Rides

/// The daemon's side of the control sockets: Varlink on one thread of its own.
///
/// Calls of one connection are answered in order, connections beside each other. No caller can make the daemon hold
/// more than a message each way: it is read only when its last message was answered, and written to only when it took
/// the last reply. Whoever sends what is no call, or more than a message may have, or does not read, is cut off.
package final class ControlServer: Sendable {
  private let sockets: [String: ListeningSocket]
  private let program: VarlinkProgram
  private let service: any ControlService
  private let limits: ServerLimits
  /// Ends when `close` is called.
  private let opening = AsyncStream.makeStream(of: Never.self)

  /// Listens; clients may connect as soon as this returns, and are answered while `run` runs.
  ///
  /// A socket file that nobody listens on is replaced, one in use is not. A missing directory is made.
  ///
  /// - Parameters:
  ///   - places: Where to listen, by the names of the sockets; connections are counted over all of them.
  ///   - program: Whose interfaces are offered.
  ///   - service: What answers.
  ///   - limits: What callers can take.
  /// - Throws: why it cannot listen.
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

  /// Answers calls until `close` or the task's cancellation; to be called once.
  ///
  /// After `close` it returns when the calls in hand are answered, or were cut off after a while; a stream ends when the
  /// service ends it. Cancelled, it cancels the answers and closes the connections. The sockets' files are gone when it
  /// returns.
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

  /// Takes no further connection and no further call.
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

/// The share of the daemon that its callers can take.
package struct ServerLimits: Hashable, Sendable {
  /// Connections at a time; one more is closed as soon as it is made.
  package var connections = 64
  /// Connections of one user at a time; one more gets a refusal, and is closed.
  package var connectionsOfUser = Limits.connectionsOfUser
  /// The connections that only the privileged user may take.
  package var connectionsKept = 4
  /// The user whose number of connections is not looked at: root, who mends what the others have done.
  package var privilegedUser: UInt32? = 0
  /// How long a caller may leave one reply unread, before it is cut off.
  package var unread: Duration = .seconds(30)
  /// How long a caller may be connected and ask nothing; one that is being answered is never idle.
  package var idle: Duration = .seconds(300)
  /// How long the answers in hand may take after `close`, before they are cut off.
  package var farewell: Duration = .seconds(2)

  package init() {}
}

/// Takes new connections; on the loop's thread alone.
final class Reception {
  private let arrivals: AsyncStream<Connection>.Continuation
  private let limits: ServerLimits
  private var open: [ObjectIdentifier: Connection] = [:]
  /// The callers that are being refused for lack of room; further ones are closed at once.
  private var refused = 0
  /// The places that are taken; callers that are being refused take none, or they would shut the privileged user out.
  private var taken: Int { open.count - refused }
  private static let mostRefused = 8

  /// Hands each connection to `arrivals`, which ends with `drain`.
  init(_ arrivals: AsyncStream<Connection>.Continuation, limits: ServerLimits) {
    self.arrivals = arrivals
    self.limits = limits
  }

  /// Takes an accepted channel; without room it is refused or closed.
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

  /// Ends the connections that are left.
  func close() {
    for connection in open.values { connection.close() }
  }

  /// Takes nobody any more, and lets those who are here have their answers.
  func drain() {
    arrivals.finish()
    for connection in open.values { connection.drain() }
  }
}
