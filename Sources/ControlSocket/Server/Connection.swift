import ControlWire
import NIOCore

/// A caller's connection, for the task that answers it.
struct Connection: Sendable {
  let peer: Peer
  /// Whether the server has no room for it, so that its first request is refused.
  let isRefused: Bool
  /// Messages without their NUL, in order; ends when the caller will send no more.
  let messages: AsyncThrowingStream<[UInt8], any Error>

  private let channel: any Channel
  private let handler: NIOLoopBound<ConnectionHandler>
  private let unread: TimeAmount

  /// Takes over a newly accepted channel; call it on the channel's loop.
  init(_ channel: any Channel, peer: Peer, limits: ServerLimits, isRefused: Bool) throws {
    let (messages, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    let handler = ConnectionHandler(continuation, idle: TimeAmount(isRefused ? .seconds(1) : limits.idle))
    self.isRefused = isRefused
    try channel.pipeline.syncOperations.addHandler(handler)
    self.peer = peer
    self.messages = messages
    self.channel = channel
    self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    self.unread = TimeAmount(limits.unread)
  }

  /// Whether the caller is still connected.
  var isOpen: Bool { channel.isActive }

  /// Sends a message; returns when the system has accepted all of it, so a caller never has more than one pending.
  ///
  /// - Throws: `ControlError.Code.noAnswer` if the caller did not read for too long, which ends the connection; the
  ///   channel's error if the connection ended otherwise.
  func send(_ message: [UInt8]) async throws {
    try await withTaskCancellationHandler {
      try await channel.eventLoop.flatSubmit { write(message) }.get()
    } onCancel: {
      close()
    }
  }

  /// Sends a message on the channel's loop, so that a message accepted just in time counts as in time, even if the task
  /// that sent it resumes late.
  private func write(_ message: [UInt8]) -> EventLoopFuture<Void> {
    let isLate = NIOLoopBoundBox(false, eventLoop: channel.eventLoop)
    let deadline = channel.eventLoop.scheduleTask(in: unread) {
      isLate.value = true
      close()
    }
    let written = channel.writeAndFlush(ByteBuffer(bytes: message))
    written.whenComplete { _ in deadline.cancel() }
    return written.flatMapErrorThrowing { error in
      throw isLate.value ? ControlError(.noAnswer, detail: "the client did not read a reply") : error
    }
  }

  /// Runs the answer to a request; the end of the connection cancels it.
  func answering(_ call: @escaping @Sendable () async throws -> Void) async throws {
    let answer = Task { try await call() }
    channel.eventLoop.execute { handler.value.began(answer) }
    try await withTaskCancellationHandler {
      try await answer.value
    } onCancel: {
      answer.cancel()
    }
  }

  /// Call when the last message is answered, so that the next one can be read.
  func answered() {
    channel.eventLoop.execute { handler.value.answered() }
  }

  /// Accepts no further messages.
  func drain() {
    channel.eventLoop.execute { handler.value.drain() }
  }

  func close() {
    channel.close(promise: nil)
  }
}

/// Splits a caller's data into messages, and reads more only when all of them are answered.
///
/// So a caller can make the daemon store no more than one message and one read.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let messages: AsyncThrowingStream<[UInt8], any Error>.Continuation
  private var framing = VarlinkFraming()
  /// The number of messages that are not answered yet.
  private var waiting = 0
  /// The answer in progress.
  private var answer: Task<Void, any Error>?
  private var context: ChannelHandlerContext?
  /// How long a caller may be connected without sending a request.
  private let idle: TimeAmount
  /// Closes the connection after `idle` without a request.
  private var ending: Scheduled<Void>?

  init(_ messages: AsyncThrowingStream<[UInt8], any Error>.Continuation, idle: TimeAmount) {
    self.messages = messages
    self.idle = idle
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  func channelActive(context: ChannelHandlerContext) {
    awaitCall()
    context.read()
  }

  /// Restarts the idle timeout, which does not run while the caller waits for an answer.
  private func awaitCall() {
    ending?.cancel()
    ending = context?.eventLoop.assumeIsolated().scheduleTask(in: idle) { [weak self] in
      self?.context?.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    framing.append(unwrapInboundIn(data).readableBytesView)
    do throws(ControlError) {
      while let message = try framing.next() {
        ending?.cancel()
        waiting += 1
        messages.yield(message)
      }
    } catch {
      messages.finish(throwing: error)
      context.close(promise: nil)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if waiting == 0 { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { messages.finish() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    ending?.cancel()
    messages.finish()
    answer?.cancel()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Stores the answer in progress, and cancels it if the connection has ended.
  func began(_ answer: Task<Void, any Error>) {
    self.answer = answer
    if context?.channel.isActive != true { answer.cancel() }
  }

  /// Counts an answered message, and reads on after the last one.
  func answered() {
    answer = nil
    waiting -= 1
    guard waiting == 0 else { return }
    awaitCall()
    context?.read()
  }

  /// Accepts no further messages; those already received are answered.
  func drain() {
    messages.finish()
  }
}
