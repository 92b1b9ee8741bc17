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
  let file: any Actor
  /// The piece that comes next; nil while one is being read.
  var next: Int?
  /// Drops it when its pieces stay away.
  var deadline: EventLoop.Timer
}

extension TrainerService {
  /// How many files are read side by side.
  private static let importsAtOnce = 2
  /// How long the next piece may take.
  private static let importPatience = Duration.seconds(60)

  /// Takes the next piece of a file; upon the last the ride is stored, whole or not at all.
  func take(_ piece: ImportPiece, _ peer: Peer) async throws(ControlError) -> ControlReply {
    let bytes = try await Self.decoded(piece.data)
    let (number, file) = try importInHand(piece.number, piece.sequence) { FileImport(on: $0) }
    try await reading(number, refusing: ControlError.init) { () throws(RideFileError) in try await file.take(bytes) }
    guard piece.last else {
      goOn(with: number, next: piece.sequence + 1)
      return .importing(ImportProgress(number: number))
    }
    let ride = try await finish(number, file, force: piece.force ?? false)
    log.notice("ride imported", metadata: ["ride": "\(ride.id)", "uid": "\(peer.uid)"])
    // By now the file's rows are gone from memory: here they are read a second time.
    await archive.rewrite(ride.id)
    return .importing(ImportProgress(number: number, ride: RideSummary(ride)))
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
      imports[lastImport] = ImportInHand(file: file, next: nil, deadline: deadline(for: lastImport))
      return (lastImport, file)
    }
    guard let found = imports[number], found.next == sequence, let file = found.file as? File else {
      throw ControlError(.unknownImport, subject: String(number))
    }
    imports[number]?.next = nil
    return (number, file)
  }

  func goOn(with number: Int, next: Int) {
    guard let former = imports[number] else { return }
    loop.cancel(former.deadline)
    imports[number]?.next = next
    imports[number]?.deadline = deadline(for: number)
  }

  private func deadline(for number: Int) -> EventLoop.Timer {
    loop.schedule(at: loop.now.advanced(by: Self.importPatience)) { [loop] in
      Task(executorPreference: loop) { await self.drop(import: number) }
    }
  }

  func drop(import number: Int) {
    guard let dropped = imports.removeValue(forKey: number) else { return }
    loop.cancel(dropped.deadline)
  }

  /// Stores the ride of a file that has come whole.
  private func finish(_ number: Int, _ file: FileImport, force: Bool) async throws(ControlError) -> StoredRide {
    let record = try await reading(number, refusing: ControlError.init) { () throws(RideFileError) in
      try await file.finish()
    }
    drop(import: number)
    guard let record else { throw ControlError(.unknownImport, subject: String(number)) }
    do throws(StoreError) {
      return try await store.importRide(record, evenIfThere: force)
    } catch {
      var refusal = ControlError(error)
      if refusal.code == .duplicateRide { refusal.detail = record.start.rfc3339 }
      throw refusal
    }
  }
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
