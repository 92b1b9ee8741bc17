import Compression
import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubRides
import HubTerms
import Hummingbird
import NIOCore
import Rides

/// Whole rides, with all rows that a Pi has.
struct RideRoutes: Sendable {
  private static let usualPage = 100

  let desk: Desk

  func add(to routes: Routes) {
    routes.at("/api/v1/rides", [.get: { request, _ in try await list(request) }])
    routes.at(
      "/api/v1/rides/:uuid",
      [
        .get: { request, context in try await get(request, context) },
        .put: { request, context in try await put(request, context) },
      ])
    routes.at("/api/v1/rides/:uuid/notes", [.get: { request, context in try await notes(request, context) }])
  }

  // MARK: - Uploads

  private func put(_ request: Request, _ context: HubContext) async throws -> Response {
    let caller = try await desk.caller(request, counted: .sync)
    let uuid = try Self.uuid(context)
    let base = try Self.base(request)
    let outcome = try await desk.rides.admit(caller.riderID) {
      let body = try await desk.buffer(request, most: HubLibrary.RideLimit.packedBytes, mayBePacked: true)
      let ride = try await WholeRideReading.run {
        try Self.ride(Array(body.readableBytesView), uuid: uuid, base: base, request.headers)
      }
      return try await desk.library.put(ride, by: caller)
    }
    switch outcome {
    case .created: return Self.receipt("created", 1, .created)
    case .unchanged(let revision): return Self.receipt("unchanged", revision, .ok)
    case .updated(let revision): return Self.receipt("updated", revision, .ok)
    case .superseded(let revision):
      let reason =
        "The hub has revision \(revision) of this ride, and your edit is based on another; it is kept as a note."
      var response = Response.fault(HubFault(.revisionConflict, reason))
      response.headers[.eTag] = "\"\(revision)\""
      return response
    }
  }

  /// Reads the ride in a body.
  private static func ride(
    _ sent: [UInt8], uuid: String, base: Int?, _ headers: HTTPFields
  ) throws(HubFault) -> SentRide {
    try check(sent, headers)
    let isPacked = headers[.contentEncoding]?.lowercased() == "gzip"
    let most = HubLibrary.RideLimit.bytes(ofPacked: sent.count)
    guard let content = isPacked ? Gzip.unpacked(sent, most: most) : sent else {
      throw HubFault(.validationError, "The body is not gzip, is incomplete, or unpacks to more than \(most) bytes.")
    }
    // Compressed again, since the sender's gzip may be needlessly large.
    guard let packed = Gzip.packed(content) else {
      throw HubFault(.unavailable, "There is not enough memory for this ride now; try again.", retryAfterSeconds: 10)
    }
    return SentRide(try WholeRide(content, uuid: uuid).summary, packed: packed, content: content, base: base)
  }

  private struct Receipt: Encodable {
    let outcome: String
    let revision: Int
  }

  private static func receipt(_ outcome: String, _ revision: Int, _ status: HTTPResponse.Status) -> Response {
    .json(Receipt(outcome: outcome, revision: revision), status: status, headers: [.eTag: "\"\(revision)\""])
  }

  /// Returns the revision that the edit is based on, from `If-Match: "3"`.
  private static func base(_ request: Request) throws(HubFault) -> Int? {
    guard let text = request.headers[.ifMatch] else { return nil }
    guard text.hasPrefix("\""), text.hasSuffix("\""), let revision = Int(text.dropFirst().dropLast()), revision > 0
    else {
      throw .invalid([HubFault.Field("If-Match", "must be a revision in quotation marks, \"3\"")])
    }
    return revision
  }

  /// Compares the body with `Content-Digest: sha-256=:BASE64:` (RFC 9530).
  private static func check(_ body: [UInt8], _ headers: HTTPFields) throws(HubFault) {
    let digest = HTTPField.Name("Content-Digest").flatMap { headers[$0] } ?? ""
    guard
      let given = digest.split(separator: ",").map({ $0.filter { !$0.isWhitespace } })
        .first(where: { $0.hasPrefix("sha-256=:") && $0.hasSuffix(":") })
    else {
      throw .invalid([HubFault.Field("Content-Digest", "must have the body's SHA-256: sha-256=:BASE64:")])
    }
    guard Data(base64Encoded: String(given.dropFirst(9).dropLast())) == Data(Digest.sha256(body)) else {
      throw HubFault(.checksumMismatch, "The body does not match its checksum; send it again.")
    }
  }

