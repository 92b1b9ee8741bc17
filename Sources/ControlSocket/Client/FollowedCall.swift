package import ControlWire

/// What comes of following a program by a call that is answered in parts for as long as it runs.
package enum FollowedNews<Reply: Sendable>: Sendable {
  case reply(Reply)
  /// The connection is lost, or there is none; it is tried again.
  case lost(ControlError)
}

extension StreamedCall {
  /// Makes the call again and again, through restarts of the program; never ends by itself.
  ///
  /// - Parameters:
  ///   - paths: Where the program's socket may be, in order.
  ///   - executor: A thread of its own, which the call blocks.
  ///   - pause: The time between two attempts.
  /// - Returns: The replies, and the losses between them.
  package func followed(
    at paths: [String], on executor: some TaskExecutor, pause: Duration = .seconds(1)
  ) -> AsyncStream<FollowedNews<Reply>> {
    let (stream, continuation) = AsyncStream.makeStream(of: FollowedNews<Reply>.self)
    let task = Task(executorPreference: executor) {
      while !Task.isCancelled {
        do throws(ControlError) {
          try ControlClient(connectingTo: paths).stream(self) { reply in
            continuation.yield(.reply(reply))
            return !Task.isCancelled
          }
          throw ControlError(.connectionLost)
        } catch {
          continuation.yield(.lost(error))
        }
        try? await Task.sleep(for: pause)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
