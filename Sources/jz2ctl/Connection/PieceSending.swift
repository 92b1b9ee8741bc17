import ControlWire
import FoundationEssentials

/// A file's pieces on their way to the daemon, whatever they become there.
struct PieceSending<Result> {
  /// A piece: the number that the daemon gave the file, nil in the first; its own number; its bytes in Base64; whether it
  /// is the last.
  struct Piece {
    let number: Int?
    let sequence: Int
    let data: String
    let isLast: Bool
  }

  /// Makes the request that carries a piece.
  let request: (Piece) -> ControlRequest
  /// Makes the request, from the last piece that there can be, that ends a file which cannot be read to its end, so that
  /// nobody waits for it; nil where there is no such request.
  var abandon: ((Piece) -> ControlRequest)?
  /// Reads an answer: the number that the daemon gave the file, and what the file became, after the last piece.
  let progress: (ControlReply) throws(ControlError) -> (number: Int, result: Result?)

  /// Sends all pieces on one connection.
  ///
  /// - Parameters:
  ///   - daemon: Who takes them.
  ///   - next: The file's next piece; an empty one is its end.
  /// - Returns: What the file became.
  /// - Throws: Why it became nothing; then nothing of it was kept.
  func send(to daemon: some Daemon, next: () throws(ImportFailure) -> [UInt8]) throws(ImportFailure) -> Result {
    var upcoming = try next()
    if let packing = Packing(beginning: upcoming) { throw .packed(packing) }
    var sequence = 0
    var result: Result?
    var failure: ImportFailure?
    do throws(ControlError) {
      try daemon.converse { answer throws(ControlError) in
        let standing = try answer.map { reply throws(ControlError) in try progress(reply) }
        if sequence > 0, upcoming.isEmpty {
          result = standing?.result
          return nil
        }
        let data = upcoming
        guard failure == nil else { return nil }
        defer { sequence += 1 }
        do throws(ImportFailure) {
          upcoming = data.isEmpty ? [] : try next()
        } catch {
          failure = error
          guard let abandon, let number = standing?.number else { return nil }
          return abandon(Piece(number: number, sequence: sequence, data: "", isLast: true))
        }
        return request(
          Piece(
            number: standing?.number, sequence: sequence, data: Data(data).base64EncodedString(),
            isLast: upcoming.isEmpty))
      }
    } catch {
      throw failure ?? .refused(error)
    }
    if let failure { throw failure }
    guard let result else { throw .refused(.unexpectedReply) }
    return result
  }
}
