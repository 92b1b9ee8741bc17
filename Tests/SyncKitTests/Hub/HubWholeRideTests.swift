import Compression
import ControlWire
import Foundation
import Rides
import Testing

@testable import SyncKit

@Suite struct HubWholeRideTests {
  private let bench = ServiceBench()
  private let server = HubServer()

  private func connected() async throws -> Hub {
    let hub = Hub(bench.tools(server), hostName: "pi")
    var call = Connect(service: .hub)
    (call.url, call.code) = ("https://hub.example", "1234")
    _ = try await hub.connect(call)
    return hub
  }

  /// A ride with the UUID `u` and its number.
  private func parcel(_ number: Int, form: String = "a", title: String? = nil) -> Parcel {
    ServiceBench.parcel(
      number, form: form, bytes: Array("ride \(number) \(form) \(title ?? "")".utf8), uuid: "u\(number)", title: title)
  }

  private func isThere(_ delivery: Delivery?) -> Bool { if case .there? = delivery { true } else { false } }

  @Test func `a ride is sent whole and compressed under its UUID, without a summary`() async throws {
    let hub = try await connected()
    #expect(isThere(await hub.send([parcel(1)])[1]))
    let paths = await server.requests.dropFirst().map { $0.url.split(separator: "/").last.map { String($0) } }
    #expect(paths == ["u1"])
    let body = try #require(await server.rides["u1"]?.body)
    #expect(Gzip.unpacked(body, most: 1000) == Array("ride 1 a ".utf8))
  }

  @Test func `an unchanged ride is sent once, and a trimmed or renamed ride is sent again`() async throws {
    let hub = try await connected()
    for parcel in [parcel(1), parcel(1), parcel(1, form: "b"), parcel(1, form: "b", title: "Dawn")] {
      #expect(isThere(await hub.send([parcel])[1]))
      await hub.settled(nothingWaits: true)
    }
    let asked = await server.rideRequests
    #expect(asked == ["PUT u1", "PUT u1", "PUT u1"])
    #expect(await server.rides["u1"]?.revision == 3)
    #expect(await server.lateEdits == 0)
  }

  @Test func `a late edit becomes a note, and the next edit is based on the server's revision`() async throws {
    let hub = try await connected()
    _ = await hub.send([parcel(1)])
    await server.changeRide("u1")
    #expect(isThere(await hub.send([parcel(1, form: "b")])[1]))
    #expect(await server.lateEdits == 1)
    #expect(isThere(await hub.send([parcel(1, form: "b")])[1]))
    #expect(await server.lateEdits == 1, "it is not sent again and again")
    #expect(isThere(await hub.send([parcel(1, form: "c")])[1]))
    #expect(await server.rides["u1"]?.revision == 3)
  }

  @Test(arguments: [HubServer.answerLost, HubServer.lost])
  func `an edit after a lost request or response is based on the server's revision`(_ loss: Int) async throws {
    let hub = try await connected()
    await server.answerRides(loss)
    guard case .later? = await hub.send([parcel(1)])[1] else { Issue.record("not later"); return }
    let after = Hub(bench.tools(server))
    #expect(isThere(await after.send([parcel(1, form: "b")])[1]))
    #expect(await server.rides["u1"]?.revision == (loss == HubServer.lost ? 1 : 2))
    #expect(await server.lateEdits == 0)
  }

  @Test func `edits after a lost response and a lost request are based on the server's revision`() async throws {
    let hub = try await connected()
    // The second edit checks whether the first arrived, and is lost itself; so does the third.
    await server.answerRides(HubServer.answerLost, 200, HubServer.lost)
    for form in ["a", "b", "c"] { _ = await hub.send([parcel(1, form: form)]) }
    #expect(await server.rides["u1"]?.revision == 2)
    #expect(await server.lateEdits == 0)
  }

  @Test func `an edit after a lost response and a change elsewhere becomes a note`() async throws {
    let hub = try await connected()
    await server.answerRides(HubServer.answerLost)
    _ = await hub.send([parcel(1)])
    await server.changeRide("u1", to: [1, 2, 3])
    #expect(isThere(await hub.send([parcel(1, form: "b")])[1]))
    #expect(await server.lateEdits == 1)
  }

