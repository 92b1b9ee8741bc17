import ControlWire
import TrainerClient

extension DaemonConnection {
  /// Sends an activity file to the daemon.
  ///
  /// - Parameters:
  ///   - name: A name for the file's only ride if the file has no name.
  ///   - force: Whether to import a ride with the same start as an existing one.
  ///   - dryRun: Whether to store nothing.
  ///   - next: Returns the next piece of the file; an empty one is its end.
  /// - Returns: The imported rides.
  /// - Throws: The reason why no ride was imported.
  func importFile(
    name: String? = nil, force: Bool, dryRun: Bool, next: Pieces
  ) throws(ImportFailure) -> ImportProgress {
    try sendUnpacked(Import(force: force ? true : nil, dryRun: dryRun ? true : nil, name: name), next) { progress in
      progress.rides == nil && progress.ride == nil ? nil : progress
    }
  }

  /// Sends a workout file, or a route, to the daemon.
  ///
  /// - Parameters:
  ///   - name: The plan's name, or the plan that a route is for; nil for the file's own name.
  ///   - fileName: The file's name without folders; nil if it has none.
  ///   - replace: Whether the plan may replace one with the same name.
  ///   - dryRun: Whether the plan is only checked.
  ///   - road: Whether a route becomes a plan of its own.
  ///   - next: Returns the next piece of the file; an empty one is its end.
  /// - Returns: The imported plan.
  /// - Throws: The reason why no plan was imported; the daemon then stores no part of it.
  func importPlan(
    name: String?, fileName: String?, replace: Bool, dryRun: Bool = false, road: Bool = false, next: Pieces
  ) throws(ImportFailure) -> PlanSummary {
    try sendUnpacked(
      ImportPlan(
        name: name, fileName: fileName, replace: replace ? true : nil, dryRun: dryRun ? true : nil,
        road: road ? true : nil), next, result: \.plan)
  }

  /// Replaces the library by a backup.
  func restore(next: Pieces) throws(ImportFailure) -> RestoreProgress {
    try sendUnpacked(Restore(), next) { $0.kept == nil ? nil : $0 }
  }

  /// Sends a file.
  ///
  /// - Throws: `packed`, before anything is sent; the errors of `send`.
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
