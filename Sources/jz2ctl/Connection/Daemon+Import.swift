import ControlWire

extension Daemon {
  /// Gives a file of another program to the daemon, in pieces on one connection.
  ///
  /// - Parameters:
  ///   - force: Whether a ride with the same start is no obstacle.
  ///   - dryRun: Whether nothing is to be stored.
  ///   - next: The file's next piece; an empty one is its end.
  /// - Returns: What became of the file's rides.
  /// - Throws: Why it became none.
  func importFile(
    force: Bool, dryRun: Bool, next: Pieces
  ) throws(ImportFailure) -> ImportProgress {
    let sending = PieceSending<ImportProgress> { piece in
      .importPiece(
        ImportPiece(
          number: piece.number, sequence: piece.sequence, data: piece.data, last: piece.isLast,
          force: force ? true : nil, dryRun: dryRun ? true : nil))
    } abandon: { piece in
      // A dry run stores nothing, even of what looks whole.
      .importPiece(
        ImportPiece(number: piece.number, sequence: piece.sequence, data: piece.data, last: true, dryRun: true))
    } progress: { reply throws(ControlError) in
      guard case .importing(let progress) = reply else { throw .unexpectedReply }
      return (progress.number, progress.rides == nil && progress.ride == nil ? nil : progress)
    }
    return try sending.send(to: self, next: next)
  }

  /// Gives a workout file, or a route, to the daemon, in pieces on one connection.
  ///
  /// - Parameters:
  ///   - name: What to call the plan, or which plan a route is for; nil for the file's own name.
  ///   - fileName: The file's name without folders; nil where it has none.
  ///   - replace: Whether it may take the place of a plan with that name.
  ///   - next: The file's next piece; an empty one is its end.
  /// - Returns: The plan that it became.
  /// - Throws: Why it became none; then nothing of it was kept.
  func importPlan(
    name: String?, fileName: String?, replace: Bool, next: () throws(ImportFailure) -> [UInt8]
  ) throws(ImportFailure) -> PlanSummary {
    let sending = PieceSending<PlanSummary> { piece in
      .importPlan(
        PlanPiece(
          number: piece.number, sequence: piece.sequence, data: piece.data, last: piece.isLast, name: name,
          fileName: fileName, replace: replace ? true : nil))
    } progress: { reply throws(ControlError) in
      guard case .importingPlan(let progress) = reply else { throw .unexpectedReply }
      return (progress.number, progress.plan)
    }
    return try sending.send(to: self, next: next)
  }
}
