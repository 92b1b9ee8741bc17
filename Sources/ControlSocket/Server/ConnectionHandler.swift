import ControlWire
import NIOCore

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
  /// How long nothing may be asked.
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

  /// From now on the caller may ask nothing for a while; not counted is who waits for its answer.
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
