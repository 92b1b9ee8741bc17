package import ControlWire
import TrainerClient

/// A file on its way from a phone to jz2d, sent in pieces, one at a time.
///
/// Used on the loop's thread only; the calls run elsewhere.
package final class FileIntake {
  /// jz2d's reply to a piece.
  package struct Answer: Sendable {
    package let number: Int
    /// The reply as JSON.
    package let json: [UInt8]

    package init(number: Int, json: [UInt8]) {
      self.number = number
      self.json = json
    }
  }

  /// The number of waiting bytes at which a piece is sent.
  package static let pieceBytes = 49_152

  private let call: any PieceCall
  private let send: @Sendable (any PieceCall) async throws -> Answer
  private var waiting: [UInt8] = []
  private var number: Int?
  private var sequence = 0

  /// - Parameters:
  ///   - call: The call for each piece, without the piece's own values.
  ///   - caller: Makes the calls.
  convenience init(_ call: any PieceCall, by caller: DaemonCaller) {
    self.init(call) { piece in
      func sent(_ piece: some PieceCall) async throws -> Answer {
        let reply = try await caller.reply(to: piece)
        return Answer(number: reply.number, json: try WireJSON.text(of: reply))
      }
      return try await sent(piece)
    }
  }

  package init(_ call: any PieceCall, _ send: @escaping @Sendable (any PieceCall) async throws -> Answer) {
    self.call = call
    self.send = send
  }

  /// Whether enough bytes wait for a piece; it is sent before more bytes are read.
  package var isFull: Bool { waiting.count >= Self.pieceBytes }

  /// Adds bytes of the file.
  package func take(_ bytes: some Sequence<UInt8>) { waiting += bytes }

  /// Prepares the call that sends the waiting bytes.
  ///
  /// - Parameter isLast: Whether this piece ends the file.
  /// - Returns: A closure that makes the call. Pass jz2d's answer to `answered`.
  package func next(isLast: Bool) -> @Sendable () async throws -> Answer {
    let piece: any PieceCall = call.piece(sequence, of: number, waiting, isLast: isLast)
    waiting = []
    sequence += 1
    return { [send] in try await send(piece) }
  }

  package func answered(_ answer: Answer) { number = answer.number }

  /// Returns the call that ends a file whose phone has gone; nil if jz2d is not waiting for a piece.
  package func givingUp() -> (@Sendable () async throws -> Answer)? {
    guard let number, let piece: any PieceCall = call.givingUp(sequence, of: number) else { return nil }
    self.number = nil
    return { [send] in try await send(piece) }
  }
}
