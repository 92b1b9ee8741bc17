/// Why there is no answer.
package struct HTTPFailure: Error, Hashable, Sendable {
  /// The kinds of failures.
  package enum Code: String, Sendable, CaseIterable {
    /// libcurl is not installed.
    case noLibrary
    /// The URL is none, is of another kind than https and http, or names a user.
    case badURL
    /// The server's name has no address, or nobody could be asked for it.
    case unresolved
    /// Nobody answers at that address, or nobody who speaks TLS of a safe version there.
    case unreachable
    /// A limit of time is over.
    case timedOut
    /// The server does not prove who it is.
    case certificate
    /// The proxy does not let the request through.
    case proxy
    /// The connection ended before the answer did.
    case cut
    /// The answer has more bytes than it may have.
    case tooLarge
    /// The task was cancelled.
    case cancelled
    case other
  }

  /// What kind of failure it is.
  package var code: Code
  /// More about it for people, without any secret.
  package var detail: String
  /// Whether the server may have got the request, and done what it asks; false only where that is certain.
  package var mayHaveArrived: Bool

  /// A failure.
  package init(_ code: Code, _ detail: String, mayHaveArrived: Bool) {
    self.code = code
    self.detail = detail
    self.mayHaveArrived = mayHaveArrived
  }
}

/// Sends requests; tests have one that answers by a script.
package protocol HTTPSending: Sendable {
  /// Sends a request once and returns the answer; cancelling the task ends the transfer at once.
  ///
  /// - Throws: ``HTTPFailure`` where there is no complete answer.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
