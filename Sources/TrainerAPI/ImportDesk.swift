import BluetoothLE
import ControlSocket
import ControlWire
import FoundationEssentials
import Logging
import Loop
import RideFiles
import RideRuntime
import RideSession
import RideStore
import Rides

/// Receives files in pieces, and tracks the next expected piece of each file.
actor ImportDesk {
  /// A file of any kind that is being received.
  private struct ImportInHand {
    /// The next expected piece, and the timer that drops the file if it does not arrive.
    struct Awaited {
      let sequence: Int
      let deadline: EventLoop.Timer
    }

    let file: any Actor
    /// The ID of the user that sends it; other users' pieces are refused.
    let user: UInt32
    /// Nil while a piece is being read.
    var awaited: Awaited?
  }

  private let access: StoreAccess
  private let archive: ActivityFiles
  private let restoring: LibraryRestoring
  private let plans: PlanService
  private let stateDirectory: String
  /// The executor that reads files of other programs.
  private let importing: any SerialExecutor
  private let clock: EventLoop
  private let log: Logger

  /// The files that are being imported, by number.
  private var imports: [Int: ImportInHand] = [:]
  private var lastImport = 0

  /// The most files that are imported at the same time.
  private static let importsAtOnce = 2
  /// The time limit for the next piece.
  private static let patience = Duration.seconds(60)

  init(
    access: StoreAccess, archive: ActivityFiles, restoring: LibraryRestoring, plans: PlanService,
    stateDirectory: String,
    importing: any SerialExecutor, clock: EventLoop, log: Logger
  ) {
    self.access = access
    self.archive = archive
    self.restoring = restoring
    self.plans = plans
    self.stateDirectory = stateDirectory
    self.importing = importing
    self.clock = clock
    self.log = log
  }

  /// Returns whether the next piece of a file is expected.
  func awaits(_ number: Int) -> Bool { imports[number]?.awaited != nil }
}

extension ImportDesk: CallService {
  nonisolated func setHandlers(in router: inout CallRouter) {
    router.answer(Import.self) { piece, peer throws(ControlError) in try await self.take(piece, peer) }
    router.answer(ImportPlan.self) { piece, peer throws(ControlError) in try await self.take(piece, peer) }
    router.answer(Restore.self) { piece, peer throws(ControlError) in try await self.take(piece, peer) }
  }
}

// MARK: - Pieces

extension ImportDesk {
  private static func bytes(of piece: some PieceCall) throws(ControlError) -> Data {
    guard let bytes = Data(base64Encoded: piece.data) else { throw ControlError(.invalidParameter, subject: "data") }
    return bytes
  }

  /// Returns the file of a piece, or creates it; the file expects no piece until `awaitNext`.
  ///
  /// - Throws: `unknownImport` if the user has no such file with that number, or the file expects another piece.
  private func file<File: Actor>(
    of piece: some PieceCall, from peer: Peer, _ begin: (any SerialExecutor) -> File
  ) throws(ControlError) -> (number: Int, file: File) {
    guard let number = piece.number else {
      guard piece.sequence == 0 else { throw ControlError(.invalidParameter, subject: "number") }
      guard imports.count < Self.importsAtOnce,
        imports.values.count(where: { $0.user == peer.uid }) < Limits.importsOfUser
      else { throw ControlError(.importBusy) }
      lastImport += 1
      let file = begin(importing)
      imports[lastImport] = ImportInHand(file: file, user: peer.uid, awaited: nil)
      return (lastImport, file)
    }
    guard let found = imports[number], found.user == peer.uid, let awaited = found.awaited,
      awaited.sequence == piece.sequence, let file = found.file as? File
    else { throw ControlError(.unknownImport, subject: String(number)) }
    // The file is not dropped while a piece is being read.
    clock.cancel(awaited.deadline)
    imports[number]?.awaited = nil
    return (number, file)
  }

  /// Runs `body`, which reads the file, and drops the file if it fails.
  private func reading<Output: Sendable, Fault: Error>(
    _ number: Int, refusing refusal: (Fault) -> ControlError, _ body: () async throws(Fault) -> Output
  ) async throws(ControlError) -> Output {
    do throws(Fault) {
      return try await body()
    } catch {
      drop(number)
      throw refusal(error)
    }
  }

