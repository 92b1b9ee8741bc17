import Foundation
import HubTestKit
import Testing

@testable import HubServer

/// The hub's description of its API.
@Suite struct DescriptionTests {
  private struct Description: Decodable {
    let paths: [String: [String: Operation]]
    struct Operation: Decodable { let operationId: String }
  }

  @Test func `the OpenAPI description lists exactly the paths and methods that the hub serves`() async throws {
    let description = try JSONDecoder().decode(Description.self, from: Data(PackageResources.openapi_json))
    try await TestHub.run(on: .sqlite) { hub in
      var options = HubOptions(host: "127.0.0.1", port: 0)
      let apps = try BrokerApps("jz2 1 secret")
      options.broker = apps
      let (_, table) = HubApplication.routes(hub.library, options)
      let described = description.paths.mapValues { Set($0.keys.map { $0.uppercased() }) }
      let served = Dictionary(
        uniqueKeysWithValues: table.all.map { path, allowed in
          (
            path.split(separator: "/").map { $0.first == ":" ? "/{\($0.dropFirst())}" : "/\($0)" }.joined(),
            Set(allowed.split(separator: ", ").map(String.init)).subtracting(["HEAD"])
          )
        })
      // Files for browsers, and features that are off by default, are not part of the protocol.
      let others = served.filter { !$0.key.hasPrefix("/api") && described[$0.key] == nil }.keys
      #expect(
        others.sorted() == [
          "", "/account.js", "/dom.js", "/hub.js", "/icon.svg", "/page.css", "/refresh", "/rides.css", "/token",
          "/wall.css", "/wall.js",
        ])
      #expect(described == served.filter { !others.contains($0.key) })
    }
  }

  @Test func `every operation has a unique name`() throws {
    let description = try JSONDecoder().decode(Description.self, from: Data(PackageResources.openapi_json))
    let names = description.paths.values.flatMap { $0.values.map(\.operationId) }
    #expect(Set(names).count == names.count)
  }
}
