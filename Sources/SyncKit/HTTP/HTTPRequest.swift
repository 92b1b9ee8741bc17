internal import FoundationEssentials

/// A request to a server on the network.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// The content of the request.
  package enum Body: Sendable {
    case none
    case bytes([UInt8], contentType: String)
    /// Parts of a form with files (RFC 7578). The boundary must not occur in any part. With the same boundary the bytes
    /// are the same.
    case form([FormPart], boundary: String)

    /// Returns a value as JSON.
    ///
    /// It must not contain numbers that JSON cannot represent.
    static func json(_ value: some Encodable) -> Body {
      .bytes((try? JSONEncoder().encode(value)).map(Array.init) ?? [], contentType: "application/json")
    }
  }

  package var method: Method
  /// The absolute URL, https or http, without a user and a password.
  package var url: String
  /// Header fields, in addition to those of the client.
  ///
  /// The client sets Host, Content-Length, Content-Type, User-Agent and Accept-Encoding.
  package var headers: [(name: String, value: String)]
  /// The content of the request.
  package var body: Body
  /// The certificate authorities to trust.
  package var trust: HTTPTrust
  /// The limits after which the request fails.
  package var limits: HTTPLimits

  package init(
    _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: Body = .none,
    trust: HTTPTrust = HTTPTrust(), limits: HTTPLimits = HTTPLimits()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.trust = trust
    self.limits = limits
  }
}

/// The certificate authorities to trust.
///
/// The system's authorities are always included.
package struct HTTPTrust: Hashable, Sendable {
  /// Certificates of further authorities, as PEM text; nil to use only the system's.
  package var authorities: String?

  /// Trusts the system's authorities and these.
  package init(authorities: String? = nil) { self.authorities = authorities }
}

/// The limits after which a request fails.
package struct HTTPLimits: Hashable, Sendable {
  /// The time limit for the connection, including DNS and TLS.
  package var connect = Duration.seconds(15)
  /// The time limit for the complete request.
  package var whole = Duration.seconds(120)
  /// The lowest permitted transfer rate, in bytes a second.
  package var leastBytesPerSecond = 100
  /// The time for which the rate may be lower.
  package var slowness = Duration.seconds(30)
  /// The maximum size of the decoded response body, in bytes.
  package var mostBytes = 8 << 20

  /// Creates the default limits.
  package init() {}
}

// A logged request shows no header fields, no query and no body: all three may contain secrets.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, and the URL without the query.
  package var description: String { "\(method.rawValue) \(url.prefix { $0 != "?" && $0 != "#" })" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPRequest {
  /// Returns the value of an `Authorization` field with user and password (RFC 7617), both as UTF-8.
  package static func basicAuthorization(user: String, password: String) -> String {
    "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
  }
}
