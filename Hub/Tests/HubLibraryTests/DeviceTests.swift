import HubDatabase
import HubLibrary
import HubTerms
import HubTestKit
import Testing

/// Pairing and revoking devices and browsers, on each database.
@Suite struct DeviceTests {
  private func code(of fault: HubFault?) -> HubFault.Code? { fault?.code }

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

  @Test(arguments: TestDatabase.available)
  func `a code pairs one device, however it is typed`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let issued = try await hub.library.addRider(named: "Anna")
      let typed = " " + issued.code.text.lowercased().replacing("-", with: " ") + " "
      let tokens = try await hub.library.pair(code: typed, name: "pi", as: .device)
      let caller = try await hub.library.caller(by: tokens.access.text)
      #expect(caller.riderName == "Anna" && caller.deviceName == "pi")
      #expect(caller.scopes == [.sync, .read, .live])
      #expect(
        await refusal { _ = try await hub.library.pair(code: issued.code.text, name: "other", as: .device) }
          == .codeInvalid)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a pairing can be repeated until one of its responses is used`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let issued = try await hub.library.addRider(named: "Anna")
      let tokens = try await hub.library.pair(code: issued.code.text, name: "pi", as: .device)
      // The earlier request arrives late.
      let late = try await hub.library.pair(code: issued.code.text, name: "pi", as: .device)
      let caller = try await hub.library.caller(by: tokens.access.text)
      #expect(await refusal { _ = try await hub.library.caller(by: late.access.text) } == .tokenInvalid)
      #expect(try await hub.library.devices(of: caller).count == 1)
      #expect(
        await refusal { _ = try await hub.library.pair(code: issued.code.text, name: "pi", as: .device) }
          == .codeInvalid)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a code for a Pi cannot sign in a browser, and a browser's code cannot pair a Pi`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let (browser, _) = try await hub.device(of: "Anna", .browser)
      let forPi = [
        try await hub.library.addRider(named: "Ben"), try await hub.library.code(forRiderNamed: "Anna"),
        try await hub.library.code(.pairing, by: browser),
      ]
      let forBrowser = [
        try await hub.library.addRider(named: "Carla", for: .browser),
        try await hub.library.code(forRiderNamed: "Anna", for: .signIn),
        try await hub.library.code(.signIn, by: browser),
      ]
      for (codes, right, wrong) in [(forPi, DeviceKind.device, DeviceKind.browser), (forBrowser, .browser, .device)] {
        for issued in codes {
          let text = issued.code.text
          #expect(await refusal { _ = try await hub.library.pair(code: text, name: "x", as: wrong) } == .codeInvalid)
          // A failed attempt does not use up the code.
          let tokens = try await hub.library.pair(code: text, name: "x", as: right)
          #expect((tokens.refresh == nil) == (right == .browser))
          // The response to a pairing is not repeated for the other kind.
          #expect(await refusal { _ = try await hub.library.pair(code: text, name: "x", as: wrong) } == .codeInvalid)
        }
      }
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a code expires after a day`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let issued = try await hub.library.addRider(named: "Anna")
      hub.clock.advance(seconds: HubLibrary.RiderLimit.codeSeconds)
      #expect(
        await refusal { _ = try await hub.library.pair(code: issued.code.text, name: "pi", as: .device) }
          == .codeInvalid)
    }
  }

  @Test(arguments: TestDatabase.available, ["", "AAAA-AAA", "AAAA-AAAA", "O0I1-O0I1"])
  func `an invalid code cannot pair a device`(_ database: TestDatabase, _ typed: String) async throws {
    try await TestHub.run(on: database) { hub in
      _ = try await hub.library.addRider(named: "Anna")
      #expect(await refusal { _ = try await hub.library.pair(code: typed, name: "pi", as: .device) } == .codeInvalid)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `an access token is valid for an hour, and a refresh returns a new one`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (_, tokens) = try await hub.device()
      hub.clock.advance(seconds: 3600)
      #expect(await refusal { _ = try await hub.library.caller(by: tokens.access.text) } == .tokenInvalid)
      let fresh = try await hub.library.refresh(try #require(tokens.refresh).text)
      #expect(try await hub.library.caller(by: fresh.access.text).riderName == "Anna")
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a refresh can be repeated until one of its responses is used`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (_, tokens) = try await hub.device()
      let old = try #require(tokens.refresh).text
      let lost = try await hub.library.refresh(old)
      let fresh = try await hub.library.refresh(old)
      // The first request arrives again, late.
      _ = try await hub.library.refresh(old)
      #expect(try await hub.library.caller(by: fresh.access.text).riderName == "Anna")
      #expect(await refusal { _ = try await hub.library.caller(by: lost.access.text) } == .tokenInvalid)
      #expect(await refusal { _ = try await hub.library.refresh(try #require(lost.refresh).text) } == .tokenInvalid)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a spent refresh token that arrives within ten minutes does not revoke the device`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let (_, tokens) = try await hub.device()
      let old = try #require(tokens.refresh).text
      let fresh = try await hub.library.refresh(old)
      _ = try await hub.library.caller(by: fresh.access.text)
      hub.clock.advance(seconds: 600)
      #expect(await refusal { _ = try await hub.library.refresh(old) } == .tokenInvalid)
      #expect(try await hub.library.caller(by: fresh.access.text).riderName == "Anna")
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a spent refresh token that arrives more than ten minutes later revokes the device`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let (_, tokens) = try await hub.device()
      let old = try #require(tokens.refresh).text
      let fresh = try await hub.library.refresh(old)
      _ = try await hub.library.caller(by: fresh.access.text)
      hub.clock.advance(seconds: 601)
      #expect(await refusal { _ = try await hub.library.refresh(old) } == .tokenInvalid)
      #expect(await refusal { _ = try await hub.library.caller(by: fresh.access.text) } == .tokenInvalid)
      #expect(await refusal { _ = try await hub.library.refresh(try #require(fresh.refresh).text) } == .tokenInvalid)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a device unused for 90 days is refused, but is not logged as revoked`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (_, first) = try await hub.device()
      hub.clock.advance(seconds: 90 * 86_400)
      // It was used on the last day, so it has 90 more.
      let second = try await hub.library.refresh(try #require(first.refresh).text)
      _ = try await hub.library.caller(by: second.access.text)
      hub.clock.advance(seconds: 90 * 86_400 + 1)
      let refresh = try #require(second.refresh).text
      for library in [hub.library, try hub.other()] {
        #expect(await refusal { _ = try await library.refresh(refresh) } == .tokenUnused)
      }
      let (browser, _) = try await hub.device(of: "Anna", .browser)
      #expect(try await !hub.library.audit(of: browser, limit: 100).contains { $0.action == "device revoked" })
      let (pi, _) = try await hub.device()
      #expect(pi.riderID == first.riderID, "paired again, it has the same rides")
    }
  }

  @Test(arguments: TestDatabase.available)
  func `devices unused for a year are deleted from the database`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (_, unused) = try await hub.device()
      _ = try await hub.device(of: "Anna", .browser)
      _ = try await hub.device(of: "Ben")
      hub.clock.advance(seconds: 367 * 86_400)
      let (used, _) = try await hub.device()
      #expect(try await hub.library.devices(of: used).map(\.id) == [used.deviceID])
      #expect(await refusal { _ = try await hub.library.refresh(try #require(unused.refresh).text) } == .tokenInvalid)
      let engine = try hub.address.open(connections: 1)
      let left = try await engine.read { session in
        try session.rows("SELECT access_hash FROM credential JOIN device ON id = device_id WHERE name = 'pi-Anna'", [])
      }
      #expect(left.count == 1)
      await engine.close()
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a revoked device is refused in every process`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (pi, tokens) = try await hub.device()
      let (browser, _) = try await hub.device(of: "Anna", .browser)
      try await hub.other().revoke(deviceID: pi.deviceID, by: browser)
      #expect(await refusal { _ = try await hub.library.caller(by: tokens.access.text) } == .tokenInvalid)
      #expect(await refusal { _ = try await hub.library.refresh(try #require(tokens.refresh).text) } == .tokenInvalid)
      #expect(try await hub.library.devices(of: browser).map(\.id) == [browser.deviceID])
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a Pi cannot manage the account, and a browser cannot send rides`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (pi, _) = try await hub.device()
      let (browser, _) = try await hub.device(of: "Anna", .browser)
      #expect(await refusal { _ = try await hub.library.code(.pairing, by: pi) } == .forbidden)
      #expect(await refusal { try await hub.library.revoke(deviceID: browser.deviceID, by: pi) } == .forbidden)
      #expect(await refusal { _ = try await hub.library.ownData(of: pi) } == .forbidden)
      #expect(await refusal { try await hub.library.erase(pi, code: "AAAA-AAAA") } == .forbidden)
      #expect(browser.scopes == [.read, .manage])
    }
  }

  @Test(arguments: TestDatabase.available)
  func `guesses are counted across all processes`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let other = try hub.other()
      for _ in 0..<RateLimit.guess.perMinute / 2 {
        try await hub.library.count(.guess, of: "10.0.0.1")
        try await other.count(.guess, of: "10.0.0.1")
      }
      #expect(await refusal { try await hub.library.count(.guess, of: "10.0.0.1") } == .rateLimited)
      try await hub.library.count(.guess, of: "10.0.0.2")
      hub.clock.advance(seconds: 60)
      try await hub.library.count(.guess, of: "10.0.0.1")
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a correct code does not count as a guess, and --rates does not raise the limit on guesses`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let clock = hub.clock
      let library = HubLibrary(try hub.address.open(connections: 2), rates: 100) { clock.now }
      for _ in 0..<2 * RateLimit.guess.perMinute { try await library.guess(from: "10.0.0.1") {} }
      let wrong = HubFault(.codeInvalid, "")
      for _ in 0..<RateLimit.guess.perMinute {
        #expect(await refusal { try await library.guess(from: "10.0.0.1") { throw wrong } } == .codeInvalid)
      }
      #expect(await refusal { try await library.guess(from: "10.0.0.1") {} } == .rateLimited)
      await library.close()
    }
  }

  @Test(arguments: TestDatabase.available)
  func `guesses from all addresses share one limit`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let wrong = HubFault(.codeInvalid, "")
      for place in 0..<RateLimit.guesses.perMinute {
        let address = "10.0.0.\(place)"
        #expect(await refusal { try await hub.library.guess(from: address) { throw wrong } } == .codeInvalid)
      }
      #expect(await refusal { try await hub.library.guess(from: "10.0.1.1") {} } == .rateLimited)
      hub.clock.advance(seconds: 60)
      try await hub.library.guess(from: "10.0.1.1") {}
    }
  }

  @Test(arguments: TestDatabase.available)
  func `the hub remembers the last thousand spent tokens of a device`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (_, first) = try await hub.device()
      let second = try await hub.library.refresh(try #require(first.refresh).text)
      _ = try await hub.library.caller(by: second.access.text)
      let engine = try hub.address.open(connections: 1)
      try await engine.write { try $0.run("UPDATE credential SET generation = 1500 WHERE generation = 2", []) }
      await engine.close()
      let third = try await hub.library.refresh(try #require(second.refresh).text)
      _ = try await hub.library.caller(by: third.access.text)
      #expect(try await hub.library.deviceID(ofRefreshToken: try #require(first.refresh).text) == nil)
      #expect(try await hub.library.deviceID(ofRefreshToken: try #require(second.refresh).text) == third.deviceID)
    }
  }
}
