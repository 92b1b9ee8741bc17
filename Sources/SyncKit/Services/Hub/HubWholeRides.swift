import Compression
import ControlWire
import FoundationEssentials
import Logging
import Rides

/// The whole rides at the server, with every second and event, by their UUIDs (`docs/hub.md`).
///
/// **The revision decides.** The server counts the revisions of a ride, and an edit names the revision that it is based
/// on. The server rejects an edit that is based on an older revision, and keeps its changes as a note.
///
/// A server that only implements `docs/sync.md` has no whole rides. It is tried once, and again when all rides are sent
/// anew.
struct HubWholeRides: Sendable {
  /// The outcome of a ride.
  enum Outcome: Hashable, Sendable {
    /// The server has the ride, or rejects it in its present form.
    case ended(Delivery)
    /// The server does not accept whole rides, or this ride has no UUID.
    case untaken
    /// All requests fail for now.
    case blocked(Delivery)
  }

  /// The form of a ride that a server has.
  private struct Mark: Codable, Hashable, Sendable {
    let server: String
    let form: String
    let name: String
    let note: String

    init(_ parcel: Parcel, at server: String) {
      self.server = server
      form = parcel.externalID
      (name, note) = (parcel.ride.title ?? "", parcel.note)
    }
  }

  /// A request with a ride that has no response yet.
  private struct Sent: Codable, Hashable, Sendable {
    let server: String
    let digest: [UInt8]
  }

  private enum Key {
    /// A server without whole rides.
    static let missing = "hub-no-rides"
    /// The server that accepted a whole ride last.
    static let taker = "hub-took-rides"
    static let marks = "hub-mark."
    static func mark(_ uuid: String) -> String { marks + uuid }
    static func sent(_ uuid: String) -> String { "hub-sent.\(uuid)" }
    static func revision(_ uuid: String) -> String { "hub-revision.\(uuid)" }
  }

  /// The maximum size of a ride's JSON in bytes, also the server's limit.
  private static let mostBytes = 128 << 20
  /// The number of rides in a page of the server's list.
  private static let page = 200

  let tools: ServiceTools
  let access: HubAccess

  // MARK: Sending

  /// Sends a ride unless the server has it in its present form.
  ///
  /// - Parameters:
  ///   - parcel: The ride. A ride of an older jz2d, without a UUID, is not sent.
  ///   - connection: The connection; its tokens are replaced if they were renewed.
  ///   - mayRenew: Whether the tokens may be renewed; set to false if they were.
  /// - Returns: The outcome of the ride.
  /// - Throws: `notWritable`.
  func put(
    _ parcel: Parcel, by connection: inout HubConnection, mayRenew: inout Bool
  ) async throws(SyncFault) -> Outcome {
    let server = connection.destination
    guard let uuid = parcel.ride.uuid, try await takesRides(server) else { return .untaken }
    guard try await isDue(parcel, at: server) else { return Self.isThere(already: true) }
    let mark = Mark(parcel, at: server)
    let content: [UInt8]
    do throws(SyncFault) { content = try await parcel.whole() } catch { return .ended(.unread(error)) }
    let sent = Sent(server: server, digest: try ContentDigest.sha256(content))
    let base: Int?
    switch try await self.base(of: uuid, for: sent, by: &connection, &mayRenew) {
    case .revision(let revision): base = revision
    case .blocked(let delivery): return .blocked(delivery)
    }
    try await tools.memory.keep(json: sent, Key.sent(uuid))
    let request = try Self.request(content, uuid, base: base)
    switch await access.send(request, by: &connection, mayRenew: &mayRenew) {
    case .failed(let answer): return .blocked(answer.delivery)
    case .answered(let response): return try await settle(response, of: parcel, uuid, mark)
    }
  }

  /// Returns the outcome of a ride that the server has; `already` if it had the ride before this process sent it.
  private static func isThere(already: Bool) -> Outcome { .ended(.there(remoteID: nil, url: nil, wasThere: already)) }

  private func takesRides(_ server: String) async throws(SyncFault) -> Bool {
    try await tools.memory.json(String.self, Key.missing) != server
  }

  /// Whether a ride has to be sent: the server accepts whole rides, and does not have this one in its present form.
  func isDue(_ parcel: Parcel, at server: String) async throws(SyncFault) -> Bool {
    guard let uuid = parcel.ride.uuid, try await takesRides(server) else { return false }
    return try await tools.memory.json(Mark.self, Key.mark(uuid)) != Mark(parcel, at: server)
  }

