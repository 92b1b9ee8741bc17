import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request body comes too slowly, or whose client reads an answer too slowly.
///
/// A client that sends a byte now and then never idles, so the server's own limit does not end it; one that does not read
/// keeps an answer in memory. The connection is closed at the next byte of a body, also while the server only skips the body
/// of a request that it has refused, and some time after it takes no more of an answer.
final class BodyPace: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The time that any body may take.
  static let patience = TimeAmount.seconds(30)
  /// A larger body may take a second more for each so many bytes.
  static let bytesPerSecond: Int64 = 16 << 10

  /// A body on its way.
  private struct Passage {
    let began: NIODeadline
    var bytes: Int64 = 0

    func isTooSlow(at now: NIODeadline) -> Bool { now - began > patience + .seconds(bytes / bytesPerSecond) }
  }

  private let now: () -> NIODeadline
  private var request: Passage
  private var answer: Passage
  /// Looks whether the client reads on; nil while the connection takes all of the answer.
  private var look: Scheduled<Void>?

  init(now: @escaping () -> NIODeadline = { .now() }) {
    self.now = now
    request = Passage(began: now())
    answer = request
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: request = Passage(began: now())
    case .body(let part):
      request.bytes += Int64(part.readableBytes)
      guard !request.isTooSlow(at: now()) else {
        context.close(promise: nil)
        return
      }
    case .end: break
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head: answer = Passage(began: now())
    case .body(let part): answer.bytes += Int64(part.readableBytes)
    case .end: break
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    look?.cancel()
    look = nil
    if !context.channel.isWritable { lookLater(context) }
    context.fireChannelWritabilityChanged()
  }

  private func lookLater(_ context: ChannelHandlerContext) {
    look = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [self] in
      if answer.isTooSlow(at: now()) { context.close(promise: nil) } else { lookLater(context) }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { look?.cancel() }
}
