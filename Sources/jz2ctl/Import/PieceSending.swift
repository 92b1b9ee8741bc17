import ControlWire
import TrainerClient

extension DaemonConnection {
  /// Gives a file of another program to the daemon.
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
    try sendUnpacked(Import(force: force ? true : nil, dryRun: dryRun ? true : nil, name: name), next) { progress in
      progress.rides == nil && progress.ride == nil ? nil : progress
    }
  }

  /// Gives a workout file, or a route, to the daemon.
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
    name: String?, fileName: String?, replace: Bool, dryRun: Bool = false, next: Pieces
  ) throws(ImportFailure) -> PlanSummary {
    try sendUnpacked(
      ImportPlan(name: name, fileName: fileName, replace: replace ? true : nil, dryRun: dryRun ? true : nil), next,
      result: \.plan)
  }

  /// Replaces the library by a backup.
  func restore(next: Pieces) throws(ImportFailure) -> RestoreProgress {
    try sendUnpacked(Restore(), next) { $0.kept == nil ? nil : $0 }
  }

  /// Sends a file.
  ///
  /// - Throws: `packed`, before anything is sent; as `send`.
  private func sendUnpacked<C: PieceCall, Result>(
    _ call: C, _ next: Pieces, result: (C.Reply) -> Result?
  ) throws(ImportFailure) -> Result {
    var isFirst = true
    return try send(
      call,
      next: { () throws(ImportFailure) in
        let piece = try next()
        if isFirst, let packing = Packing(beginning: piece) { throw .packed(packing) }
        isFirst = false
        return piece
      }, result: result)
  }
}

extension ImportFailure: SendingFailure {}