  private enum Base {
    /// The revision that a ride is based on; nil if the server never sent one.
    case revision(Int?)
    /// All requests fail for now.
    case blocked(Delivery)
  }

  /// Finds the revision that a ride is based on.
  ///
  /// An earlier request may have arrived although its response was lost; the ride is then based on the revision that it
  /// created.
  private func base(
    of uuid: String, for next: Sent, by connection: inout HubConnection, _ mayRenew: inout Bool
  ) async throws(SyncFault) -> Base {
    let known = try await tools.memory.json(HubRevision.self, Key.revision(uuid))
    let base = known.flatMap { $0.server == next.server ? $0.number : nil }
    guard let last = try await tools.memory.json(Sent.self, Key.sent(uuid)), last.server == next.server, last != next
    else { return .revision(base) }
    switch await get(Self.path(uuid), by: &connection, &mayRenew) {
    case .failed(let answer): return .blocked(answer.delivery)
    case .answered(let response) where response.status == 200:
      guard try ContentDigest.sha256(response.body) == last.digest, let arrived = Self.revision(of: response) else {
        return .revision(base)
      }
      try await tools.memory.keep(json: HubRevision(server: next.server, number: arrived), Key.revision(uuid))
      return .revision(arrived)
    case .answered(let response) where response.status == 404: return .revision(base)
    case .answered(let response):
      return .blocked(HubAnswer(response, sent: 0, now: tools.clock.now).delivery)
    }
  }

  private static func request(
    _ content: [UInt8], _ uuid: String, base: Int?
  ) throws(SyncFault) -> (HubConnection) -> HTTPRequest {
    let packed = Gzip.packed(content)
    let body = packed ?? content
    var lines = [(name: "Content-Digest", value: try ContentDigest.line(of: body))]
    if packed != nil { lines.append((name: "Content-Encoding", value: "gzip")) }
    if let base { lines.append((name: "If-Match", value: "\"\(base)\"")) }
    return { connection in
      connection.request(.put, path(uuid), lines, body: .bytes(body, contentType: "application/json"))
    }
  }

  private func settle(
    _ response: HTTPResponse, of parcel: Parcel, _ uuid: String, _ mark: Mark
  ) async throws(SyncFault) -> Outcome {
    let said = JSONValue(response.body)
    switch response.status {
    case 200...299:
      guard let revision = Self.revision(of: response) else {
        return .blocked(.later(SyncFault(.badAnswer, detail: "a ride without a revision"), after: nil))
      }
      try await keep(mark, revision, of: uuid)
      return Self.isThere(already: said?["outcome"].text == "unchanged")
    case 404 where try await tools.memory.json(String.self, Key.taker) == mark.server:
      // The server accepts whole rides, so this is a proxy's response while the server starts.
      return .blocked(HubAnswer(response, sent: 0, now: tools.clock.now).delivery)
    case 404, 405, 501:
      tools.log.info("server does not accept whole rides", metadata: ["status": "\(response.status)"])
      try await tools.memory.keep(json: mark.server, Key.missing)
      return .untaken
    case 409, 412:
      // The server keeps the changes as a note. The next edit is based on the server's present revision.
      guard let revision = Self.revision(of: response) else { return .ended(.refused(Self.fault(response, said))) }
      tools.log.notice(
        "server has a later edit of the ride; this one is kept as a note",
        metadata: ["ride": "\(parcel.ride.id)", "revision": "\(revision)"])
      try await keep(mark, revision, of: uuid)
      return Self.isThere(already: true)
    case 413: return .ended(.refused(SyncFault(.tooLarge)))
    case 422 where said?["error"]["code"].text == "CHECKSUM_MISMATCH":
      return .blocked(.later(SyncFault(.serverFailed, detail: said?.problemReason), after: nil))
    case 400, 415, 422: return .ended(.refused(Self.fault(response, said)))
    default: return .blocked(HubAnswer(response, sent: 0, now: tools.clock.now).delivery)
    }
  }

  private static func fault(_ response: HTTPResponse, _ said: JSONValue?) -> SyncFault {
    SyncFault(.refused, detail: said?.problemReason ?? "status \(response.status)")
  }

