import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird
import NIOCore
import Rides

/// The first steps of every route: identifies the caller, counts the request, and reads the body.
struct Desk: Sendable {
  /// The maximum size of a body that is not a batch or a ride, in bytes.
  private static let smallBody = 16_384
  /// Returns the name of a browser's cookie.
  ///
  /// An encrypted page has a separate cookie, which neither an unencrypted page nor a subdomain can set (RFC 6265bis,
  /// 4.1.3.2).
  static func cookie(isEncrypted: Bool) -> String { isEncrypted ? "__Host-jz2hub" : "jz2hub" }

  /// Whether the proxy received the request by https.
  static func isEncrypted(_ request: Request) -> Bool {
    HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] } == "https"
  }

  let library: HubLibrary
  let options: HubOptions
  let rides = WholeRideReading()
  /// Limits responses with rides.
  ///
  /// It is separate, so that slow readers do not keep other clients from uploading rides.
  let sentRides = WholeRideReading()

  /// Returns the caller, from the token in `Authorization`, else in the browser's cookie.
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

  /// Returns the client's address for counting requests.
  func address(_ request: Request, _ context: HubContext) -> String {
    guard let peer = context.remoteAddress.flatMap({ ClientAddress($0) }) else { return "unknown" }
    guard options.proxies.contains(peer), let name = HTTPField.Name("X-Forwarded-For"),
      let last = request.headers[name]?.split(separator: ",").last,
      let client = ClientAddress(last.filter { !$0.isWhitespace })
    else { return peer.network }
    return client.network
  }

  /// Returns the body, at most `bytes` bytes, uncompressed.
  ///
  /// - Throws: As `buffer`.
  func body(_ request: Request, most bytes: Int = smallBody) async throws -> Data {
    Data(try await buffer(request, most: bytes, mayBePacked: false).readableBytesView)
  }

  /// Returns the body, at most `bytes` bytes.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bytes: The maximum size.
  ///   - mayBePacked: Whether the caller can decompress it.
  /// - Returns: The bytes as received.
  /// - Throws: `payloadTooLarge`; `unsupportedMediaType` if it is not declared as JSON, or is compressed without
  ///   `mayBePacked`.
  func buffer(_ request: Request, most bytes: Int, mayBePacked: Bool) async throws -> ByteBuffer {
    let type = request.headers[.contentType]?.split(separator: ";").first.map {
      $0.filter { !$0.isWhitespace }.lowercased()
    }
    guard type == "application/json" else {
      throw HubFault(.unsupportedMediaType, "The body must be JSON, with Content-Type: application/json.")
    }
    let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
    guard mayBePacked || coding == "identity" else {
      throw HubFault(
        .unsupportedMediaType, "The body must have no Content-Encoding; only whole rides may be compressed.")
    }
    let tooLarge = HubFault(.payloadTooLarge, "The body has more than \(bytes) bytes; send less at a time.")
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bytes { throw tooLarge }
    do {
      return try await request.body.collect(upTo: bytes)
    } catch is NIOTooManyBytesError {
      throw tooLarge
    }
  }

  /// Returns a reader for the body's object.
  ///
  /// - Throws: `validationError` if the body is not an object.
  func fields(_ request: Request) async throws -> FieldReader {
    guard let json = JSONValue(try await body(request)), case .object = json else {
      throw HubFault(.validationError, "The body must be a JSON object.")
    }
    return FieldReader(json)
  }
}

extension FieldReader {
  /// - Throws: The faults of the fields that were read.
  func finish() throws(HubFault) {
    if !faults.isEmpty { throw .invalid(faults) }
  }
}