  @Test func `a ride in an unanswered batch is also sent whole once the server accepts whole rides`() async throws {
    let hub = try await connected()
    await server.answerRides(404)
    await server.then(.answerLost)
    _ = await hub.send([parcel(1)])
    try await hub.startFull()
    // The token is renewed for the batch, and is also valid for the ride.
    await server.expireToken()
    #expect(isThere(await hub.send([parcel(1, title: "Dawn")])[1]))
    #expect(await server.created == ["u1": 1])
    let body = try #require(await server.rides["u1"]?.body)
    #expect(Gzip.unpacked(body, most: 1000) == Array("ride 1 a Dawn".utf8))
  }

  @Test func `a ride in a stored batch is delivered by it and not reported as a duplicate`() async throws {
    let hub = try await connected()
    await server.answerRides(404)
    await server.then(.lost)
    _ = await hub.send([parcel(1)])
    // The server is tried again for whole rides, and rejects them.
    try await hub.startFull()
    await server.answerRides(404)
    let delivery = await hub.send([parcel(1)])[1]
    #expect(delivery == .there(remoteID: nil, url: nil, wasThere: false))
    #expect(await server.created == ["u1": 1])
  }

  @Test func `a revision is also read from a weak ETag`() async throws {
    let hub = try await connected()
    await server.weakenTags()
    #expect(isThere(await hub.send([parcel(1)])[1]))
    #expect(isThere(await hub.send([parcel(1, form: "b")])[1]))
    #expect(await server.lateEdits == 0)
  }

  @Test func `another process bases an edit on the stored revision`() async throws {
    _ = await (try await connected()).send([parcel(1)])
    #expect(isThere(await Hub(bench.tools(server)).send([parcel(1, form: "b")])[1]))
    #expect(await server.rides["u1"]?.revision == 2)
  }

  @Test func `a server without whole rides is tried once, and again when all rides are sent`() async throws {
    let hub = try await connected()
    await server.answerRides(404)
    for number in 1...2 {
      #expect(isThere(await hub.send([parcel(number)])[number]))
      await hub.settled(nothingWaits: true)
    }
    let asked = await server.rideRequests
    #expect(asked == ["PUT u1"])
    #expect(await server.created.count == 2)
    try await hub.startFull()
    #expect(isThere(await hub.send([parcel(1)])[1]))
    #expect(await server.rides["u1"] != nil)
  }

  @Test func `a server that accepted whole rides gets them again after a proxy's 404`() async throws {
    let hub = try await connected()
    _ = await hub.send([parcel(1)])
    await hub.settled(nothingWaits: true)
    await server.answerRides(404)
    guard case .later? = await hub.send([parcel(2)])[2] else { Issue.record("not later"); return }
    #expect(isThere(await hub.send([parcel(2)])[2]))
    #expect(await server.rides["u2"] != nil)
  }

  @Test func `a full run sends rides again without a new revision`() async throws {
    let hub = try await connected()
    _ = await hub.send([parcel(1)])
    await hub.settled(nothingWaits: true)
    try await hub.startFull()
    _ = await hub.send([parcel(1)])
    let asked = await server.rideRequests
    #expect(asked == ["PUT u1", "PUT u1"])
    #expect(await server.rides["u1"]?.revision == 1)
  }

  @Test func `a refused ride does not stop the others, and its summary is not sent`() async throws {
    let hub = try await connected()
    await server.answerRides(400, 413)
    let results = await hub.send([parcel(1), parcel(2), parcel(3)])
    #expect(results[1] == .refused(SyncFault(.refused, detail: "scripted")))
    #expect(results[2] == .refused(SyncFault(.tooLarge)))
    #expect(isThere(results[3]))
    #expect(await server.created.isEmpty)
  }

