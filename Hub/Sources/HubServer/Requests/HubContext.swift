import Hummingbird
import NIOCore

/// What is known of a request beside its text.
struct HubContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Where the connection comes from: a client, or the proxy before us; nil in tests without a network.
  let remoteAddress: String?
  /// The connection's loop.
  let eventLoop: any EventLoop

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress?.ipAddress
    eventLoop = source.channel.eventLoop
  }
}
