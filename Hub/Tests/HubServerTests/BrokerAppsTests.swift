import Testing

@testable import HubServer

/// The apps that a broker serves.
@Suite struct BrokerAppsTests {
  @Test func `an app is found by its name or number, and the first app is the default`() throws {
    let apps = try BrokerApps("# two apps\n\njz2 1 one\nclub 2 two\n")
    #expect(apps.app(named: nil)?.name == "jz2")
    #expect(apps.app(named: "club")?.secret == "two")
    #expect(apps.app(named: "2")?.name == "club")
    #expect(apps.app(named: "other") == nil)
  }

  @Test(arguments: [
    ("", nil), ("jz2 1", 1), ("jz2 1 one two", 1), ("jz2 1 one\njz2 2 two", 2), ("jz2 1 one\nclub 1 two", 2),
  ])
  func `a mistake is reported with its line, but without the secret`(_ text: String, _ line: Int?) throws {
    let trouble = #expect(throws: BrokerApps.Trouble.self) { try BrokerApps(text) }
    #expect(trouble?.line == line)
    #expect(trouble?.reason.contains("two") == false)
  }
}
