import Hummingbird
import NIOCore

/// The context of a request.
struct HubContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The IP address of the client, or of the proxy in front of the hub; nil in tests without a network.
  let remoteAddress: String?
  /// The connection's event loop.
  let eventLoop: any EventLoop

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress?.ipAddress
    eventLoop = source.channel.eventLoop
  }
}
