/// The reason that there is no response.
package struct HTTPFailure: Error, Hashable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    /// libcurl is not installed.
    case noLibrary
    /// The URL is invalid, has a scheme other than https and http, or names a user.
    case badURL
    /// The server's name has no address, or no DNS server replied.
    case unresolved
    /// No server answers at that address, or it does not speak a safe version of TLS.
    case unreachable
    /// A time limit was exceeded.
    case timedOut
    /// The server's certificate is not valid.
    case certificate
    /// The proxy rejects the request.
    case proxy
    /// The connection ended before the response did.
    case cut
    /// The response exceeds its size limit.
    case tooLarge
    /// The task was cancelled.
    case cancelled
    case other
  }

  package var code: Code
  /// A description for people, without any secret.
  package var detail: String
  /// Whether the server may have received and performed the request; false only if that is certain.
  package var mayHaveArrived: Bool

  package init(_ code: Code, _ detail: String, mayHaveArrived: Bool) {
    self.code = code
    self.detail = detail
    self.mayHaveArrived = mayHaveArrived
  }
}

/// Sends requests.
///
/// Tests use a scripted implementation.
package protocol HTTPSending: Sendable {
  /// Sends a request once and returns the response. Cancelling the task ends the transfer at once.
  ///
  /// - Throws: ``HTTPFailure`` if there is no complete response.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
