import Compression
import HubTerms
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Limits the requests that have a whole ride in memory, and reads rides on threads of their own, two at a time.
///
/// A ride may unpack to 128 MiB, which takes seconds: on Swift's own threads, every other request would wait for it.
final class WholeRideReading: Sendable {
  /// Rides at work at a time, in the whole process.
  private static let threads = {
    let threads = NIOThreadPool(numberOfThreads: 2)
    threads.start()
    return threads
  }()

  /// Requests with a ride that are received, wait for a thread, are at work, or are answered.
  static let most = 16
  /// Those of one rider.
  static let mostOfRider = 8

  private let riders = Mutex<[String: Int]>([:])

  /// A request's place; it is free again when its last reference is gone.
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

  /// Takes a place for a request of a rider.
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

  /// Handles a request with a ride while there is room for its body.
  ///
  /// - Throws: As `place(of:)`; whatever `body` throws.
  func admit<Result>(_ riderID: String, _ body: () async throws -> Result) async throws -> Result {
    let place = try place(of: riderID)
    defer { withExtendedLifetime(place) {} }
    return try await body()
  }

  /// Runs work on a ride when one of the threads is free.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await threads.runIfActive(work)
  }
}

extension Response {
  /// The response, which keeps a place until its body is written or dropped.
  func keeping(_ place: WholeRideReading.Place) -> Response {
    var response = self
    response.body = ResponseBody(contentLength: body.contentLength) { [body] writer in
      try await body.write(writer)
      withExtendedLifetime(place) {}
    }
    return response
  }
}

extension ResponseBodyWriter {
  /// Writes the JSON of a ride, and unpacks it meanwhile, so that no more than a piece of it is in memory.
  ///
  /// - Throws: `Gzip.Pieces.Damage`, which ends the connection, so that the client sees that the ride is cut.
  @concurrent mutating func write(packedRide: [UInt8], _ log: Logger) async throws {
    let pieces = Gzip.Pieces(packedRide)
    do {
      while let piece = try pieces.next() { try await write(ByteBuffer(bytes: piece)) }
    } catch let damage as Gzip.Pieces.Damage {
      log.error("a ride in the database is damaged")
      throw damage
    }
  }
}
