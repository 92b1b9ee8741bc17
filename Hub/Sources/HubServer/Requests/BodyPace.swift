import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request body comes too slowly.
///
/// A client that sends a byte now and then never idles, so the server's own limit does not end it. It is closed at its
/// next byte, also while the server only skips the body of a request that it has refused.
final class BodyPace: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  /// The time that any body may take.
  static let patience = TimeAmount.seconds(30)
  /// A larger body may take a second more for each so many bytes.
  static let bytesPerSecond: Int64 = 16 << 10

  private let now: () -> NIODeadline
  private var began = NIODeadline.uptimeNanoseconds(0)
  private var bytes: Int64 = 0

  init(now: @escaping () -> NIODeadline = { .now() }) { self.now = now }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: (began, bytes) = (now(), 0)
    case .body(let part):
      bytes += Int64(part.readableBytes)
      guard now() - began <= Self.patience + .seconds(bytes / Self.bytesPerSecond) else {
        context.close(promise: nil)
        return
      }
    case .end: break
    }
    context.fireChannelRead(data)
  }
}
