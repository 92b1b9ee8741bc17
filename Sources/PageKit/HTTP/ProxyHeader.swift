import NIOCore

/// The line in which a proxy names a connection's client (PROXY protocol, version 1, HAProxy's proxy-protocol.txt).
package struct ProxyHeader: Hashable, Sendable {
  /// The most bytes of the line, including its end (section 2.1).
  package static let mostBytes = 107

  /// The browser's address; nil if the proxy does not know it.
  package let source: String?
  /// The local address of the browser's connection; nil if the proxy does not know it.
  package let destination: String?

  /// Parses a line without its end: `PROXY TCP4 192.0.2.1 192.0.2.7 51000 8421`.
  ///
  /// - Returns: Nil if the line is not such a header.
  package init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.first == "PROXY", words.count > 1 else { return nil }
    switch words[1] {
    case "UNKNOWN": (source, destination) = (nil, nil)
    case "TCP4", "TCP6":
      guard words.count == 6, words[2...3].allSatisfy(Self.isAddress), words[4...5].allSatisfy(Self.isPort) else {
        return nil
      }
      (source, destination) = (String(words[2]).unmapped, String(words[3]).unmapped)
    default: return nil
    }
  }

  /// Whether a word is an IP address, also with an interface: `fe80::1%wlan0`, as for a phone that used the .local
  /// name.
  ///
  /// The interface is not looked up: this process may not be allowed to.
  private static func isAddress(_ word: Substring) -> Bool {
    (try? SocketAddress(ipAddress: String(word.prefix { $0 != "%" }), port: 0)) != nil
  }

  private static func isPort(_ word: Substring) -> Bool { word.allSatisfy(\.isWholeNumber) && UInt16(word) != nil }
}

/// Reads the proxy's header from a new connection and then admits it; a connection without such a header is closed.
final class ProxyHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The proxy sends the header at once.
  private static let patience = TimeAmount.seconds(5)

  private let admit: (any Channel, ProxyHeader) throws -> Void
  private var line = ByteBuffer()
  private var deadline: Scheduled<Void>?

  /// - Parameter admit: Adds the request handlers to the channel; throws if there is no room.
  init(_ admit: @escaping (any Channel, ProxyHeader) throws -> Void) { self.admit = admit }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    line.writeBuffer(&bytes)
    let end = line.readableBytesView.firstIndex(of: UInt8(ascii: "\n")).map { $0 - line.readerIndex }
    guard let end else {
      if line.readableBytes >= ProxyHeader.mostBytes { context.close(promise: nil) }
      return
    }
    guard end < ProxyHeader.mostBytes, let text = line.readString(length: end + 1), text.hasSuffix("\r\n"),
      let header = ProxyHeader(line: String(text.dropLast()))
    else { return context.close(promise: nil) }
    deadline?.cancel()
    do { try admit(context.channel, header) } catch { return context.close(promise: nil) }
    let rest = line
    context.pipeline.syncOperations.removeHandler(context: context).assumeIsolated().whenSuccess {
      if rest.readableBytes > 0 { context.channel.pipeline.syncOperations.fireChannelRead(NIOAny(rest)) }
    }
  }
}
