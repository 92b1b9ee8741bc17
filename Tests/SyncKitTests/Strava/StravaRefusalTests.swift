import Foundation
import Rides
import Testing

@testable import SyncKit

/// The outcome of a ride after Strava's refusals.
@Suite struct StravaRefusalTests {
  private let scene = StravaScene()

  private func delivery(
    _ status: Int, _ body: String = "", _ headers: [(String, String)] = []
  ) async throws -> Delivery {
    let strava = try await scene.connected()
    scene.server.answer(status, body, headers)
    return await strava.send(StravaScene.parcel, mayBeThere: false)
  }

  @Test func `a lapsed subscription stops Strava`() async throws {
    let body = #"{"message":"Forbidden","errors":[{"resource":"Application","field":"Status","code":"Inactive"}]}"#
    #expect(try await delivery(403, body) == .stopped(SyncFault(.inactive)))
  }

  @Test(arguments: [
    #"{"message":"Limit of connected athletes exceeded"}"#,
    #"{"message":"Forbidden","errors":[{"resource":"Athlete","code":"Limit of connected athletes exceeded"}]}"#,
  ])
  func `too many connected athletes stop Strava`(_ body: String) async throws {
    #expect(try await delivery(403, body) == .stopped(SyncFault(.tooManyAthletes)))
  }

  @Test func `any other 403 from Strava is reported as a missing permission`() async throws {
    let body = #"{"message":"Forbidden","errors":[{"field":"activity:write_permission","code":"missing"}]}"#
    #expect(try await delivery(403, body) == .stopped(SyncFault(.missingScope, detail: "activity:write")))
    #expect(try await delivery(403, #"{"message":"Forbidden"}"#) == .stopped(SyncFault(.missingScope)))
  }

  @Test func `a 403 from a proxy is not reported as a missing permission`() async throws {
    let delivery = try await delivery(403, "<html>Access denied by the proxy</html>")
    #expect(delivery == .later(SyncFault(.badAnswer, detail: "status 403"), after: nil))
  }

  @Test(
    arguments: [
      (
        400, #"{"message":"Bad Request","errors":[{"resource":"Upload","field":"data","code":"empty"}]}"#,
        "Bad Request; Upload data empty"
      ),
      (422, #"{"error":"The file is malformed."}"#, "The file is malformed."),
      (400, "<p>Bad <b>file</b></p>", "Bad file"),
      (400, "", "status 400"),
    ])
  func `a ride that Strava refuses is reported with the reason`(
    _ status: Int, _ body: String, _ detail: String
  ) async throws {
    #expect(try await delivery(status, body) == .refused(SyncFault(.refused, detail: detail)))
  }

  @Test func `a ride that is too large is refused`() async throws {
    #expect(try await delivery(413, "<html></html>") == .refused(SyncFault(.tooLarge)))
  }

  @Test func `a server failure is retried later, and not before Retry-After`() async throws {
    #expect(try await delivery(500) == .later(SyncFault(.serverFailed, detail: "status 500"), after: nil))
    #expect(
      try await delivery(503, "", [("Retry-After", "120")])
        == .later(SyncFault(.serverFailed, detail: "status 503"), after: .seconds(120)))
  }

  @Test func `a redirect is not followed, and is reported without its query`() async throws {
    let delivery = try await delivery(302, "", [("Location", "https://other.example/api?token=x")])
    #expect(delivery == .later(SyncFault(.redirected, detail: "https://other.example/api"), after: nil))
    #expect(scene.server.lines.count == 1)
  }

  @Test(
    arguments: [
      (HTTPFailure.Code.unresolved, SyncFault.Code.offline), (.unreachable, .offline), (.timedOut, .timedOut),
      (.certificate, .certificate), (.cut, .serverFailed), (.tooLarge, .badAnswer), (.noLibrary, .notInstalled),
    ])
  func `a ride without a response is retried later`(_ failure: HTTPFailure.Code, _ code: SyncFault.Code) async throws {
    let strava = try await scene.connected()
    scene.server.fail(failure)
    guard case .later(let fault, after: nil) = await strava.send(StravaScene.parcel, mayBeThere: false) else {
      Issue.record("not later")
      return
    }
    #expect(fault.code == code)
  }

  // MARK: Pauses

  private static func pause(_ headers: [(String, String)], at now: Double) -> Duration {
    var fields = HTTPFields()
    for (name, value) in headers { fields.append(name, value) }
    return StravaPause(fields, now: Date(timeIntervalSince1970: now)).length
  }

  /// 2025-11-24 16:00:00 UTC.
  private static let four = 1_764_000_000.0

  @Test func `too many requests pause Strava until the next quarter of an hour`() {
    #expect(Self.pause([], at: Self.four + 1) == .seconds(899))
    #expect(Self.pause([], at: Self.four) == .seconds(900))
    #expect(
      Self.pause([("x-ratelimit-limit", "200,2000"), ("x-ratelimit-usage", "201,900")], at: Self.four + 60)
        == .seconds(840))
  }

  @Test(arguments: ["X-RateLimit", "X-ReadRateLimit"])
  func `an exhausted daily limit pauses Strava until midnight UTC`(_ name: String) {
    let headers = [("\(name)-Limit", "100, 1000"), ("\(name)-Usage", "3, 1000")]
    #expect(Self.pause(headers, at: Self.four) == .seconds(8 * 3600))
  }

  @Test func `invalid limits pause Strava until the next quarter of an hour`() {
    for value in ["", ",", "a,b", "1", "1,2,3", "99999999999999999999,99999999999999999999"] {
      #expect(Self.pause([("X-RateLimit-Limit", value), ("X-RateLimit-Usage", value)], at: Self.four) == .seconds(900))
    }
  }

  @Test func `Retry-After sets the length of the pause`() {
    #expect(Self.pause([("Retry-After", "30")], at: Self.four) == .seconds(30))
    #expect(Self.pause([("Retry-After", "0")], at: Self.four) == .seconds(1))
  }

  @Test func `the quarter of an hour follows Strava's clock, even if this clock is years off`() {
    let headers = [("Date", "Mon, 24 Nov 2025 16:05:00 GMT")]
    #expect(Self.pause(headers, at: 100) == .seconds(600))
    #expect(Self.pause([], at: -1) == .seconds(1))
  }

  @Test func `a pause has up to ten seconds more, so that clients do not all return at once`() async throws {
    guard case .later(let fault, let after?) = try await delivery(429, #"{"message":"Rate Limit Exceeded"}"#) else {
      Issue.record("not later")
      return
    }
    #expect(fault.code == .rateLimited)
    #expect(after >= .seconds(900) && after < .seconds(910))
  }
}
