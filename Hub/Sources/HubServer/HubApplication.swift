package import HubLibrary
package import Hummingbird
package import Logging
import NIOCore

/// How the hub is reached.
package struct HubOptions: Sendable {
  package var host: String
  package var port: Int
  /// The proxies whose `X-Forwarded-For` names the client, by its last address.
  package var proxies: Set<ClientAddress>

  /// The apps for which tokens are exchanged; nil where the hub is no broker.
  package var broker: BrokerApps?
  /// Where the broker exchanges them.
  package var tokenURL = "https://www.strava.com/oauth/token"
  /// How long an exchange there may take.
  package var tokenPatience = Duration.seconds(20)

  package init(host: String, port: Int, proxies: Set<ClientAddress> = []) {
    self.host = host
    self.port = port
    self.proxies = proxies
  }
}

/// The hub as an HTTP server over a library.
package enum HubApplication {
  /// After this time a connection on which nothing happens is closed.
  private static let idle = TimeAmount.seconds(75)

  /// Builds the server; it runs until SIGTERM or SIGINT, and then answers what it has begun.
  package static func build(
    _ library: HubLibrary, _ options: HubOptions, log: Logger
  ) -> some ApplicationProtocol {
    Application(
      router: routes(library, options).router,
      server: .http1(configuration: .init(additionalChannelHandlers: [BodyPace()], idleTimeout: idle)),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port), serverName: "jz2hub"),
      logger: log)
  }

  static func routes(_ library: HubLibrary, _ options: HubOptions) -> (router: Router<HubContext>, table: MethodTable) {
    let router = Router(context: HubContext.self, options: [.autoGenerateHeadEndpoints])
    let table = MethodTable()
    router.addMiddleware {
      FaultMiddleware(methods: table)
      OriginMiddleware()
    }
    let routes = Routes(router: router, table: table)
    let desk = Desk(library: library, options: options)
    HealthRoutes(library: library).add(to: routes)
    DeviceRoutes(desk: desk).add(to: routes)
    WorkoutRoutes(desk: desk).add(to: routes)
    WallRoutes().add(to: routes)
    RideRoutes(desk: desk).add(to: routes)
    LiveRoutes(desk: desk).add(to: routes)
    RiderRoutes(desk: desk).add(to: routes)
    if let apps = options.broker {
      let endpoint = TokenEndpoint(url: options.tokenURL, patience: options.tokenPatience)
      BrokerRoutes(desk: desk, apps: apps, endpoint: endpoint).add(to: routes)
    }
    return (router, table)
  }
}