  private static func uuid(_ context: HubContext) throws -> String {
    let text = try context.parameters.require("uuid")
    guard let uuid = UUID(uuidString: text), uuid.uuidString.lowercased() == text else {
      throw HubFault.invalid([HubFault.Field("uuid", "must be a UUID in lower case")])
    }
    return text
  }

  // MARK: - Downloads

  private func get(_ request: Request, _ context: HubContext) async throws -> Response {
    let caller = try await desk.caller(request)
    let uuid = try Self.uuid(context)
    let format = try Self.format(request)
    let rider = try request.parameter("rider")
    let place = try desk.sentRides.place(of: caller.riderID)
    let (ride, packed) = try await desk.library.ride(uuid, of: rider, by: caller)
    guard format == .json else {
      let file = try await WholeRideReading.run { try WholeRide(try Self.unpacked(packed), uuid: uuid).file(format) }
      let (type, headers) = Self.head(of: file, format, ride)
      return .rides(file.bytes.count, type: type, headers: headers, keeping: place) { writer in
        try await writer.write(inPieces: ByteBuffer(bytes: file.bytes), context)
      }
    }
    var headers: HTTPFields = [.eTag: "\"\(ride.revision)\"", .vary: "Accept-Encoding"]
    guard Self.takesGzip(request) else {
      return .rides(ride.size, type: "application/json", headers: headers, keeping: place) { writer in
        try await writer.write(packedRide: packed, context)
      }
    }
    headers[.contentEncoding] = "gzip"
    return .rides(packed.count, type: "application/json", headers: headers, keeping: place) { writer in
      try await writer.write(inPieces: ByteBuffer(bytes: packed), context)
    }
  }

  /// Returns the requested `format`: the whole ride as JSON, or a file for other programs.
  private static func format(_ request: Request) throws(HubFault) -> ActivityFormat {
    guard let word = try request.parameter("format") else { return .json }
    guard let format = ActivityFormat(rawValue: word) else {
      let words = ActivityFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid([HubFault.Field("format", "must be one of \(words)")])
    }
    return format
  }

  private static func head(
    of file: RideFile, _ format: ActivityFormat, _ ride: KeptRide
  ) -> (type: String, headers: HTTPFields) {
    let type =
      switch format {
      case .fit: "application/vnd.ant.fit"
      case .tcx: "application/vnd.garmin.tcx+xml"
      case .csv: "text/csv; charset=utf-8"
      case .json: "application/json"
      }
    let headers: HTTPFields = [
      .eTag: "\"\(ride.revision)\"", .contentDisposition: "attachment; filename=\"\(file.name)\"",
    ]
    return (type, headers)
  }

  /// Returns the JSON of a ride in the database.
  private static func unpacked(_ packed: [UInt8]) throws(HubFault) -> [UInt8] {
    guard let content = Gzip.unpacked(packed, most: HubLibrary.RideLimit.bytes) else {
      throw HubFault(.serverError, "The ride in the database is damaged.")
    }
    return content
  }

  private static func takesGzip(_ request: Request) -> Bool {
    request.headers[.acceptEncoding]?.lowercased().split(separator: ",")
      .contains { $0.split(separator: ";").first?.filter { !$0.isWhitespace } == "gzip" } ?? false
  }

  private func list(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    let limit = try request.count("limit", in: HubLibrary.pageLimits, usual: Self.usualPage)
    return .json(
      try await desk.library.rides(
        since: try request.cursor(), limit: limit, of: try request.parameter("rider"), by: caller))
  }

  private func notes(_ request: Request, _ context: HubContext) async throws -> Response {
    let caller = try await desk.caller(request)
    let notes = try await desk.library.notes(of: try Self.uuid(context), of: try request.parameter("rider"), by: caller)
    return .json(["notes": notes])
  }
}
