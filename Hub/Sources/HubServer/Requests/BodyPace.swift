import NIOCore
import NIOHTTPTypes

/// Closes a connection if its client sends a request body too slowly, or reads a response too slowly.
///
/// A client that sends a byte now and then never idles, so the server's idle timeout does not apply; one that does not
/// read keeps a response in memory. The connection is closed at the next byte of the body, also while the server skips
/// the body of a refused request, and some time after it accepts no more of a response.
final class BodyPace: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The time allowed for any body.
  static let patience = TimeAmount.seconds(30)
  /// A larger body is allowed a second more for each such number of bytes.
  static let bytesPerSecond: Int64 = 16 << 10

  /// The progress of a body.
  private struct Passage {
    let began: NIODeadline
    var bytes: Int64 = 0

    func isTooSlow(at now: NIODeadline) -> Bool { now - began > patience + .seconds(bytes / bytesPerSecond) }
  }

  private let now: () -> NIODeadline
  private var request: Passage
  private var answer: Passage
  /// The next check of whether the client reads on; nil while the connection accepts all of the response.
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
