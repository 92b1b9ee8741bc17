import ControlWire
import NIOCore

/// One caller's connection, as the task that answers it sees it.
struct Connection: Sendable {
  /// The caller.
  let peer: Peer
  /// Whether there is no room for it: its first call is answered with that.
  let isRefused: Bool
  /// Messages without their NUL, in order; ends when the caller will send no more.
  let messages: AsyncThrowingStream<[UInt8], any Error>

  private let channel: any Channel
  private let handler: NIOLoopBound<ConnectionHandler>
  private let unread: TimeAmount

  /// Takes over a channel that was just accepted; on its loop.
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

  /// Whether the caller is still there.
  var isOpen: Bool { channel.isActive }

  /// Sends a message; returns when the system has taken all of it, so one caller never has more than one pending.
  ///
  /// - Throws: `ControlError.Code.noAnswer` when the caller did not read for too long, which ends the connection; what
  ///   the channel says when it ended otherwise.
  func send(_ message: [UInt8]) async throws {
    try await withTaskCancellationHandler {
      try await channel.eventLoop.flatSubmit { write(message) }.get()
    } onCancel: {
      close()
    }
  }

  /// Sends a message; on the channel's loop, where what was taken just in time was taken in time however late the task
  /// that sent it hears of it.
  private func write(_ message: [UInt8]) -> EventLoopFuture<Void> {
    let isLate = NIOLoopBoundBox(false, eventLoop: channel.eventLoop)
    let deadline = channel.eventLoop.scheduleTask(in: unread) {
      isLate.value = true
      close()
    }
    let written = channel.writeAndFlush(ByteBuffer(bytes: message))
    written.whenComplete { _ in deadline.cancel() }
    return written.flatMapErrorThrowing { error in
      throw isLate.value ? ControlError(.noAnswer, detail: "a reply was left unread") : error
    }
  }

  /// Runs the answer to a call, which the end of the connection cancels.
  func answering(_ call: @escaping @Sendable () async throws -> Void) async throws {
    let answer = Task { try await call() }
    channel.eventLoop.execute { handler.value.began(answer) }
    try await withTaskCancellationHandler {
      try await answer.value
    } onCancel: {
      answer.cancel()
    }
  }

  /// The last message was answered; the next may come.
  func answered() {
    channel.eventLoop.execute { handler.value.answered() }
  }

  /// Takes no further message.
  func drain() {
    channel.eventLoop.execute { handler.value.drain() }
  }

  /// Ends the connection.
  func close() {
    channel.close(promise: nil)
  }
}

/// Cuts what a caller sends into messages, and reads on only when all of them were answered.
///
/// So a caller can make the daemon hold no more than one message and one read.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let messages: AsyncThrowingStream<[UInt8], any Error>.Continuation
  private var framing = VarlinkFraming()
  /// Messages that were not answered yet.
  private var waiting = 0
  /// The call that is being answered.
  private var answer: Task<Void, any Error>?
  private var context: ChannelHandlerContext?
  /// How long a caller may ask nothing.
  private let idle: TimeAmount
  /// Ends the connection when nothing was asked for so long.
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

  /// Gives the caller a while to ask; the time in which it waits for an answer does not count.
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

  /// A call is being answered, and is not to outlive the connection.
  func began(_ answer: Task<Void, any Error>) {
    self.answer = answer
    if context?.channel.isActive != true { answer.cancel() }
  }

  /// A message was answered.
  func answered() {
    answer = nil
    waiting -= 1
    guard waiting == 0 else { return }
    awaitCall()
    context?.read()
  }

  /// Takes no further message; those that are here are answered.
  func drain() {
    messages.finish()
  }
}
