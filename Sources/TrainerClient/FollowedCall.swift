package import ControlWire

/// What comes of following a program by a call that is answered in parts for as long as it runs.
package enum FollowedNews<Reply: Sendable>: Sendable {
  case reply(Reply)
  /// The connection is lost, or there is none; it is tried again.
  case lost(ControlError)
}

extension StreamedCall {
  /// Makes the call once.
  ///
  /// - Parameters:
  ///   - daemon: The program.
  ///   - executor: A thread of its own, which the call blocks.
  /// - Returns: Its replies until the program goes away; the stream ends by the error.
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
        continuation.yield(.lost(lastError(of: DaemonSocket(at: paths)) { continuation.yield(.reply($0)) }))
        try? await Task.sleep(for: pause)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Makes the call, passes its replies on until they end or the task is cancelled, and returns the reason of the end.
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
