import BluetoothLE
import ControlSocket
import ControlWire
import EventLoop
import FoundationEssentials
import Logging
import RideFiles
import RideSession
import RideStore

/// A file that is being imported, of whichever kind.
struct ImportInHand {
  /// The piece that comes next, and what drops the file when it stays away.
  struct Awaited {
    let sequence: Int
    let deadline: EventLoop.Timer
  }

  let file: any Actor
  /// Nil while a piece is being read.
  var awaited: Awaited?
}

extension TrainerService {
  /// How many files are read side by side.
  private static let importsAtOnce = 2
  /// How long the next piece may take.
  private static let importPatience = Duration.seconds(60)

  /// What has to stay free on the disk for rides, in bytes: no file of another program takes it.
  private static let floor = 100_000_000
  /// What a second of an imported ride takes on the disk at the most, in bytes: in the log, the database and the ride's file.
  private static let bytesOfSecond = 1000

  /// - Parameter seconds: Those of a ride that is to come in.
  /// - Throws: `noRoom` where it would leave less on the disk than rides shall find.
  func demandRoom(forSeconds seconds: Int = 0) async throws(ControlError) {
    let free = try await stored { store throws(StoreError) in try await store.freeBytes() }
    guard free >= Self.floor + seconds * Self.bytesOfSecond else {
      throw ControlError(.noRoom, subject: stateDirectory, detail: "\(free / 1_000_000)")
    }
  }

  /// Takes the next piece of a file; upon the last its rides are stored, each whole or not at all.
  func take(_ piece: ImportPiece, _ peer: Peer) async throws(ControlError) -> ControlReply {
    let bytes = try await Self.decoded(piece.data)
    if piece.dryRun != true, piece.number == nil || piece.last { try await demandRoom() }
    let (number, file) = try importInHand(piece.number, piece.sequence) { FileImport(on: $0) }
    try await reading(number, refusing: ControlError.init) { () throws(RideFileError) in try await file.take(bytes) }
    guard piece.last else {
      goOn(with: number, next: piece.sequence + 1)
      return .importing(ImportProgress(number: number))
    }
    let content = try await finish(number, file)
    let rides = try await take(content.rides, as: piece, peer)
    let leftOut = content.leftOut.first.map {
      LeftOutValues(count: content.leftOut.count, byte: $0.byte, line: $0.line)
    }
    let first = piece.dryRun == true ? nil : rides.lazy.compactMap(\.ride).first
    return .importing(ImportProgress(number: number, ride: first, rides: rides, leftOut: leftOut))
  }

  /// The bytes of a piece; Base64 is none of the ride's thread's work.
  @concurrent
  static func decoded(_ text: String) async throws(ControlError) -> Data {
    guard let bytes = Data(base64Encoded: text) else { throw ControlError(.invalidParameter, subject: "data") }
    return bytes
  }

  /// Reads on in a file; one that has a fault is dropped.
  func reading<Output: Sendable, Fault: Error>(
    _ number: Int, refusing refusal: (Fault) -> ControlError, _ body: () async throws(Fault) -> Output
  ) async throws(ControlError) -> Output {
    do throws(Fault) {
      return try await body()
    } catch {
      drop(import: number)
      throw refusal(error)
    }
  }

  /// Finds the import that a piece belongs to, or begins it; from now on it awaits no piece until `goOn`.
  ///
  /// - Throws: `unknownImport` for a number that no such file has, or whose next piece is another.
  func importInHand<File: Actor>(
    _ number: Int?, _ sequence: Int, _ begin: (any SerialExecutor) -> File
  ) throws(ControlError) -> (number: Int, file: File) {
    guard let number else {
      guard sequence == 0 else { throw ControlError(.invalidParameter, subject: "number") }
      guard imports.count < Self.importsAtOnce else { throw ControlError(.importBusy) }
      lastImport += 1
      let file = begin(importing)
      imports[lastImport] = ImportInHand(file: file, awaited: nil)
      return (lastImport, file)
    }
    guard let found = imports[number], let awaited = found.awaited, awaited.sequence == sequence,
      let file = found.file as? File
    else { throw ControlError(.unknownImport, subject: String(number)) }
    // However long a piece is read, the file is not dropped meanwhile.
    loop.cancel(awaited.deadline)
    imports[number]?.awaited = nil
    return (number, file)
  }

