/// A method of a Varlink interface: its members are the parameters, `Reply` is the reply.
///
/// The members have the names of the parameters on the wire; a member that a caller may omit is optional. Decoding only
/// checks types; the handler checks ranges and combinations.
package protocol VarlinkCall: Codable, Hashable, Sendable {
  /// The parameters of the reply; for a stream, those of each reply.
  associatedtype Reply: Codable & Hashable & Sendable

  /// The interface that the method belongs to.
  static var interface: VarlinkInterface { get }
  /// The method's name, without the interface's.
  static var method: String { get }
  /// How long a client waits for the reply before it considers the program dead; for a stream, for its first reply.
  var patience: Duration { get }

  /// Returns the refusal if callers of the named socket may not make the call; nil if they may.
  func refusal(onSocket name: String) -> ControlError?
}

extension VarlinkCall {
  package var patience: Duration { .seconds(15) }
  package func refusal(onSocket name: String) -> ControlError? { nil }
}

/// A call that may have several replies, if the caller allows `more`.
package protocol StreamedCall: VarlinkCall {
  /// How long a client waits for each reply after the first; nil for as long as it takes.
  var patienceBetween: Duration? { get }

  /// Returns the reply that ends a stream: it answers the same call and has no new content.
  ///
  /// Varlink requires a mark on the last reply, but the end of a stream is known only after its last reply was sent.
  ///
  /// - Parameter last: The last reply that was sent, if any.
  /// - Returns: The reply to send without `continues`; nil if no reply was sent before and the call has no empty reply.
  func closingReply(after last: Reply?) -> Reply?
}

extension StreamedCall {
  package var patienceBetween: Duration? { patience }
  package func closingReply(after last: Reply?) -> Reply? { last }
}

extension StreamedCall where Reply == FilePiece {
  package func closingReply(after last: FilePiece?) -> FilePiece? {
    last.map { FilePiece(fileName: $0.fileName, sequence: $0.sequence + 1, data: "") }
  }
}

/// The reply to a call that returns no values.
package struct EmptyReply: Codable, Hashable, Sendable {
  package init() {}
}