  /// Expects the piece after one that was read.
  private func awaitNext(of number: Int, after piece: some PieceCall) {
    let sequence = piece.sequence + 1
    let deadline = clock.schedule(at: clock.now.advanced(by: Self.patience)) {
      Task { await self.drop(number, awaiting: sequence) }
    }
    imports[number]?.awaited = ImportInHand.Awaited(sequence: sequence, deadline: deadline)
  }

  /// Drops a file, unless the piece arrived as its deadline passed.
  private func drop(_ number: Int, awaiting sequence: Int) {
    if imports[number]?.awaited?.sequence == sequence { drop(number) }
  }

  private func drop(_ number: Int) {
    guard let awaited = imports.removeValue(forKey: number)?.awaited else { return }
    clock.cancel(awaited.deadline)
  }
}

// MARK: - Rides

extension ImportDesk {
  /// Receives the next piece of a file; after the last it stores the rides, each completely or not at all.
  func take(_ piece: Import, _ peer: Peer) async throws(ControlError) -> ImportProgress {
    let bytes = try Self.bytes(of: piece)
    if piece.dryRun != true, piece.number == nil || piece.last { try await access.demandRoom(in: stateDirectory) }
    let (number, file) = try file(of: piece, from: peer) { FileImport(on: $0) }
    try await reading(number, refusing: ControlError.badFile) { () throws(FileFault) in try await file.take(bytes) }
    guard piece.last else {
      awaitNext(of: number, after: piece)
      return ImportProgress(number: number)
    }
    let content = try await reading(number, refusing: ControlError.badFile) { () throws(FileFault) in
      try await file.finish()
    }
    drop(number)
    guard let content else { throw ControlError(.unknownImport, subject: String(number)) }
    var records = content.rides
    for index in records.indices where records.count == 1 && records[index].name == nil {
      records[index].name = try piece.name?.checked("name", atMost: Limits.rideNameBytes)
    }
    let rides = try await take(records, as: piece, peer)
    let leftOut = content.leftOut.first.map {
      LeftOutValues(count: content.leftOut.count, byte: $0.byte, line: $0.line)
    }
    let first = piece.dryRun == true ? nil : rides.lazy.compactMap(\.ride).first
    return ImportProgress(
      number: number, ride: first, rides: rides, leftOut: leftOut, cutOffByte: content.cutOff?.byte)
  }

  /// Stores the rides of a file one by one; a dry run only returns them.
  ///
  /// - Throws: `duplicateRide` for a file's only ride; rides that were stored before another error remain.
  private func take(
    _ records: [RideRecord], as piece: Import, _ peer: Peer
  ) async throws(ControlError) -> [ImportedRide] {
    var rides: [ImportedRide] = []
    for record in records {
      if piece.dryRun != true {
        try await access.demandRoom(forSeconds: record.samples.count, in: stateDirectory)
      }
      do throws(StoreError) {
        rides.append(ImportedRide(ride: try await take(record, as: piece, peer)))
      } catch {
        var refusal = ControlError(error)
        guard refusal.code == .duplicateRide else { throw refusal }
        if error.code == .duplicateRide { refusal.detail = record.start.rfc3339 }
        guard records.count > 1 else { throw refusal }
        rides.append(ImportedRide(there: refusal.subject.flatMap { Int($0) }))
      }
    }
    return rides
  }

  private func take(_ record: RideRecord, as piece: Import, _ peer: Peer) async throws(StoreError) -> RideSummary {
    let force = piece.force ?? false
    guard piece.dryRun != true else {
      try await access.store.rehearseImport(of: record, evenIfThere: force)
      return RideSummary(unstored: record)
    }
    let ride = try await access.store.importRide(record, evenIfThere: force)
    log.notice("ride imported", metadata: ["ride": "\(ride.id)", "uid": "\(peer.uid)"])
    // The rows are read a second time, from the store, to write the ride's file.
    await archive.rewrite(ride.id)
    return RideSummary(try await access.store.library.ride(ride.id))
  }
}

