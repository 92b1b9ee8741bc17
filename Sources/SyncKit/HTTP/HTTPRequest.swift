internal import FoundationEssentials

/// A request to a server of the network.
package struct HTTPRequest: Sendable {
  /// What is asked of the resource.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// What is sent after the head.
  package enum Body: Sendable {
    case none
    case bytes([UInt8], contentType: String)
    /// Parts of a form with files (RFC 7578). The boundary must stand in no part; whoever keeps it sends the same bytes
    /// again.
    case form([FormPart], boundary: String)

    /// A value as JSON; it may have no number that JSON cannot hold.
    static func json(_ value: some Encodable) -> Body {
      .bytes((try? JSONEncoder().encode(value)).map(Array.init) ?? [], contentType: "application/json")
    }
  }

  /// What is asked.
  package var method: Method
  /// The absolute URL, of https or http, without a user and a password.
  package var url: String
  /// Lines of the head, in addition to those that the client makes.
  ///
  /// Host, Content-Length, Content-Type, User-Agent and Accept-Encoding are the client's.
  package var headers: [(name: String, value: String)]
  /// What is sent after the head.
  package var body: Body
  /// Whose certificates are believed.
  package var trust: HTTPTrust
  /// When the request is given up.
  package var limits: HTTPLimits

  /// A request.
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

/// Whose certificates are believed: those of the system's authorities, always.
package struct HTTPTrust: Hashable, Sendable {
  /// Certificates of further authorities, as PEM text; nil for none.
  package var authorities: String?

  /// Belief in the system's authorities and in these.
  package init(authorities: String? = nil) { self.authorities = authorities }
}

/// When a request is given up.
package struct HTTPLimits: Hashable, Sendable {
  /// How long the connection may take, names and certificates included.
  package var connect = Duration.seconds(15)
  /// How long the whole of it may take.
  package var whole = Duration.seconds(120)
  /// How many bytes a second have to come or go.
  package var leastBytesPerSecond = 100
  /// How long there may be fewer.
  package var slowness = Duration.seconds(30)
  /// How many bytes the answer's body may have, once it is decoded.
  package var mostBytes = 8 << 20

  /// The usual limits.
  package init() {}
}

// What is logged of a request has no header, no query and no body in it: secrets stand in all three.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Its method, and its URL without the query.
  package var description: String { "\(method.rawValue) \(url.prefix { $0 != "?" && $0 != "#" })" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPRequest {
  /// The value of an `Authorization` line with user and password (RFC 7617), both as UTF-8.
  package static func basicAuthorization(user: String, password: String) -> String {
    "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
  }
}
