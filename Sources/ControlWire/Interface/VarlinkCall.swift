/// A method of a Varlink interface: its members are the parameters, `Reply` is the answer.
///
/// The members have the names that the parameters have on the wire; one that a caller may leave out is optional. Only
/// types are checked on the way; ranges and combinations are checked by the handler.
package protocol VarlinkCall: Codable, Hashable, Sendable {
  /// The parameters of the answer; of a stream, those of each part.
  associatedtype Reply: Codable & Hashable & Sendable

  /// The interface that the method belongs to.
  static var interface: VarlinkInterface { get }
  /// The method's name, without the interface's.
  static var method: String { get }
  /// How long a client waits for the answer before it takes the program for dead; of a stream, for its first part.
  var patience: Duration { get }

  /// Why a caller may not make the call on the socket of a name; nil if he may.
  func refusal(onSocket name: String) -> ControlError?
}

extension VarlinkCall {
  package var patience: Duration { .seconds(15) }
  package func refusal(onSocket name: String) -> ControlError? { nil }
}

/// A call whose answer may come in several parts, if the caller allows `more`.
package protocol StreamedCall: VarlinkCall {
  /// How long a client waits for each part after the first; nil for as long as it takes.
  var patienceBetween: Duration? { get }

  /// The part that ends a stream: it answers the same call and carries nothing new.
  ///
  /// Varlink wants the last part marked, and the end of a stream is known only after its last part was sent.
  ///
  /// - Parameter last: The last part that was sent, if any.
  /// - Returns: What to send without `continues`; nil if nothing was sent before and the call has no empty answer.
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

/// The answer of a call that has nothing to say.
package struct EmptyReply: Codable, Hashable, Sendable {
  package init() {}
}
