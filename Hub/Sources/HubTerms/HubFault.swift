/// The reason that the hub refuses a request: a code of the protocol, a sentence for people, and the invalid fields.
package struct HubFault: Error, Hashable, Sendable {
  /// The codes of the protocol (`docs/hub.md`) with their HTTP statuses.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case validationError = "VALIDATION_ERROR"
    case unauthorized = "UNAUTHORIZED"
    case tokenInvalid = "TOKEN_INVALID"
    case tokenUnused = "TOKEN_UNUSED"
    case codeInvalid = "CODE_INVALID"
    case forbidden = "FORBIDDEN"
    case notFound = "NOT_FOUND"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case idempotencyConflict = "IDEMPOTENCY_CONFLICT"
    case revisionConflict = "REVISION_CONFLICT"
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    case checksumMismatch = "CHECKSUM_MISMATCH"
    case rateLimited = "RATE_LIMITED"
    case serverError = "SERVER_ERROR"
    case unavailable = "UNAVAILABLE"

    /// The HTTP status.
    package var status: Int {
      switch self {
      case .validationError: 400
      case .unauthorized, .tokenInvalid, .tokenUnused, .codeInvalid: 401
      case .forbidden: 403
      case .notFound: 404
      case .methodNotAllowed: 405
      case .idempotencyConflict, .revisionConflict: 409
      case .payloadTooLarge: 413
      case .unsupportedMediaType: 415
      case .checksumMismatch: 422
      case .rateLimited: 429
      case .serverError: 500
      case .unavailable: 503
      }
    }
  }

  /// An invalid field: `workouts[3].start_time`.
  package struct Field: Hashable, Sendable, Encodable {
    package let field: String
    package let message: String

    package init(_ field: String, _ message: String) {
      self.field = field
      self.message = message
    }
  }

  package let code: Code
  /// The fault and its remedy, for people.
  package let message: String
  /// The invalid fields; empty unless the code is `validationError`.
  package let fields: [Field]
  /// The seconds after which a retry may succeed; nil if unknown.
  package let retryAfterSeconds: Int?
  /// The cause, for administrators and the journal, not for clients; nil if the message contains it.
  package let detail: String?

  package init(
    _ code: Code, _ message: String, fields: [Field] = [], retryAfterSeconds: Int? = nil, detail: String? = nil
  ) {
    self.detail = detail
    self.code = code
    self.message = message
    self.fields = fields
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// Returns the fault of a request with invalid fields.
  package static func invalid(_ fields: [Field]) -> HubFault {
    let first = fields.first.map { "\($0.field): \($0.message)" } ?? "The request is not valid."
    let more = fields.count > 1 ? " (and \(fields.count - 1) more)" : ""
    return HubFault(.validationError, first + more, fields: fields)
  }
}
