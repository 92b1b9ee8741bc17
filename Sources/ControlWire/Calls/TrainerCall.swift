/// A method of `org.justzone2.Trainer`: its members are the parameters, `Reply` is the answer.
///
/// The members have the names that the parameters have on the wire; one that a caller may leave out is optional. Only
/// types are checked on the way; ranges and combinations are checked by the handler.
///
/// A new call needs: its declaration in the `.varlink` file, its type in a file of this folder and its name in the list
/// there, and a handler in the service that answers it.
package protocol TrainerCall: Codable, Hashable, Sendable {
  /// The parameters of the answer; of a stream, those of each part.
  associatedtype Reply: Codable & Hashable & Sendable

  /// The method's name, without the interface's.
  static var method: String { get }
  /// The level of access that a caller needs.
  static var access: AccessLevel { get }
  /// The level of access that a caller needs for these parameters; `access`, unless the call says otherwise.
  var neededAccess: AccessLevel { get }
  /// Whether synchronising needs the call, whatever its level.
  static var isForSync: Bool { get }
  /// How long a client waits for the answer before it takes the daemon for dead; of a stream, for its first part.
  var patience: Duration { get }
}

extension TrainerCall {
  package var neededAccess: AccessLevel { Self.access }
  package static var isForSync: Bool { false }
  package var patience: Duration { .seconds(15) }
}

/// A call whose answer may come in several parts, if the caller allows `more`.
package protocol StreamedCall: TrainerCall {
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

/// A call that carries a piece of a file to the daemon.
package protocol PieceCall: TrainerCall where Reply: PieceReply {
  /// The file that the piece belongs to, as the answer to its first piece says; absent in the first.
  var number: Int? { get }
  /// The piece's number, from 0.
  var sequence: Int { get }
  /// The bytes, in Base64.
  var data: String { get }
  /// Whether the piece is the last, upon which the daemon takes the file.
  var last: Bool { get }
}

/// The answer to a piece of a file.
package protocol PieceReply {
  /// The file's number, for the pieces that follow.
  var number: Int { get }
}

/// Levels of access; each includes those before it.
package enum AccessLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// See the ride and the library.
  case look
  /// Ride: choose devices, start, steer, stop.
  case ride
  /// Change the library: edit, trim, import, export, plans, settings, deletion that can be undone.
  case library
  /// Everything, including administration.
  case all

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The answer of a call that has nothing to say.
package struct EmptyReply: Codable, Hashable, Sendable {
  package init() {}
}

/// The registry of calls, one list for each file of this folder.
package enum TrainerCalls {
  /// Every call.
  package static let all = devices + riding + steps + library + changes + editing + files + plans + system

  /// The calls by method.
  static let byMethod = Dictionary(uniqueKeysWithValues: all.map { ($0.method, $0) })
}
