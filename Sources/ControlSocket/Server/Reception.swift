import ControlWire
import NIOCore

/// Where new connections arrive; on the loop's thread alone.
final class Reception {
  private let arrivals: AsyncStream<Connection>.Continuation
  private let limits: ServerLimits
  private var open: [ObjectIdentifier: Connection] = [:]

  /// Hands each connection to `arrivals`, which ends with `drain`.
  init(_ arrivals: AsyncStream<Connection>.Continuation, limits: ServerLimits) {
    self.arrivals = arrivals
    self.limits = limits
  }

  /// Takes an accepted channel, or closes it when there are too many.
  func take(_ channel: any Channel, of peer: Peer) throws {
    guard open.count < limits.connections else {
      channel.close(promise: nil)
      return
    }
    let connection = try Connection(channel, peer: peer, limits: limits)
    let key = ObjectIdentifier(channel)
    open[key] = connection
    channel.closeFuture.assumeIsolated().whenComplete { _ in self.open[key] = nil }
    arrivals.yield(connection)
  }

  /// Takes nobody any more, and lets those who are here have their answers.
  func drain() {
    arrivals.finish()
    for connection in open.values { connection.drain() }
  }
}
