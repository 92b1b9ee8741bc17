import Foundation
import HubDatabase
import HubLibrary
import HubTerms
import HubTestKit
import Testing

/// Isolation of riders from each other, except for coaches, on each database.
@Suite struct RiderTests {
  private func refusal(_ body: () async throws -> Void) async -> HubFault.Code? {
    do {
      try await body()
      return nil
    } catch let fault as HubFault {
      return fault.code
    } catch {
      return .serverError
    }
  }

  private func ride(_ hub: TestHub, _ caller: Caller) async throws {
    let body = Data(
      """
      {"idempotency_key":"k","workouts":[{"client_id":"r","start_time":"2026-11-27T16:00:00Z",
      "end_time":"2026-11-27T17:00:00Z","duration_seconds":3600,"distance_meters":30000,"source":"jz2d"}]}
      """.utf8)
    _ = try await hub.library.sync(try SyncRequest(body), body: body, by: caller)
  }

  @Test(arguments: TestDatabase.available)
  func `a rider cannot see another rider's data or revoke their devices`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      let (pi, _) = try await hub.device(of: "Anna")
      let (ben, _) = try await hub.device(of: "Ben", .browser)
      try await ride(hub, pi)
      #expect(try await hub.library.workouts(since: .beginning, limit: 10, of: nil, by: ben).workouts.isEmpty)
      #expect(
        await refusal { _ = try await hub.library.workouts(since: .beginning, limit: 10, of: anna.riderID, by: ben) }
          == .notFound)
      #expect(await refusal { try await hub.library.revoke(deviceID: pi.deviceID, by: ben) } == .notFound)
      #expect(try await hub.library.devices(of: ben).map(\.id) == [ben.deviceID])
      #expect(try await hub.library.ownData(of: ben).workouts.isEmpty)
      #expect(try await hub.library.audit(of: ben, limit: 100).allSatisfy { $0.actor != "pi-Anna" })
    }
  }

  @Test(arguments: TestDatabase.available)
  func `an invited coach can read the rider's workouts until the rider ends the coaching`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      let (pi, _) = try await hub.device(of: "Anna")
      let (coach, _) = try await hub.device(of: "Carla", .browser)
      let (ben, _) = try await hub.device(of: "Ben", .browser)
      try await ride(hub, pi)
      let invitation = try await hub.library.code(.coaching, by: anna)
      #expect(
        await refusal { _ = try await hub.library.accept(coachingCode: invitation.code.text, by: anna) } == .notFound
      )
      #expect(
        await refusal { _ = try await hub.library.pair(code: invitation.code.text, name: "x", as: .device) }
          == .codeInvalid)
      let link = try await hub.library.accept(coachingCode: invitation.code.text, by: coach)
      #expect(link.riderID == anna.riderID && link.name == "Anna")
      #expect(
        await refusal { _ = try await hub.library.accept(coachingCode: invitation.code.text, by: ben) } == .notFound)
      let page = try await hub.library.workouts(since: .beginning, limit: 10, of: anna.riderID, by: coach)
      #expect(page.workouts.map(\.workout.clientID) == ["r"])
      #expect(try await hub.library.coaches(of: anna).map(\.name) == ["Carla"])
      #expect(try await hub.library.coached(by: coach).map(\.name) == ["Anna"])
      #expect(
        await refusal { _ = try await hub.library.workouts(since: .beginning, limit: 10, of: coach.riderID, by: anna) }
          == .notFound)
      try await hub.library.endCoaching(with: coach.riderID, by: anna)
      #expect(
        await refusal { _ = try await hub.library.workouts(since: .beginning, limit: 10, of: anna.riderID, by: coach) }
          == .notFound)
      #expect(await refusal { try await hub.library.endCoaching(with: anna.riderID, by: coach) } == .notFound)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `the audit log records sign-ins, invitations, revocations and exports`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      hub.clock.advance(seconds: 1)
      let (pi, _) = try await hub.device(of: "Anna")
      hub.clock.advance(seconds: 1)
      _ = try await hub.library.code(.coaching, by: anna)
      hub.clock.advance(seconds: 1)
      try await hub.library.revoke(deviceID: pi.deviceID, by: anna)
      hub.clock.advance(seconds: 1)
      _ = try await hub.library.ownData(of: anna)
      let actions = try await hub.library.audit(of: anna, limit: 4).map(\.action)
      #expect(actions.first == "data exported")
      #expect(actions.dropFirst().first == "device revoked")
      #expect(actions.dropFirst(2).first == "coach invited")
      #expect(try await hub.library.audit(of: anna, limit: 100).contains { $0.action == "signed in" })
    }
  }

  @Test(arguments: TestDatabase.available)
  func `the audit log records a device's exports at most once an hour`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      for _ in 0..<3 { _ = try await hub.library.ownData(of: anna) }
      func exports() async throws -> Int {
        try await hub.library.audit(of: anna, limit: 100).count { $0.action == "data exported" }
      }
      #expect(try await exports() == 1)
      hub.clock.advance(seconds: 3600)
      _ = try await hub.library.ownData(of: anna)
      #expect(try await exports() == 2)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a rider can create at most 50 codes a day, even if each is used`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      // This browser's own code is the first.
      for _ in 1..<50 {
        let code = try await hub.library.code(.pairing, by: anna)
        _ = try await hub.library.pair(code: code.code.text, name: "pi", as: .device)
      }
      #expect(await refusal { _ = try await hub.library.code(.pairing, by: anna) } == .rateLimited)
      hub.clock.advance(seconds: 86_400)
      #expect(await refusal { _ = try await hub.library.code(.pairing, by: anna) } == nil)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a rider's audit log entries are deleted after a year`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      let (ben, _) = try await hub.device(of: "Ben", .browser)
      hub.clock.advance(seconds: 367 * 86_400)
      _ = try await hub.library.ownData(of: anna)
      #expect(try await hub.library.audit(of: anna, limit: 100).map(\.action) == ["data exported"])
      #expect(try await hub.library.audit(of: ben, limit: 100).contains { $0.action == "signed in" })
    }
  }

  @Test(arguments: TestDatabase.available)
  func `erasing a rider deletes all of their data and keeps other riders' data`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      let (pi, tokens) = try await hub.device(of: "Anna")
      let (ben, _) = try await hub.device(of: "Ben")
      try await ride(hub, pi)
      try await ride(hub, ben)
      try await hub.library.erase(anna, code: try await hub.erasingCode(of: "Anna"))
      #expect(await refusal { _ = try await hub.library.caller(by: tokens.access.text) } == .tokenInvalid)
      #expect(await refusal { try await ride(hub, pi) } == .tokenInvalid)
      #expect(try await hub.library.riders().map(\.name) == ["Ben"])
      #expect(try await hub.library.status(of: ben).workouts == 1)
      let engine = try hub.address.open(connections: 1)
      for table in ["device", "workout", "answer", "code", "audit"] {
        let left = try await engine.read { session in
          try session.rows("SELECT rider_id FROM \(table) WHERE rider_id = ?", [.text(anna.riderID)]).count
        }
        #expect(left == 0, "rows of \(table)")
      }
      await engine.close()
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a rider can be erased only with the administrator's erasing code for them, within an hour`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna", .browser)
      _ = try await hub.device(of: "Ben")
      let old = try await hub.erasingCode(of: "Anna")
      hub.clock.advance(seconds: HubLibrary.RiderLimit.erasingSeconds)
      let wrong = [
        "", "AAAA-AAAA", old, try await hub.erasingCode(of: "Ben"),
        try await hub.library.code(forRiderNamed: "Anna", for: .signIn).code.text,
        try await hub.library.code(.signIn, by: anna).code.text,
        try await hub.library.code(.pairing, by: anna).code.text,
      ]
      for code in wrong { #expect(await refusal { try await hub.library.erase(anna, code: code) } == .forbidden) }
      #expect(try await hub.library.riders().map(\.name) == ["Anna", "Ben"])
      let right = try await hub.erasingCode(of: "Anna")
      for kind in [DeviceKind.browser, .device] {
        #expect(await refusal { _ = try await hub.library.pair(code: right, name: "x", as: kind) } == .codeInvalid)
      }
      #expect(try await hub.library.audit(of: anna, limit: 100).contains { $0.action == "code for erasing made" })
      try await hub.library.erase(anna, code: right.lowercased())
      #expect(try await hub.library.riders().map(\.name) == ["Ben"])
    }
  }

  @Test(arguments: TestDatabase.available)
  func `two riders cannot have the same name`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      _ = try await hub.library.addRider(named: " Anna ")
      #expect(await refusal { _ = try await hub.library.addRider(named: "Anna") } == .validationError)
      #expect(await refusal { _ = try await hub.library.addRider(named: " ") } == .validationError)
      #expect(await refusal { _ = try await hub.library.code(forRiderNamed: "Ben") } == .notFound)
    }
  }
}
