import ControlWire
import FoundationEssentials
import Rides
import SyncKit
import Testing

@Suite struct IntervalsTests {
  private static let page = "https://intervals.icu/activities/i42"
  private static let lookup = "GET /api/v1/athlete/0/activities?oldest=2026-11-19&newest=2026-11-23"
  private static let upload = "POST /api/v1/athlete/0/activities?name=Zone%202&external_id=store.activity"

  // MARK: - Connecting

  private func connect(_ bench: IntervalsBench, key: String? = nil, url: String? = nil) async throws(SyncFault)
    -> ConnectOutcome
  {
    var call = Connect(service: .intervals)
    (call.key, call.url) = (key, url)
    return try await bench.service.connect(call)
  }

  @Test func `a valid key is stored, and the account's name is returned`() async throws {
    let bench = IntervalsBench(key: nil)
    bench.server.answer(200, #"{"id":"i7","name":"Ada\nL."}"#)
    #expect(try await connect(bench, key: "n3w") == .connected(account: "Ada L."))
    #expect(bench.server.asked == ["GET /api/v1/athlete/0"])
    // API_KEY:n3w
    #expect(bench.server.requests.first?.headers.first?.value == "Basic QVBJX0tFWTpuM3c=")
    #expect(bench.secrets.all == ["intervals-key": "https://intervals.icu n3w"])
  }

  @Test(arguments: [(401, SyncFault.Code.unauthorized), (403, .unauthorized), (500, .serverFailed), (200, .badAnswer)])
  func `a key that cannot be verified changes nothing`(_ status: Int, _ code: SyncFault.Code) async throws {
    let bench = IntervalsBench(key: "old")
    bench.server.answer(status, "<html>")
    let fault = await #expect(throws: SyncFault.self) { try await connect(bench, key: "n3w") }
    #expect(fault?.code == code)
    #expect(bench.secrets.all == ["intervals-key": "old"])
    #expect(bench.memory.isEmpty)
  }

  @Test(arguments: ["ftp://x", "http://intervals.icu", "https://u:p@intervals.icu", "https://x/?a=b", "", "x"])
  func `an address where a key is not safe is refused without a request`(_ url: String) async throws {
    let bench = IntervalsBench(key: nil)
    let fault = await #expect(throws: SyncFault.self) { try await connect(bench, key: "n3w", url: url) }
    #expect(fault == SyncFault(.badOption, detail: "url"))
    #expect(bench.server.requests.isEmpty)
  }

  @Test(arguments: [nil, "", "with space", "line\n", "kü"])
  func `a malformed key is refused without a request`(_ key: String?) async throws {
    let bench = IntervalsBench(key: nil)
    let fault = await #expect(throws: SyncFault.self) { try await connect(bench, key: key) }
    #expect(fault == SyncFault(.badOption, detail: "key"))
    #expect(bench.server.requests.isEmpty)
  }

  @Test func `a custom address is kept with its certificates and used from then on`() async throws {
    let bench = IntervalsBench(key: nil)
    bench.server.answer(200, "{}")
    var call = Connect(service: .intervals)
    (call.key, call.url, call.certificates) = ("n3w", "https://mine.example:8443/icu/", "PEM")
    #expect(try await bench.service.connect(call) == .connected(account: nil))
    bench.server.answer(200, "{}")
    _ = try await connect(bench, key: "other")
    #expect(
      bench.server.requests.map(\.url) == Array(repeating: "https://mine.example:8443/icu/api/v1/athlete/0", count: 2))
    #expect(bench.server.requests.map(\.trust.authorities) == ["PEM", "PEM"])
    bench.server.answer(201, #"{"id":5}"#)
    #expect(
      await bench.service.send(IntervalsBench.parcel(), mayBeThere: false)
        == .there(remoteID: "5", url: "https://mine.example:8443/icu/activities/5", wasThere: false))
  }

  @Test func `a full disk leaves the connection unchanged`() async throws {
    let bench = IntervalsBench(key: "old")
    bench.server.answer(200, "{}")
    bench.secrets.fill()
    let fault = await #expect(throws: SyncFault.self) { try await connect(bench, key: "n3w") }
    #expect(fault?.code == .notWritable)
    #expect(bench.secrets.all == ["intervals-key": "old"])
  }

