import CPage
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The wall: a static page that shows the rides its reader may see.
struct WallRoutes: Sendable {
  /// Permits no content of other origins, and no embedding in other pages.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  private static let files: [(path: String, type: String, content: [UInt8])] = [
    ("/", "text/html; charset=utf-8", PackageResources.wall_html),
    ("/wall.css", "text/css; charset=utf-8", PackageResources.wall_css),
    ("/page.css", "text/css; charset=utf-8", ofPage("page.css")),
    ("/rides.css", "text/css; charset=utf-8", ofPage("rides.css")),
    ("/wall.js", "text/javascript; charset=utf-8", PackageResources.wall_js),
    ("/account.js", "text/javascript; charset=utf-8", PackageResources.account_js),
    ("/hub.js", "text/javascript; charset=utf-8", PackageResources.hub_js),
    ("/dom.js", "text/javascript; charset=utf-8", ofPage("dom.js")),
    ("/icon.svg", "image/svg+xml", ofPage("icon.svg")),
  ]

  /// Returns a file of the Pi's page, whose design the wall shares; empty if there is no such file.
  private static func ofPage(_ name: String) -> [UInt8] {
    for index in 0..<page_file_count() {
      guard let file = page_file_at(index)?.pointee, String(cString: file.name) == name else { continue }
      return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
    return []
  }

  func add(to routes: Routes) {
    for file in Self.files {
      var headers: HTTPFields = [.cacheControl: "no-cache", .contentSecurityPolicy: Self.policy]
      if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
      let answer = headers
      routes.at(file.path, [.get: { _, _ in .text(Data(file.content), type: file.type, headers: answer) }])
    }
  }
}