  /// Awaits the next piece of a file, of which one has been read.
  func goOn(with number: Int, next: Int) {
    let deadline = loop.schedule(at: loop.now.advanced(by: Self.importPatience)) { [loop] in
      Task(executorPreference: loop) { await self.drop(import: number) }
    }
    imports[number]?.awaited = ImportInHand.Awaited(sequence: next, deadline: deadline)
  }

  func drop(import number: Int) {
    guard let awaited = imports.removeValue(forKey: number)?.awaited else { return }
    loop.cancel(awaited.deadline)
  }

  /// Ends a file that has come whole.
  private func finish(_ number: Int, _ file: FileImport) async throws(ControlError) -> ImportedFile {
    let content = try await reading(number, refusing: ControlError.init) { () throws(RideFileError) in
      try await file.finish()
    }
    drop(import: number)
    guard let content else { throw ControlError(.unknownImport, subject: String(number)) }
    return content
  }

  /// Stores the rides of a file one by one, or tells what they would be.
  ///
  /// - Throws: `duplicateRide` for a file's only ride; what was stored before another error stays.
  private func take(
    _ records: [RideRecord], as piece: ImportPiece, _ peer: Peer
  ) async throws(ControlError) -> [ImportedRide] {
    var rides: [ImportedRide] = []
    for record in records {
      if piece.dryRun != true { try await demandRoom(forSeconds: record.samples.count) }
      do throws(StoreError) {
        rides.append(ImportedRide(ride: try await take(record, as: piece, peer)))
      } catch {
        var refusal = ControlError(error)
        guard refusal.code == .duplicateRide else { throw refusal }
        refusal.detail = record.start.rfc3339
        guard records.count > 1 else { throw refusal }
        rides.append(ImportedRide(there: refusal.subject.flatMap { Int($0) }))
      }
    }
    return rides
  }

  private func take(
    _ record: RideRecord, as piece: ImportPiece, _ peer: Peer
  ) async throws(StoreError) -> RideSummary {
    let force = piece.force ?? false
    guard piece.dryRun != true else {
      if !force { try await store.checkImport(of: record) }
      return await Self.summary(of: record)
    }
    let ride = try await store.importRide(record, evenIfThere: force)
    log.notice("ride imported", metadata: ["ride": "\(ride.id)", "uid": "\(peer.uid)"])
    // By now the store has the rows: for its file they are read a second time.
    await archive.rewrite(ride.id)
    return RideSummary(try await store.ride(ride.id))
  }

  /// A ride that is not stored, in figures; to sum it up is none of the ride's thread's work.
  @concurrent
  private static func summary(of record: RideRecord) async -> RideSummary { RideSummary(unstored: record) }
}

extension ControlError {
  fileprivate init(_ error: RideFileError) { self.init(.badFile, detail: FileFault(error).text) }
}

extension FileFault {
  fileprivate init(_ error: RideFileError) {
    self.init(Code(error.code), byte: error.place.byte, line: error.place.line, detail: error.detail)
  }
}

extension FileFault.Code {
  fileprivate init(_ code: RideFileError.Code) {
    self =
      switch code {
      case .notThisFormat: .notThisFormat
      case .cut: .cut
      case .wrongChecksum: .wrongChecksum
      case .malformed: .malformed
      case .forbidden: .forbidden
      case .outOfRange: .outOfRange
      case .noActivity: .noActivity
      case .noTimes: .noTimes
      case .severalActivities: .severalActivities
      case .tooLong: .tooLong
      case .tooLarge: .tooLarge
      }
  }
}