  /// Returns the revision in a response, `ETag: "3"`.
  ///
  /// A proxy that compresses responses changes it to `W/"3"`.
  private static func revision(of response: HTTPResponse) -> Int? {
    let tag = response.headers["ETag"]?.trimmingPrefix("W/").filter { $0 != "\"" }
    return tag.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private func keep(_ mark: Mark, _ revision: Int, of uuid: String) async throws(SyncFault) {
    let encoder = JSONEncoder()
    guard let form = try? encoder.encode(mark),
      let number = try? encoder.encode(HubRevision(server: mark.server, number: revision)),
      let taker = try? encoder.encode(mark.server)
    else { return }
    try await tools.memory.keep([
      Key.mark(uuid): Array(form), Key.revision(uuid): Array(number), Key.sent(uuid): nil, Key.taker: Array(taker),
    ])
  }

  /// Makes each ride be sent again, also to a server that accepted no whole rides.
  func beginAnew() async throws(SyncFault) {
    try await tools.memory.forget(beginningWith: Key.marks)
    try await tools.memory.keep([Key.missing: nil])
  }

  // MARK: Restoring

  /// Returns the rides of the server after a cursor.
  ///
  /// - Throws: The server's fault; `badAnswer` if it has no whole rides.
  func list(after cursor: String?, by connection: inout HubConnection) async throws(SyncFault) -> ArchivedRides {
    let query = "?limit=\(Self.page)" + (cursor.map { "&cursor=\($0)" } ?? "")
    let response = try await answer(to: Self.rides + query, by: &connection)
    guard let list = JSONValue(response.body), let rides = list["rides"].list, let next = list["next_cursor"].text
    else { throw SyncFault(.badAnswer, detail: "a list of rides") }
    let uuids = rides.compactMap { $0["uuid"].text }
    guard uuids.count == rides.count, uuids.allSatisfy(Self.isUUID), next.utf8.allSatisfy(Self.isPlain) else {
      throw SyncFault(.badAnswer, detail: "a list of rides")
    }
    return ArchivedRides(uuids: uuids, next: list["has_more"].flag == true ? next : nil)
  }

  /// Returns a whole ride with its revision.
  func ride(_ uuid: String, by connection: inout HubConnection) async throws(SyncFault) -> ArchivedRide {
    let response = try await answer(to: Self.path(uuid), by: &connection)
    guard let revision = Self.revision(of: response) else {
      throw SyncFault(.badAnswer, detail: "a ride without a revision")
    }
    return ArchivedRide(json: response.body, revision: revision)
  }

  /// Marks a ride that came from the server as present there in its present form.
  func note(_ parcel: Parcel, _ revision: Int, at server: String) async throws(SyncFault) {
    guard let uuid = parcel.ride.uuid else { return }
    try await keep(Mark(parcel, at: server), revision, of: uuid)
  }

  private func get(
    _ path: String, by connection: inout HubConnection, _ mayRenew: inout Bool
  ) async -> HubAccess.Reply {
    let ask: (HubConnection) -> HTTPRequest = { connection in
      var request = connection.request(.get, path)
      request.limits.mostBytes = Self.mostBytes
      return request
    }
    return await access.send(ask, by: &connection, mayRenew: &mayRenew)
  }

  private func answer(to path: String, by connection: inout HubConnection) async throws(SyncFault) -> HTTPResponse {
    var mayRenew = true
    switch await get(path, by: &connection, &mayRenew) {
    case .failed(let answer): throw answer.delivery.fault
    case .answered(let response) where 200...299 ~= response.status: return response
    case .answered(let response): throw HubAnswer(response, sent: 0, now: tools.clock.now).delivery.fault
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isPlain)
  }
  /// Whether a byte needs no escaping in an address.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let rides = "/api/v1/rides"
  private static func path(_ uuid: String) -> String { "\(rides)/\(uuid)" }
}

extension HubAnswer {
  /// The outcome of a ride for a response without success.
  var delivery: Delivery {
    switch self {
    case .unauthorized(let fault), .stopped(let fault): .stopped(fault)
    case .later(let fault, let after): .later(fault, after: after)
    case .contradictory(let fault): .later(fault, after: nil)
    case .taken, .invalid, .tooLarge, .keyTaken: .later(SyncFault(.badAnswer), after: nil)
    }
  }
}
