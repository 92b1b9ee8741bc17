package import ControlWire

/// An event while following a program by a call with many replies.
package enum FollowedNews<Reply: Sendable>: Sendable {
  case reply(Reply)
  /// The connection was lost, or could not be made. It is retried.
  case lost(ControlError)
}

extension StreamedCall {
  /// Makes the call once.
  ///
  /// - Parameters:
  ///   - daemon: The program.
  ///   - executor: A dedicated thread, which the call blocks.
  /// - Returns: Its replies until the program goes away. The stream ends with the error.
  package func replies(
    of daemon: some DaemonConnection, on executor: some TaskExecutor
  ) -> AsyncThrowingStream<Reply, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Reply.self)
    let task = Task(executorPreference: executor) {
      continuation.finish(throwing: lastError(of: daemon) { continuation.yield($0) })
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Repeats the call through restarts of the program.
  ///
  /// The stream never ends by itself.
  ///
  /// - Parameters:
  ///   - paths: The possible paths of the program's socket, in order.
  ///   - executor: A dedicated thread, which the call blocks.
  ///   - pause: The time between two attempts.
  /// - Returns: The replies, and the connection losses between them.
  package func followed(
    at paths: [String], on executor: some TaskExecutor, pause: Duration = .seconds(1)
  ) -> AsyncStream<FollowedNews<Reply>> {
    let (stream, continuation) = AsyncStream.makeStream(of: FollowedNews<Reply>.self)
    let task = Task(executorPreference: executor) {
      while !Task.isCancelled {
        continuation.yield(.lost(lastError(of: DaemonSocket(at: paths)) { continuation.yield(.reply($0)) }))
        try? await Task.sleep(for: pause)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Makes the call and passes its replies on until they end or the task is cancelled.
  ///
  /// Returns the reason of the end.
  private func lastError(of daemon: some DaemonConnection, _ pass: (Reply) -> Void) -> ControlError {
    do throws(ControlError) {
      try daemon.stream(self) { reply in
        pass(reply)
        return !Task.isCancelled
      }
      return ControlError(.connectionLost)
    } catch {
      return error
    }
  }
}