  @Test func `the remaining rides wait after a rate limit`() async throws {
    let hub = try await connected()
    await server.answerRides(200, 429)
    let results = await hub.send([parcel(1), parcel(2), parcel(3)])
    #expect(isThere(results[1]) && results[3] == nil)
    #expect(results[2] == .later(SyncFault(.rateLimited, detail: "scripted"), after: .seconds(7)))
    let after = await hub.send([parcel(1), parcel(2), parcel(3)])
    #expect(after.count == 3 && after.values.allSatisfy { isThere($0) })
    let asked = await server.rideRequests
    #expect(asked == ["PUT u1", "PUT u2", "PUT u2", "PUT u3"])
  }

  @Test func `whole rides are sent ten at a time`() async throws {
    let hub = try await connected()
    var waiting = (1...25).map { parcel($0) }
    var counts: [Int] = []
    while !waiting.isEmpty {
      let results = await hub.send(waiting)
      waiting.removeAll { isThere(results[$0.ride.id]) }
      counts.append(results.count)
      await hub.settled(nothingWaits: waiting.isEmpty)
    }
    #expect(counts == [10, 10, 5])
    #expect(await server.rides.count == 25)
    #expect(await hub.send((1...25).map { parcel($0) }).count == 25, "what is whole already goes at once")
  }

  @Test func `an expired token is renewed for a whole ride`() async throws {
    let hub = try await connected()
    await server.expireToken()
    #expect(isThere(await hub.send([parcel(1)])[1]))
    #expect(await server.refreshes == ["r-1"])
  }

  @Test func `a ride is not sent before the clock is set`() async throws {
    let hub = try await connected()
    bench.clock.set(false)
    let asked = await server.requests.count
    #expect(await hub.send([parcel(1)]) == [1: .later(SyncFault(.startUnconfirmed), after: .seconds(30))])
    #expect(await server.requests.count == asked)
    bench.clock.set(true)
    #expect(isThere(await hub.send([parcel(1)])[1]))
  }

  @Test func `a change includes its base version if the server reports versions`() async throws {
    let hub = try await connected()
    await server.answerRides(404)
    _ = await hub.send([parcel(1)])
    await hub.settled(nothingWaits: true)
    await server.tellVersions()
    _ = await hub.send([parcel(1, form: "b")])
    await hub.settled(nothingWaits: true)
    #expect(await server.bases["u1"] == nil)
    _ = await hub.send([parcel(1, form: "c")])
    #expect(await server.bases["u1"] == 3)
  }

  @Test func `archived rides are fetched page by page, with their revisions`() async throws {
    let hub = try await connected()
    _ = await hub.send((1...5).map { parcel($0) })
    var (uuids, cursor) = ([String](), String?.none)
    repeat {
      let page = try await hub.archived(after: cursor)
      uuids += page.uuids
      cursor = page.next
    } while cursor != nil
    #expect(uuids == ["u1", "u2", "u3", "u4", "u5"])
    let ride = try await hub.archived("u4")
    #expect(ride == ArchivedRide(json: Array("ride 4 a ".utf8), revision: 1))
    await #expect(throws: SyncFault.self) { try await hub.archived("u9") }
  }

  @Test func `a ride that came from the server is not sent back`() async throws {
    let hub = try await connected()
    try await hub.note(parcel(1), cameAs: 4)
    #expect(isThere(await hub.send([parcel(1)])[1]))
    #expect(await server.rideRequests.isEmpty)
  }

  @Test func `a live report returns the server's interval, or nil without a connection`()
    async throws
  {
    #expect(try await Hub(bench.tools(server)).publish(.over) == nil)
    let hub = try await connected()
    #expect(try await hub.publish(.over) == .seconds(15))
    await server.watch()
    #expect(try await hub.publish(.over) == .seconds(1))
    await server.expireToken()
    #expect(try await hub.publish(.over) == .seconds(1))
    #expect(await server.refreshes == ["r-1"])
  }

  @Test func `an expired token is renewed once for concurrent requests`() async throws {
    let hub = try await connected()
    await server.expireToken()
    async let rides = hub.send([parcel(1)])
    async let first = hub.publish(.over)
    async let second = hub.archived(after: nil)
    #expect(isThere(await rides[1]))
    _ = try await (first, second)
    #expect(await server.refreshes == ["r-1"])
  }
}
