import ControlWire
import FoundationEssentials

/// A file that a phone sends, on its way to jz2d: cut into pieces, of which one is under way at a time.
///
/// On the loop's thread alone; the calls run elsewhere.
package final class FileIntake {
  /// One piece of the file.
  package struct Piece: Sendable {
    /// The number that jz2d gave the file; nil in the first piece.
    package let number: Int?
    /// The piece's own number, from 0.
    package let sequence: Int
    /// The bytes, in Base64.
    package let data: String
    package let isLast: Bool
    /// Whether the phone went away, so that nothing of it may be stored.
    package var isGivenUp = false
  }

  /// What jz2d says to a piece.
  package struct Answer: Sendable {
    package let number: Int
    /// The reply as JSON.
    package let json: [UInt8]

    package init(number: Int, json: [UInt8]) {
      self.number = number
      self.json = json
    }
  }

  /// The most bytes that wait before a piece is sent.
  package static let pieceBytes = 49_152

  private let send: @Sendable (Piece) async throws -> Answer
  private var waiting: [UInt8] = []
  private var number: Int?
  private var sequence = 0

  /// - Parameters:
  ///   - caller: Who makes the calls.
  ///   - call: Makes the call of a piece.
  convenience init<Call: PieceCall>(by caller: DaemonCaller, _ call: @escaping @Sendable (Piece) -> Call) {
    self.init { piece in
      let reply = try await caller.reply(to: call(piece))
      return Answer(number: reply.number, json: try WireJSON.text(of: reply))
    }
  }

  package init(_ send: @escaping @Sendable (Piece) async throws -> Answer) { self.send = send }

  /// Whether so much has come that it is sent before more is taken.
  package var isFull: Bool { waiting.count >= Self.pieceBytes }

  /// Takes bytes of the file.
  package func take(_ bytes: some Sequence<UInt8>) { waiting += bytes }

  /// Makes the call that carries what waits.
  ///
  /// - Parameter isLast: Whether the file ends with it.
  /// - Returns: What makes the call; jz2d's answer to it goes to `answered`.
  package func next(isLast: Bool) -> @Sendable () async throws -> Answer {
    let piece = Piece(
      number: number, sequence: sequence, data: Data(waiting).base64EncodedString(), isLast: isLast)
    waiting = []
    sequence += 1
    return { [send] in try await send(piece) }
  }

  package func answered(_ answer: Answer) { number = answer.number }

  /// Makes the call that ends a file whose phone went away; nil if jz2d waits for nothing.
  package func givingUp() -> (@Sendable () async throws -> Answer)? {
    guard let number else { return nil }
    let piece = Piece(number: number, sequence: sequence, data: "", isLast: true, isGivenUp: true)
    self.number = nil
    return { [send] in try await send(piece) }
  }
}
