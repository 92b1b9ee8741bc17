import ControlSocket
import ControlWire
import Logging
import RideSession
import RideStore

extension TrainerService {
  /// Takes the next piece of another library; upon the last it is looked through and takes the place of this one.
  func take(_ piece: RestorePiece, _ peer: Peer) async throws(ControlError) -> ControlReply {
    let bytes = try await Self.decoded(piece.data)
    if piece.number == nil, imports.values.contains(where: { $0.file is LibraryArrival }) {
      throw ControlError(.restoreRefused, detail: RestoreObstacle.busy.rawValue)
    }
    if let obstacle = await restoreObstacle { throw ControlError(.restoreRefused, detail: obstacle.rawValue) }
    let (number, arrival) = try importInHand(piece.number, piece.sequence) { store.arrival(on: $0) }
    try await reading(number, refusing: refusal) { () throws(LibraryArrival.Fault) in
      try await arrival.take(Array(bytes))
      if piece.last { try await arrival.check() }
    }
    guard piece.last else {
      goOn(with: number, next: piece.sequence + 1)
      return .restoring(RestoreProgress(number: number))
    }
    drop(import: number)
    return .restoring(try await restore(arrival, number, peer))
  }

  /// No ride begins until it is done.
  private func restore(
    _ arrival: LibraryArrival, _ number: Int, _ peer: Peer
  ) async throws(ControlError) -> RestoreProgress {
    isRestoring = true
    defer { isRestoring = false }
    if let obstacle = await restoreObstacle { throw ControlError(.restoreRefused, detail: obstacle.rawValue) }
    let kept = try await stored { store throws(StoreError) in try await store.restore(arrival) }
    chosen = nil
    log.notice("the library was restored", metadata: ["uid": "\(peer.uid)", "former": "\(kept)"])
    Task { [archive] in await archive.writeMissing() }
    let count = try await stored { store throws(StoreError) in try await store.count(RideQuery(limit: 0, offset: 0)) }
    return RestoreProgress(number: number, rides: count, kept: kept)
  }

  private var restoreObstacle: RestoreObstacle? {
    get async {
      if await driver.snapshot.phase != .idle || search != nil { return .riding }
      if await !recorder.isIdle { return .writing }
      return await store.isImporting ? .importing : nil
    }
  }

  private nonisolated func refusal(_ fault: LibraryArrival.Fault) -> ControlError {
    let code: BackupFault.Code
    switch fault.code {
    case .notALibrary: code = .notALibrary
    case .newerVersion: code = .newerVersion
    case .damaged: code = .damaged
    case .cut: code = .cut
    case .noRoom: return ControlError(.noRoom, subject: stateDirectory, detail: fault.detail)
    }
    return ControlError(.badBackup, detail: BackupFault(code, detail: fault.detail).text)
  }
}
