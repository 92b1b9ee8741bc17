import ControlWire
import FoundationEssentials

extension DaemonConnection {
  /// Gives a file of another program to the daemon, in pieces on one connection.
  ///
  /// - Parameters:
  ///   - name: A name for the file's only ride if the file has no name.
  ///   - force: Whether a ride with the same start is no obstacle.
  ///   - dryRun: Whether nothing is stored.
  ///   - next: The file's next piece; an empty one is its end.
  /// - Returns: The rides that the file became.
  /// - Throws: Why it became none.
  func importFile(
    name: String? = nil, force: Bool, dryRun: Bool, next: Pieces
  ) throws(ImportFailure) -> ImportProgress {
    let sending = PieceSending { piece in
      Import(
        number: piece.number, sequence: piece.sequence, data: piece.data, last: piece.isLast,
        force: force ? true : nil, dryRun: dryRun ? true : nil, name: name)
    } abandon: { piece in
      // A dry run stores nothing, even if what arrived looks whole.
      Import(number: piece.number, sequence: piece.sequence, data: piece.data, last: true, dryRun: true)
    } result: { progress in
      progress.rides == nil && progress.ride == nil ? nil : progress
    }
    return try sending.send(to: self, next: next)
  }

  /// Gives a workout file, or a route, to the daemon, in pieces on one connection.
  ///
  /// - Parameters:
  ///   - name: The plan's name, or the plan that a route is for; nil for the file's own name.
  ///   - fileName: The file's name without folders; nil if it has none.
  ///   - replace: Whether the plan may take the place of one with that name.
  ///   - dryRun: Whether the plan is only checked.
  ///   - next: The file's next piece; an empty one is its end.
  /// - Returns: The plan that it became.
  /// - Throws: Why it became none; then nothing of it was kept.
  func importPlan(
    name: String?, fileName: String?, replace: Bool, dryRun: Bool = false, next: () throws(ImportFailure) -> [UInt8]
  ) throws(ImportFailure) -> PlanSummary {
    let sending = PieceSending { piece in
      ImportPlan(
        number: piece.number, sequence: piece.sequence, data: piece.data, last: piece.isLast, name: name,
        fileName: fileName, replace: replace ? true : nil, dryRun: dryRun ? true : nil)
    } result: { progress in
      progress.plan
    }
    return try sending.send(to: self, next: next)
  }

  /// Replaces the library by a backup.
  func restore(next: Pieces) throws(ImportFailure) -> RestoreProgress {
    let sending = PieceSending { piece in
      Restore(number: piece.number, sequence: piece.sequence, data: piece.data, last: piece.isLast)
    } result: { progress in
      progress.kept == nil ? nil : progress
    }
    return try sending.send(to: self, next: next)
  }
}

/// A file's pieces on their way to the daemon.
struct PieceSending<Call: PieceCall, Result> {
  /// One piece of the file.
  struct Piece {
    /// The number that the daemon gave the file; nil in the first piece.
    let number: Int?
    /// The piece's own number, from 0.
    let sequence: Int
    /// The bytes, in Base64.
    let data: String
    let isLast: Bool
  }

  /// Makes the call that carries a piece.
  let call: (Piece) -> Call
  /// Makes the call that ends a file which cannot be read to its end, so that the daemon does not wait for it; nil if
  /// there is no such call.
  var abandon: ((Piece) -> Call)?
  /// The result that an answer has, after the last piece.
  let result: (Call.Reply) -> Result?

  init(_ call: @escaping (Piece) -> Call, abandon: ((Piece) -> Call)? = nil, result: @escaping (Call.Reply) -> Result?)
  {
    self.call = call
    self.abandon = abandon
    self.result = result
  }

  /// Sends all pieces on one connection.
  ///
  /// - Parameters:
  ///   - daemon: The receiver.
  ///   - next: The file's next piece; an empty one is its end.
  /// - Returns: What the file became.
  /// - Throws: Why it became nothing; then nothing of it was kept.
  func send(to daemon: some DaemonConnection, next: () throws(ImportFailure) -> [UInt8]) throws(ImportFailure) -> Result
  {
    var upcoming = try next()
    if let packing = Packing(beginning: upcoming) { throw .packed(packing) }
    var sequence = 0
    var result: Result?
    var failure: ImportFailure?
    do throws(ControlError) {
      try daemon.converse { (answer: Call.Reply?) throws(ControlError) -> Call? in
        if sequence > 0, upcoming.isEmpty {
          result = answer.flatMap(self.result)
          return nil
        }
        let data = upcoming
        guard failure == nil else { return nil }
        defer { sequence += 1 }
        do throws(ImportFailure) {
          upcoming = data.isEmpty ? [] : try next()
        } catch {
          failure = error
          guard let abandon, let number = answer?.number else { return nil }
          return abandon(Piece(number: number, sequence: sequence, data: "", isLast: true))
        }
        return call(
          Piece(
            number: answer?.number, sequence: sequence, data: Data(data).base64EncodedString(),
            isLast: upcoming.isEmpty))
      }
    } catch {
      throw failure ?? .refused(error)
    }
    if let failure { throw failure }
    guard let result else {
      throw .refused(ControlError(.protocolViolated, detail: "the last piece was not the last to the daemon"))
    }
    return result
  }
}
