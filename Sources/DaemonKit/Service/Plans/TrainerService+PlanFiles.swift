import ControlSocket
import ControlWire
import FoundationEssentials
import Logging
import RideFiles
import RideSession
import RideStore

extension TrainerService {
  /// Takes the next piece of a workout file or a route; upon the last the plan is stored, whole or not at all.
  func take(_ piece: PlanPiece, _ peer: Peer) async throws(ControlError) -> ControlReply {
    let bytes = try await Self.decoded(piece.data)
    let (number, file) = try importInHand(piece.number, piece.sequence) { PlanImport(on: $0) }
    let fileName = piece.fileName
    try await reading(number, refusing: { ControlError($0, file: fileName) }) { () throws(WorkoutFileError) in
      try await file.take(bytes)
    }
    guard piece.last else {
      goOn(with: number, next: piece.sequence + 1)
      return .importingPlan(PlanImportProgress(number: number))
    }
    let content = try await reading(number, refusing: { ControlError($0, file: fileName) }) {
      () throws(WorkoutFileError) in try await file.finish(fileName: fileName)
    }
    drop(import: number)
    guard let content else { throw ControlError(.unknownImport, subject: String(number)) }
    let stored = try await keep(content, piece)
    log.info("plan imported", metadata: ["plan": "\(stored.plan.name)", "uid": "\(peer.uid)"])
    return .importingPlan(PlanImportProgress(number: number, plan: PlanSummary(stored)))
  }

  /// A plan is kept under the name that was given, or its own; a route goes to the plan of the name that was given.
  private func keep(_ content: WorkoutFile.Content, _ piece: PlanPiece) async throws(ControlError) -> StoredPlan {
    switch content {
    case .plan(var plan):
      if let name = piece.name { plan.name = try Self.planName(name, "name") }
      let (replacing, now) = (piece.replace ?? false, wallClock.now)
      if replacing { try await demandNotRidden(plan.name) }
      return try await stored { [plan] store throws(StoreError) in
        try await store.save(plan, replacing: replacing, at: now)
      }
    case .route(let route):
      guard let name = piece.name else {
        throw ControlError(.badPlan, subject: piece.fileName, detail: PlanFault(.routeWantsPlan).text)
      }
      return try await changePlan(name) { plan in
        var plan = plan
        plan.route = route
        return .success(plan)
      }
    }
  }

  /// A plan as a file, a piece at a time.
  @concurrent
  nonisolated func exportPlan(
    _ name: String, _ format: String
  ) async throws(ControlError) -> AsyncThrowingStream<ControlReply, any Error> {
    guard let format = WorkoutFileFormat(rawValue: format) else {
      throw ControlError(.unknownFormat, subject: format)
    }
    let plan = try await stored { store throws(StoreError) in try await store.planInShort(named: name).plan }
    let settings = try await stored { store throws(StoreError) in try await store.settings() }
    do throws(WorkoutFileError) {
      let bytes = try WorkoutFile.encode(plan, as: format, thresholdWatts: settings.thresholdWatts)
      return Self.pieces(of: bytes, fileName: plan.fileName(as: format))
    } catch {
      throw ControlError(error, file: plan.name)
    }
  }
}

extension Plan {
  /// The name of its file: its own, with what other systems take amiss in a file's name left out.
  func fileName(as format: WorkoutFileFormat) -> String {
    let safe = name.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_ ".unicodeScalars.contains(scalar)
        ? Character(scalar) : "-"
    }
    let stem = String(safe.prefix(Limits.nameLength)).split(separator: " ").joined(separator: "-")
    return "\(stem.allSatisfy { $0 == "-" } ? "plan" : stem).\(format.fileExtension)"
  }
}
