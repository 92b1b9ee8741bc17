import Compression
import HTTPTypes
import HubTerms
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Limits the number of requests that have a whole ride in memory, and processes rides on two dedicated threads.
///
/// A ride may unpack to 128 MiB, which takes seconds. On Swift's own threads, every other request would wait for it.
final class WholeRideReading: Sendable {
  /// The threads for rides, shared by the whole process.
  private static let threads = {
    let threads = NIOThreadPool(numberOfThreads: 2)
    threads.start()
    return threads
  }()

  /// The maximum number of requests with a ride that are received, queued, processed, or answered.
  static let most = 16
  /// The maximum for one rider.
  static let mostOfRider = 8

  private let riders = Mutex<[String: Int]>([:])

  /// A request's share of the limit, released with its last reference.
  final class Place: Sendable {
    private let riderID: String
    private let reading: WholeRideReading

    fileprivate init(of riderID: String, in reading: WholeRideReading) {
      self.riderID = riderID
      self.reading = reading
    }

    deinit {
      reading.riders.withLock { riders in
        let count = riders[riderID, default: 0] - 1
        riders[riderID] = count > 0 ? count : nil
      }
    }
  }

  /// Reserves a place for a request of a rider.
  ///
  /// - Throws: `unavailable` if the rider, or all riders together, have too many such requests.
  func place(of riderID: String) throws(HubFault) -> Place {
    let isAdmitted = riders.withLock { riders in
      guard riders[riderID, default: 0] < Self.mostOfRider, riders.values.reduce(0, +) < Self.most else { return false }
      riders[riderID, default: 0] += 1
      return true
    }
    guard isAdmitted else {
      throw HubFault(.unavailable, "The hub is busy with other rides; try again.", retryAfterSeconds: 5)
    }
    return Place(of: riderID, in: self)
  }

  /// Handles a request with a ride if there is room for its body.
  ///
  /// - Throws: As `place(of:)`, and the error that `body` throws.
  func admit<Result>(_ riderID: String, _ body: () async throws -> Result) async throws -> Result {
    let place = try place(of: riderID)
    defer { withExtendedLifetime(place) {} }
    return try await body()
  }

  /// Runs work on a ride when a thread is free.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await threads.runIfActive(work)
  }
}

extension Response {
  /// Returns a response with rides that keeps a place until its body is sent or dropped; `length` is nil if the body's
  /// length is unknown.
  static func rides(
    _ length: Int?, type: String, headers: HTTPFields, keeping place: WholeRideReading.Place,
    _ write: @escaping @concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> Response {
    let body = ResponseBody(contentLength: length) { writer in
      try await write(&writer)
      try await writer.finish(nil)
      withExtendedLifetime(place) {}
    }
    return .content(body, type: type, headers: headers)
  }
}

extension ResponseBodyWriter {
  /// Writes bytes in pieces, as fast as the client reads them.
  @concurrent mutating func write(inPieces bytes: ByteBuffer, _ context: HubContext) async throws {
    var rest = bytes
    while let piece = rest.readSlice(length: min(Gzip.Pieces.most, rest.readableBytes)), piece.readableBytes > 0 {
      try await write(piece: piece, context)
    }
  }

  /// Writes the JSON of a ride while unpacking it, so that only one piece of it is in memory.
  ///
  /// - Throws: `Gzip.Pieces.Damage`, which ends the connection, so that the client notices the truncation.
  @concurrent mutating func write(packedRide: [UInt8], _ context: HubContext) async throws {
    let pieces = Gzip.Pieces(packedRide)
    do {
      while let piece = try pieces.next() { try await write(piece: ByteBuffer(bytes: piece), context) }
    } catch let damage as Gzip.Pieces.Damage {
      context.logger.error("ride in the database is damaged")
      throw damage
    }
  }

  /// Writes a piece, and waits until the connection's event loop has handled it.
  ///
  /// Only the event loop reports backpressure of a slow client. While the loop is busy, the writer would accept any
  /// number of pieces.
  @concurrent private mutating func write(piece: ByteBuffer, _ context: HubContext) async throws {
    try await write(piece)
    try await context.eventLoop.submit {}.get()
  }
}
