package import ControlWire
import FoundationEssentials

/// A file that a program sent in pieces.
package struct NamedFile: Hashable, Sendable {
  /// The name that the program gave it.
  package let name: String
  package let bytes: [UInt8]
  /// The activity ID of the ride in it; nil for a file without a ride.
  package let activity: String?

  package init(name: String, bytes: [UInt8], activity: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.activity = activity
  }
}

extension DaemonConnection {
  /// Receives a file, put together from its pieces.
  ///
  /// - Throws: As `stream`; `protocolViolated` if a piece is missing or is not Base64.
  package func file<C: StreamedCall>(by call: C) throws(ControlError) -> NamedFile where C.Reply == FilePiece {
    var name: String?
    var bytes: [UInt8] = []
    var activity: String?
    var next = 0
    try stream(call) { piece throws(ControlError) in
      guard piece.sequence == next, let data = Data(base64Encoded: piece.data) else {
        throw ControlError(.protocolViolated, detail: "piece \(piece.sequence) of the file instead of piece \(next)")
      }
      next += 1
      (name, activity) = (piece.fileName, piece.activity ?? activity)
      bytes += data
      return true
    }
    guard let name else { throw ControlError(.connectionLost) }
    return NamedFile(name: name, bytes: bytes, activity: activity)
  }

  /// Sends a file in pieces over one connection.
  ///
  /// - Parameters:
  ///   - call: The call that carries each piece, without the piece's own values.
  ///   - next: Returns the file's next piece, or an empty one at its end. It is called one piece ahead.
  ///   - result: The result in the reply to the last piece; nil if the reply has no result.
  /// - Returns: The result.
  /// - Throws: The refusal, or the error that `next` throws; the program then discards the file. `protocolViolated` if
  ///   there is no result.
  package func send<C: PieceCall, Result, Failure: SendingFailure>(
    _ call: C, next: () throws(Failure) -> [UInt8], result: (C.Reply) -> Result?
  ) throws(Failure) -> Result {
    var upcoming = try next()
    var sequence = 0
    var last: C.Reply?
    var failure: Failure?
    do throws(ControlError) {
      try converse { (reply: C.Reply?) throws(ControlError) -> C? in
        last = reply
        guard failure == nil, sequence == 0 || !upcoming.isEmpty else { return nil }
        let data = upcoming
        defer { sequence += 1 }
        do throws(Failure) { upcoming = data.isEmpty ? [] : try next() } catch {
          failure = error
          return reply.flatMap { call.givingUp(sequence, of: $0.number) }
        }
        return call.piece(sequence, of: reply?.number, data, isLast: upcoming.isEmpty)
      }
    } catch {
      throw failure ?? .refused(error)
    }
    if let failure { throw failure }
    guard let result = last.flatMap(result) else {
      throw .refused(ControlError(.protocolViolated, detail: "the daemon expects more pieces after the last one"))
    }
    return result
  }
}

/// An error with which sending a file fails.
package protocol SendingFailure: Error {
  /// The program refused the call, or did not reply.
  static func refused(_ error: ControlError) -> Self
}

extension ControlError: SendingFailure {
  package static func refused(_ error: ControlError) -> ControlError { error }
}

extension PieceCall {
  /// Returns this call with a piece of the file in it.
  ///
  /// - Parameters:
  ///   - sequence: The piece's number, from 0.
  ///   - number: The file's number, from the reply to its first piece; nil for the first piece.
  ///   - bytes: The content.
  ///   - isLast: Whether this is the file's last piece.
  /// - Returns: The call to make.
  package func piece(_ sequence: Int, of number: Int?, _ bytes: [UInt8], isLast: Bool) -> Self {
    var call = self
    (call.number, call.sequence, call.last) = (number, sequence, isLast)
    call.data = Data(bytes).base64EncodedString()
    return call
  }

  /// Returns this call as the end of an incomplete file, so that the program does not wait for the rest.
  ///
  /// Nil if there is no such call.
  package func givingUp(_ sequence: Int, of number: Int) -> Self? {
    dropped?.piece(sequence, of: number, [], isLast: true)
  }
}
