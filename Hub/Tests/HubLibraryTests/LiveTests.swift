import HubLibrary
import HubTerms
import HubTestKit
import Testing

/// Rides in progress, on each database.
@Suite struct LiveTests {
  private let said = "{\"power_watts\":150}"

  @Test(arguments: TestDatabase.available)
  func `a Pi reports more often while a browser watches, even through another process`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let (pi, _) = try await hub.device()
      let (browser, _) = try await hub.device(of: "Anna", .browser)
      let other = try hub.other()
      #expect(try await hub.library.publish(said, by: pi) == HubLibrary.LiveLimit.unwatched)
      let rides = try await other.live(for: browser)
      #expect(rides.map(\.device) == ["pi-Anna"] && rides.map(\.content) == [said])
      #expect(try await hub.library.publish(said, by: pi) == HubLibrary.LiveLimit.watched)
      hub.clock.advance(seconds: 60)
      #expect(try await hub.library.publish(said, by: pi) == HubLibrary.LiveLimit.unwatched)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a Pi that stops reporting disappears from the wall`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (pi, _) = try await hub.device()
      let (browser, _) = try await hub.device(of: "Anna", .browser)
      _ = try await hub.library.publish(said, by: pi)
      hub.clock.advance(seconds: 24)
      #expect(try await hub.library.live(for: browser).count == 1)
      hub.clock.advance(seconds: 2)
      #expect(try await hub.library.live(for: browser).isEmpty)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `only the rider and their coach see a live ride`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      let (pi, _) = try await hub.device(of: "Anna")
      let (coach, _) = try await hub.device(of: "Carla", .browser)
      let (ben, _) = try await hub.device(of: "Ben", .browser)
      let code = try await hub.library.code(.coaching, by: anna)
      _ = try await hub.library.accept(coachingCode: code.code.text, by: coach)
      _ = try await hub.library.publish(said, by: pi)
      #expect(try await hub.library.live(for: coach).map(\.rider) == ["Anna"])
      #expect(try await hub.library.live(for: ben).isEmpty)
      #expect(try await hub.library.publish(said, by: pi) == HubLibrary.LiveLimit.watched)
    }
  }
}
