import ControlWire
import NIOCore

/// Takes new connections; on the loop's thread alone.
final class Reception {
  private let arrivals: AsyncStream<Connection>.Continuation
  private let limits: ServerLimits
  private var open: [ObjectIdentifier: Connection] = [:]
  /// The callers that are being refused for lack of room; further ones are closed at once.
  private var refused = 0
  private static let mostRefused = 8

  /// Hands each connection to `arrivals`, which ends with `drain`.
  init(_ arrivals: AsyncStream<Connection>.Continuation, limits: ServerLimits) {
    self.arrivals = arrivals
    self.limits = limits
  }

  /// Takes an accepted channel; without room it is refused or closed.
  func take(_ channel: any Channel, of peer: Peer) throws {
    let isRefused = !hasRoom(for: peer)
    guard open.count < limits.connections, !isRefused || refused < Self.mostRefused else {
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
    return ofUser < limits.connectionsOfUser && open.count < limits.connections - limits.connectionsKept
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