// MARK: - Plans

extension ImportDesk {
  /// Receives the next piece of a workout file or a route; after the last it stores the plan, completely or not at all.
  func take(_ piece: ImportPlan, _ peer: Peer) async throws(ControlError) -> PlanImportProgress {
    let bytes = try Self.bytes(of: piece)
    let (number, file) = try file(of: piece, from: peer) { PlanImport(on: $0) }
    guard piece.giveUp != true else {
      drop(number)
      return PlanImportProgress(number: number)
    }
    let fileName = piece.fileName
    let refusal = { ControlError.badPlan($0, of: fileName) }
    try await reading(number, refusing: refusal) { () throws(PlanFault) in try await file.take(bytes) }
    guard piece.last else {
      awaitNext(of: number, after: piece)
      return PlanImportProgress(number: number)
    }
    let content = try await reading(number, refusing: refusal) { () throws(PlanFault) in
      try await file.finish(fileName: fileName)
    }
    drop(number)
    guard let content else { throw ControlError(.unknownImport, subject: String(number)) }
    return PlanImportProgress(number: number, plan: PlanSummary(try await plans.keep(content, as: piece, peer)))
  }
}

// MARK: - Another library

extension ImportDesk {
  /// Receives the next piece of another library; after the last it checks the library and replaces the present one.
  func take(_ piece: Restore, _ peer: Peer) async throws(ControlError) -> RestoreProgress {
    let bytes = try Self.bytes(of: piece)
    if piece.number == nil, imports.values.contains(where: { $0.file is LibraryArrival }) {
      throw .restoreRefused(.busy)
    }
    try await restoring.demandNoObstacle()
    let (number, arrival) = try file(of: piece, from: peer) { access.store.arrival(on: $0) }
    try await reading(number, refusing: restoring.refusal) { () throws(LibraryArrival.Fault) in
      try await arrival.take(Array(bytes))
      if piece.last { try await arrival.check() }
    }
    guard piece.last else {
      awaitNext(of: number, after: piece)
      return RestoreProgress(number: number)
    }
    drop(number)
    let (rides, kept) = try await restoring.restore(arrival, peer)
    return RestoreProgress(number: number, rides: rides, kept: kept)
  }
}

/// Replaces the library in use by another one.
struct LibraryRestoring: Sendable {
  let access: StoreAccess
  let archive: ActivityFiles
  let driver: RideDriver
  let recorder: RideRecorder
  let devices: DeviceRegistry
  let admission: Admission
  let stateDirectory: String
  let log: Logger

  /// - Throws: `restoreRefused` if a ride or an import needs the present library.
  func demandNoObstacle() async throws(ControlError) {
    if let obstacle = await obstacle { throw .restoreRefused(obstacle) }
  }

  private var obstacle: RestoreObstacle? {
    get async {
      if await driver.snapshot.phase != .idle { return .riding }
      if await devices.isSearching { return .riding }
      if await !recorder.isIdle { return .writing }
      return await access.store.isImporting ? .importing : nil
    }
  }

  /// Replaces the library; no ride can start meanwhile.
  ///
  /// - Returns: The number of rides, and the path of the former library.
  func restore(_ arrival: LibraryArrival, _ peer: Peer) async throws(ControlError) -> (rides: Int, kept: String) {
    admission.setRestoring(true)
    defer { admission.setRestoring(false) }
    try await demandNoObstacle()
    let kept = try await access.stored { store throws(StoreError) in try await store.restore(arrival) }
    await devices.forgetWhatWasRead()
    log.notice("library restored", metadata: ["uid": "\(peer.uid)", "former": "\(kept)"])
    Task { [archive] in await archive.writeMissing() }
    let count = try await access.stored { store throws(StoreError) in
      try await store.count(RideQuery(limit: 0, offset: 0))
    }
    return (count, kept)
  }

  /// Returns the socket error for a file that cannot replace the library.
  func refusal(_ fault: LibraryArrival.Fault) -> ControlError {
    switch fault {
    case .file(let fault): .badBackup(fault)
    case .noRoom(let detail): ControlError(.noRoom, subject: stateDirectory, detail: detail)
    }
  }
}
