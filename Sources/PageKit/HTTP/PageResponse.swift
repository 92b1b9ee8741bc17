package import ControlWire

/// An HTTP response.
package struct PageResponse: Hashable, Sendable {
  package var status: Int
  package var fields: [(name: String, value: String)]
  package var body: [UInt8]
  /// Whether the connection closes after the response.
  package var closes = false

  package init(status: Int = 200, type: String, fields: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = [(name: "Content-Type", value: type)] + fields.map { (name: $0.0, value: $0.1) } + Self.always
    self.body = body
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.body == right.body && left.closes == right.closes
      && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(body)
  }
}

extension PageResponse {
  /// Returns a JSON response that no cache stores.
  package static func json(_ body: [UInt8], status: Int = 200, fields: [(String, String)] = []) -> PageResponse {
    PageResponse(
      status: status, type: "application/json", fields: fields + [("Cache-Control", "no-store")], body: body)
  }

  /// Returns the response for a refusal, in the reader's language.
  package static func refusal(_ refusal: PageRefusal) -> PageResponse {
    let explanation = refusal.explanation
    var fields: [(String, String)] = []
    switch refusal {
    case .wrongMethod: fields.append(("Allow", "GET, HEAD, POST"))
    case .busy: fields.append(("Retry-After", "2"))
    default: break
    }
    var response = json(
      RefusalText(code: refusal.code, message: explanation.message, remedy: explanation.remedy).json,
      status: refusal.status, fields: fields)
    response.closes = refusal == .tooLarge || refusal == .addressTooLong
    return response
  }

  /// Returns the response for a daemon's error, in the reader's language; its code begins with a lower-case letter.
  package static func error(_ error: ControlError) -> PageResponse {
    let status =
      switch error.code {
      case .noDaemon, .notRunning, .connectionLost, .shuttingDown, .libraryOpening: 503
      case .phonesNotKept: 507
      case .noAnswer: 504
      case .protocolViolated, .foreignListener: 502
      case .invalidParameter, .expectedMore: 400
      case .methodNotFound, .interfaceNotFound: 404
      case .importBusy, .exportBusy, .tooManyConnections: 429
      default: 409
      }
    let (explanation, name) = (error.explanation, error.code.rawValue)
    return json(
      RefusalText(
        code: name.prefix(1).lowercased() + name.dropFirst(), message: explanation.message, remedy: explanation.remedy,
        subject: error.subject, detail: error.detail
      ).json, status: status)
  }

  /// The browser loads no content from elsewhere, runs only scripts that are files of the page, and shows it in no
  /// frame.
  private static let always: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "media-src 'self' data: blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        + "frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), usb=(), payment=(), screen-wake-lock=(self)"),
  ]
}

/// A refusal in the format that the page reads.
private struct RefusalText: Encodable {
  let code: String
  let message: String
  let remedy: String
  var subject: String?
  var detail: String?

  var json: [UInt8] { (try? WireJSON.text(of: self)) ?? Array("{}".utf8) }
}