  @Test func `the old key is kept if the new address cannot be stored`() async throws {
    let bench = IntervalsBench(key: "old")
    bench.server.answer(200, "{}")
    bench.memory.fill()
    let fault = await #expect(throws: SyncFault.self) {
      try await connect(bench, key: "n3w", url: "https://mine.example")
    }
    #expect(fault?.code == .notWritable)
    #expect(bench.secrets.all == ["intervals-key": "old"])
  }

  @Test func `disconnecting deletes the key without a request`() async throws {
    let bench = IntervalsBench()
    #expect(await bench.service.disconnect() == false)
    #expect(bench.secrets.all.isEmpty)
    #expect(bench.server.requests.isEmpty)
    let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: false)
    #expect(delivery == .stopped(SyncFault(.unauthorized)))
  }

  // MARK: - Sending

  @Test(arguments: [
    #"{"icu_athlete_id":"i5","id":"i42","activities":[{"icu_athlete_id":"i5","id":"i42"}]}"#, #"{"id":"i42"}"#,
    #"[{"id":"i42"}]"#,
  ])
  func `a ride is sent as FIT with its name, and its activity is returned`(_ body: String) async {
    let bench = IntervalsBench()
    bench.server.answer(201, body)
    let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: false)
    #expect(delivery == .there(remoteID: "i42", url: Self.page, wasThere: false))
    #expect(bench.server.asked == [Self.upload])
    guard case .form(let parts, let boundary) = bench.server.requests.first?.body else {
      Issue.record("it is no form")
      return
    }
    #expect(
      parts == [
        .file(
          "file", filename: "2026-11-21T234512Z.fit", contentType: "application/octet-stream", Array("FIT".utf8))
      ])
    #expect(boundary.utf8.count == 36)
  }

  @Test func `a file that the service already had is reported as a duplicate`() async {
    let bench = IntervalsBench()
    bench.server.answer(200, #"{"id":"i42"}"#)
    let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: false)
    #expect(delivery == .there(remoteID: "i42", url: Self.page, wasThere: true))
  }

  @Test func `a ride that may already be there is searched for first, and not sent if found`() async {
    let bench = IntervalsBench()
    bench.server.answer(
      200, #"[{"id":"i1","external_id":"x"},{"id":"i2"},{"id":"i42","external_id":"store.activity"}]"#)
    let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: true)
    #expect(delivery == .there(remoteID: "i42", url: Self.page, wasThere: true))
    #expect(bench.server.asked == [Self.lookup])
  }

  @Test func `a ride that may already be there is sent if it is not found`() async {
    let bench = IntervalsBench()
    bench.server.answer(200, "[]")
    bench.server.answer(201, #"{"id":"i42"}"#)
    let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: true)
    #expect(delivery == .there(remoteID: "i42", url: Self.page, wasThere: false))
    #expect(bench.server.asked == [Self.lookup, Self.upload])
  }

  @Test func `a ride that may already be there is not sent if the search fails`() async {
    for body in ["<html>", "{}", ""] {
      let bench = IntervalsBench()
      bench.server.answer(200, body)
      let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: true)
      #expect(delivery == .later(SyncFault(.badAnswer), after: nil))
      #expect(bench.server.asked == [Self.lookup])
    }
  }

  @Test func `a ride is searched for after an invalid response`() async {
    let bench = IntervalsBench()
    bench.server.answer(200, "<html>")
    bench.server.answer(200, #"[{"id":42,"external_id":"store.activity"}]"#)
    let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: false)
    #expect(delivery == .there(remoteID: "42", url: "https://intervals.icu/activities/42", wasThere: false))
    #expect(bench.server.asked == [Self.upload, Self.lookup])

    let lost = IntervalsBench()
    lost.server.answer(201, "")
    lost.server.answer(200, "[]")
    #expect(
      await lost.service.send(IntervalsBench.parcel(), mayBeThere: false) == .later(SyncFault(.badAnswer), after: nil))
  }

  @Test func `name and note are escaped, and a note too long for the URL is sent afterwards`() async {
    let bench = IntervalsBench()
    bench.server.answer(201, #"{"id":"i42"}"#)
    _ = await bench.service.send(IntervalsBench.parcel(name: "a&b=ü", note: "x\n+#"), mayBeThere: false)
    #expect(
      bench.server.asked == [
        "POST /api/v1/athlete/0/activities?name=a%26b%3D%C3%BC&description=x%0A%2B%23&external_id=store.activity"
      ])

    let long = IntervalsBench()
    long.server.answer(201, #"{"id":"i42"}"#)
    long.server.answer(500)
    let note = String(repeating: "ü", count: 5000)
    let delivery = await long.service.send(IntervalsBench.parcel(note: note), mayBeThere: false)
    #expect(delivery == .there(remoteID: "i42", url: Self.page, wasThere: false))
    #expect(long.server.requests.map(\.method) == [.post, .put])
    #expect(long.server.requests.allSatisfy { $0.url.utf8.count < 5000 })
  }

  @Test func `a new name and note are sent to the activity`() async throws {
    let bench = IntervalsBench()
    bench.server.answer(200, "{}")
    let delivery = await bench.service.rename("i/42", to: IntervalsBench.parcel(name: "New", note: "Note"))
    #expect(
      delivery == .there(remoteID: "i/42", url: "https://intervals.icu/activities/i%2F42", wasThere: true))
    #expect(bench.server.asked == ["PUT /api/v1/activity/i%2F42"])
    guard case .bytes(let body, "application/json") = bench.server.requests.first?.body else {
      Issue.record("it is no JSON")
      return
    }
    #expect(JSONValue(body) == .object(["name": .text("New"), "description": .text("Note")]))
  }

  @Test func `a new name for a deleted activity is refused`() async {
    let bench = IntervalsBench()
    bench.server.answer(404)
    let delivery = await bench.service.rename("i42", to: IntervalsBench.parcel())
    #expect(delivery == .refused(SyncFault(.deletedThere)))
  }

  // MARK: - Failures

  @Test(arguments: [
    (422, Delivery.refused(SyncFault(.refused, detail: "422: No file"))),
    (400, .refused(SyncFault(.refused, detail: "400: No file"))),
    (415, .refused(SyncFault(.refused, detail: "415: No file"))),
    (413, .refused(SyncFault(.tooLarge, detail: "413: No file"))),
    (401, .stopped(SyncFault(.unauthorized, detail: "401: No file"))),
    (403, .stopped(SyncFault(.unauthorized, detail: "403: No file"))),
    (404, .later(SyncFault(.serverFailed, detail: "404: No file"), after: nil)),
    (408, .later(SyncFault(.timedOut, detail: "408: No file"), after: nil)),
    (425, .later(SyncFault(.serverFailed, detail: "425: No file"), after: .seconds(30))),
    (429, .later(SyncFault(.rateLimited, detail: "429: No file"), after: .seconds(30))),
    (503, .later(SyncFault(.serverFailed, detail: "503: No file"), after: .seconds(30))),
    (307, .later(SyncFault(.redirected, detail: "https://login.example/in"), after: nil)),
  ])
  func `an error response decides whether the ride is refused, stopped or retried`(
    _ status: Int, _ expected: Delivery
  ) async {
    let bench = IntervalsBench()
    bench.server.answer(
      status, #"{"status":422,"error":"No \n file"}"#,
      ["Location": "https://login.example/in?token=s3cret", "Retry-After": "30"])
    #expect(await bench.service.send(IntervalsBench.parcel(), mayBeThere: false) == expected)
    #expect(bench.server.requests.count == 1)
  }

  @Test(arguments: [
    (HTTPFailure.Code.unresolved, SyncFault.Code.offline), (.unreachable, .offline), (.timedOut, .timedOut),
    (.certificate, .certificate), (.cut, .serverFailed), (.tooLarge, .badAnswer), (.noLibrary, .notInstalled),
  ])
  func `a request without a response is retried later`(_ code: HTTPFailure.Code, _ expected: SyncFault.Code) async {
    let bench = IntervalsBench()
    bench.server.fail(code)
    #expect(
      await bench.service.send(IntervalsBench.parcel(), mayBeThere: false)
        == .later(SyncFault(expected, detail: code == .noLibrary ? "libcurl" : "a reason"), after: nil))
  }

  @Test func `a file that cannot be read now is sent later, and an empty or deleted ride is refused`() async {
    for (code, isFinal) in [(SyncFault.Code.offline, false), (.empty, true), (.deleted, true)] {
      let bench = IntervalsBench()
      let whole = IntervalsBench.parcel()
      let parcel = Parcel(
        ride: whole.ride, externalID: "a", firstExternalID: "a", name: "", note: ""
      ) { _ throws(SyncFault) in
        throw SyncFault(code)
      } whole: {
        []
      }
      let delivery = await bench.service.send(parcel, mayBeThere: false)
      #expect(delivery == (isFinal ? .refused(SyncFault(code)) : .later(SyncFault(code), after: nil)))
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func `at most ten requests are sent in a second`() async {
    let bench = IntervalsBench()
    let start = bench.clock.now
    for _ in 0..<31 {
      bench.server.answer(201, #"{"id":"i42"}"#)
      _ = await bench.service.send(IntervalsBench.parcel(), mayBeThere: false)
    }
    #expect(bench.server.requests.count == 31)
    #expect(bench.clock.now.timeIntervalSince(start) >= 2.999)
  }

  @Test func `the key never appears in a URL or in a request's description`() async {
    let bench = IntervalsBench(key: "s3cret")
    bench.server.answer(200, "[]")
    bench.server.answer(422, #"{"error":"no"}"#)
    let delivery = await bench.service.send(IntervalsBench.parcel(), mayBeThere: true)
    for text in bench.server.requests.flatMap({ [$0.url, "\($0)", String(reflecting: $0)] }) + ["\(delivery)"] {
      #expect(!text.contains("s3cret"))
    }
  }
}
