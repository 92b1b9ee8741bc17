import Foundation
import PageKit
import Testing

@Suite struct PageFileTests {
  private static let folder = Checkout.root.appending(path: "Sources/CPage/page")
  private static let files = PageFiles.own.all

  private static func texts(_ ending: String) -> [(name: String, text: String)] {
    files.filter { $0.name.hasSuffix(ending) }.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  @Test func `the program contains each file of the folder unchanged`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path()).sorted()
    #expect(Self.files.map(\.name) == names)
    for file in Self.files {
      #expect(try Array(Data(contentsOf: Self.folder.appending(path: file.name))) == file.bytes, "\(file.name)")
    }
  }

  @Test func `all files together have less than 184 kB as sent, and less than 500 kB as written`() {
    #expect(Self.files.reduce(0) { $0 + ($1.packed ?? $1.bytes).count } < 184_000)
    #expect(Self.files.reduce(0) { $0 + $1.bytes.count } < 500_000)
  }

  /// The classes of the views that a style sheet is for; sheets of `index.html` are always loaded, and have no limit.
  private static let views = [
    "chart.css": ["chart", "plot", "readout", "skeleton"], "planner.css": ["planner", "plans-view"],
    "review.css": ["review"], "rides.css": ["rides", "review"], "scores.css": ["scores"], "settings.css": ["settings"],
    "trends.css": ["trends", "scores"], "trim.css": ["trim"],
  ]

  /// Such a file is loaded when the rider opens its place, and stays loaded: the looks of other views must not change.
  @Test func `each rule of a view's own style sheet begins with the class of the view`() throws {
    let index = try #require(Self.texts("index.html").first).text
    for (name, text) in Self.texts(".css") where !index.contains(name) {
      let views = try #require(Self.views[name], "\(name)")
      // Without comments, and without the commas within `:is(…)`.
      let plain = text.replacing(#/(?s)/\*.*?\*//#, with: "").replacing(#/\([^()]*\)/#, with: "")
      for rule in plain.matches(of: #/([^{};]+)\{/#).map(\.1) where !rule.contains("@") {
        for selector in rule.split(separator: ",") {
          let first = selector.firstMatch(of: #/^\s*\.([a-z-]+)/#).map { String($0.1) } ?? ""
          #expect(views.contains(first), "\(name): \(selector)")
        }
      }
    }
  }

  @Test func `no file names another host`() {
    for file in Self.files {
      let text = String(decoding: file.bytes, as: UTF8.self).replacing("http://www.w3.org/2000/svg", with: "")
      // The encrypted page and the services' links use host names from the Pi.
      #expect(text.firstMatch(of: #/(://|"//)[A-Za-z0-9]/#) == nil, "\(file.name)")
    }
  }

  @Test func `markup contains no inline script or style, which the browser has to refuse`() {
    for (name, text) in Self.texts(".html") {
      #expect(text.firstMatch(of: /<script(?![^>]* src=)/) == nil, "\(name)")
      #expect(text.firstMatch(of: /\s(style|on[a-z]+)=/) == nil, "\(name)")
    }
  }

  @Test(arguments: ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"])
  func `no script turns text into markup or code`(_ word: String) {
    for (name, text) in Self.texts(".js") { #expect(!text.contains(word), "\(name)") }
  }

  @Test func `a file is served only by its exact name`() {
    func status(_ path: String) -> Int? { PageFiles.own.response(to: PageRequest("GET", path))?.status }
    #expect(status("/") == 200 && status("/page.css") == 200 && status("/page.css?x=1") == 200)
    for path in [
      "", "//", "/..", "/../page.css", "/%2e%2e/page.css", "/./page.css", "/page/page.css", "page.css", "/PAGE.CSS",
    ] {
      #expect(status(path) == nil, "\(path)")
    }
  }

  @Test func `browsers keep the scripts and style sheets of a version, and nothing else`() throws {
    func caching(_ path: String) throws -> String {
      let response = try #require(PageFiles.own.response(to: PageRequest("GET", path)), "\(path)")
      return try #require(response.fields.first { $0.name == "Cache-Control" }).value
    }
    let page = try #require(PageFiles.own.response(to: PageRequest("GET", "/")))
    let text = String(decoding: page.body, as: UTF8.self)
    let named = text.matches(of: /="(\/[0-9a-f]{16}\/[a-z]+\.(?:js|css))"/).map { String($0.1) }
    for name in ["app.js", "page.css"] { #expect(named.contains { $0.hasSuffix("/" + name) }, "\(name)") }
    for path in named { #expect(try caching(path).contains("immutable"), "\(path)") }
    let main = named.first { $0.hasSuffix("/app.js") } ?? ""
    let bundle = try #require(PageFiles.own.response(to: PageRequest("GET", main)))
    let lines = String(decoding: bundle.body, as: UTF8.self).split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") }, "the first view is one script")
    #expect(!lines.contains { $0.hasPrefix("/**") || $0.hasPrefix("//") }, "comments are not sent")
    for path in ["/", "/app.js", "/0123456789abcdef/app.js"] { #expect(try caching(path) == "no-cache", "\(path)") }
    #expect(PageFiles.own.response(to: PageRequest("GET", "/0123456789abcde/app.js")) == nil)
  }

  @Test func `an unchanged file is not sent again`() throws {
    let first = try #require(PageFiles.own.response(to: PageRequest("GET", "/page.css")))
    let tag = try #require(first.fields.first { $0.name == "ETag" }).value
    let again = PageFiles.own.response(
      to: PageRequest("GET", "/page.css", fields: [("If-None-Match", "\"x\", \(tag)")]))
    #expect(again?.status == 304 && again?.body.isEmpty == true)
    let changed = PageFiles.own.response(to: PageRequest("GET", "/page.css", fields: [("If-None-Match", "\"x\"")]))
    #expect(changed?.status == 200)
  }
}
