/// Why the daemon cannot listen.
package struct ListenError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The path does not fit a socket's address: empty, or more than 107 bytes.
    case pathUnfit
    /// Somebody listens there already.
    case inUse
    /// Something else than a socket stands at the path.
    case notASocket
    /// The descriptor that was handed in does not listen on a Unix socket.
    case notListening
    /// The system refused; `detail` is its reason.
    case failed
  }

  /// What kind of failure.
  package var code: Code
  /// The path, or the descriptor's number.
  package var place: String
  /// What was being done and what the system said.
  package var detail: String?

  package init(_ code: Code, place: String, detail: String? = nil) {
    self.code = code
    self.place = place
    self.detail = detail
  }
}

extension ListenError: CustomStringConvertible {
  /// One line for a person.
  package var description: String {
    switch code {
    case .pathUnfit: "the socket's path has more than \(UnixAddress.longestPath) bytes, or none: \(place)"
    case .inUse: "another daemon listens on \(place)"
    case .notASocket: "\(place) is there and is not a socket"
    case .notListening: "descriptor \(place) is not a listening Unix socket"
    case .failed: "cannot listen on \(place): \(detail ?? "unknown")"
    }
  }
}
