import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The wall: a page that shows what its reader may see, and knows nothing by itself.
struct WallRoutes: Sendable {
  /// Nothing from elsewhere is loaded, and no other page shows this one.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  private static let files: [(path: String, type: String, content: [UInt8])] = [
    ("/", "text/html; charset=utf-8", PackageResources.wall_html),
    ("/wall.css", "text/css; charset=utf-8", PackageResources.wall_css),
    ("/page.css", "text/css; charset=utf-8", PackageResources.page_css),
    ("/rides.css", "text/css; charset=utf-8", PackageResources.rides_css),
    ("/wall.js", "text/javascript; charset=utf-8", PackageResources.wall_js),
    ("/account.js", "text/javascript; charset=utf-8", PackageResources.account_js),
    ("/hub.js", "text/javascript; charset=utf-8", PackageResources.hub_js),
    ("/dom.js", "text/javascript; charset=utf-8", PackageResources.dom_js),
    ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
  ]

  func add(to routes: Routes) {
    for file in Self.files {
      var headers: HTTPFields = [.cacheControl: "no-cache", .contentSecurityPolicy: Self.policy]
      if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
      let answer = headers
      routes.at(file.path, [.get: { _, _ in .text(Data(file.content), type: file.type, headers: answer) }])
    }
  }
}
