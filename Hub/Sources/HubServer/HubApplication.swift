package import HubLibrary
package import Hummingbird
package import Logging
import NIOCore

/// The addresses and the broker of the hub's server.
package struct HubOptions: Sendable {
  package var host: String
  package var port: Int
  /// The proxies whose `X-Forwarded-For` is trusted; its last address is the client.
  package var proxies: Set<ClientAddress>

  /// The apps of the broker; nil if the hub is not a broker.
  package var broker: BrokerApps?
  /// The token endpoint of the broker.
  package var tokenURL = "https://www.strava.com/oauth/token"
  /// The time limit of an exchange there.
  package var tokenPatience = Duration.seconds(20)

  package init(host: String, port: Int, proxies: Set<ClientAddress> = []) {
    self.host = host
    self.port = port
    self.proxies = proxies
  }
}

/// The hub as an HTTP server over a library.
package enum HubApplication {
  /// The time after which an idle connection is closed.
  private static let idle = TimeAmount.seconds(75)

  /// Builds the server.
  ///
  /// It runs until SIGTERM or SIGINT, and then completes the requests in progress.
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
