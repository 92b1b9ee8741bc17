import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird
import NIOCore
import Rides

/// What every route does first: it finds out who asks, counts, and reads the body.
struct Desk: Sendable {
  /// Bytes of a body that is not a batch or a ride.
  private static let smallBody = 16_384
  /// The cookie of a browser.
  ///
  /// The encrypted page has one of its own, which neither a page without encryption nor a sub-domain can set
  /// (RFC 6265bis, 4.1.3.2).
  static func cookie(isEncrypted: Bool) -> String { isEncrypted ? "__Host-jz2hub" : "jz2hub" }

  /// Whether a proxy took the request by https.
  static func isEncrypted(_ request: Request) -> Bool {
    HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] } == "https"
  }

  let library: HubLibrary
  let options: HubOptions
  let rides = WholeRideReading()
  /// Those that are sent, counted apart, so that clients that read slowly do not keep others from sending rides.
  let sentRides = WholeRideReading()

  /// Who asks, by the token in `Authorization`, else in the browser's cookie.
  ///
  /// - Throws: `unauthorized` without a token, `tokenInvalid`, `rateLimited`.
  func caller(_ request: Request, counted limit: RateLimit = .read) async throws(HubFault) -> Caller {
    let caller = try await uncountedCaller(request)
    try await library.count(limit, of: caller.deviceID)
    return caller
  }

  func uncountedCaller(_ request: Request) async throws(HubFault) -> Caller {
    guard let token = Self.token(of: request) else {
      throw HubFault(.unauthorized, "A token is missing: pair the device, and send `Authorization: Bearer TOKEN`.")
    }
    return try await library.caller(by: token)
  }

  private static func token(of request: Request) -> String? {
    if let header = request.headers[.authorization] {
      let words = header.split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
      return String(words[1])
    }
    return request.cookies[cookie(isEncrypted: isEncrypted(request))]?.value
  }

  /// The client's address as it is counted.
  func address(_ request: Request, _ context: HubContext) -> String {
    guard let peer = context.remoteAddress.flatMap({ ClientAddress($0) }) else { return "unknown" }
    guard options.proxies.contains(peer), let name = HTTPField.Name("X-Forwarded-For"),
      let last = request.headers[name]?.split(separator: ",").last,
      let client = ClientAddress(last.filter { !$0.isWhitespace })
    else { return peer.network }
    return client.network
  }

  /// The body, of at most so many bytes, and not packed.
  ///
  /// - Throws: As `buffer`.
  func body(_ request: Request, most bytes: Int = smallBody) async throws -> Data {
    Data(try await buffer(request, most: bytes, mayBePacked: false).readableBytesView)
  }

  /// The body, of at most so many bytes.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bytes: The most bytes.
  ///   - mayBePacked: Whether the caller unpacks it.
  /// - Returns: The bytes as they came.
  /// - Throws: `payloadTooLarge`, `unsupportedMediaType` unless it is said to be JSON, and plain.
  func buffer(_ request: Request, most bytes: Int, mayBePacked: Bool) async throws -> ByteBuffer {
    let type = request.headers[.contentType]?.split(separator: ";").first.map {
      $0.filter { !$0.isWhitespace }.lowercased()
    }
    guard type == "application/json" else {
      throw HubFault(.unsupportedMediaType, "The body has to be JSON, and to say so: Content-Type: application/json.")
    }
    let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
    guard mayBePacked || coding == "identity" else {
      throw HubFault(
        .unsupportedMediaType, "The body has to come without Content-Encoding; only whole rides are unpacked.")
    }
    let tooLarge = HubFault(.payloadTooLarge, "The body has more than \(bytes) bytes; send less at a time.")
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bytes { throw tooLarge }
    do {
      return try await request.body.collect(upTo: bytes)
    } catch is NIOTooManyBytesError {
      throw tooLarge
    }
  }

  /// The members of the body's object.
  ///
  /// - Throws: `validationError` if it is none.
  func fields(_ request: Request) async throws -> FieldReader {
    guard let json = JSONValue(try await body(request)), case .object = json else {
      throw HubFault(.validationError, "The body has to be a JSON object.")
    }
    return FieldReader(json)
  }
}

extension FieldReader {
  /// - Throws: What was wrong with the members that were read.
  func finish() throws(HubFault) {
    if !faults.isEmpty { throw .invalid(faults) }
  }
}
