import ControlSocket
import ControlWire
import FoundationEssentials
import Locks
import Logging
import Loop
import RideFiles
import RideRuntime
import RideStore
import Rides
import Workouts

/// Exports rides, plans and the library as files.
struct ExportDesk: Sendable {
  let access: StoreAccess
  let library: LibraryService
  let archive: ActivityFiles
  let wallClock: any WallClock
  let log: Logger
  private let slots = ExportSlots()

  /// The bytes of a file in one message, before Base64.
  private static let bytesInMessage = 240 * 1024

  init(access: StoreAccess, library: LibraryService, archive: ActivityFiles, wallClock: any WallClock, log: Logger) {
    self.access = access
    self.library = library
    self.archive = archive
    self.wallClock = wallClock
    self.log = log
  }

  /// Returns the ride as a file, in pieces.
  func export(_ call: Export, _ peer: Peer) async throws(ControlError) -> AsyncThrowingStream<FilePiece, any Error> {
    guard let format = ExportFormat(rawValue: call.format) else {
      throw ControlError(.unknownFormat, subject: call.format)
    }
    let slot = try slots.take(for: peer.uid)
    let id = try await access.resolve(call.ride)
    let fileName = try await access.ride(id).fileName(as: format)
    switch format {
    case .activity(let format):
      let file = try await access.stored { _ throws(StoreError) in
        try await archive.encoded(id, as: format, whole: call.whole ?? false)
      }
      return Self.pieces(
        of: file.bytes, fileName: fileName, activity: file.activityID.rfc3339Milliseconds, keeping: slot)
    case .gpx:
      let file = try await access.stored { _ throws(StoreError) in
        try await archive.places(of: id, whole: call.whole ?? false)
      }
      guard let file else { throw ControlError(.noPlaces, subject: String(id)) }
      return Self.pieces(of: file, fileName: fileName, keeping: slot)
    case .btsnoop:
      return Self.pieces(of: try await library.linkRecording(of: id), fileName: fileName, keeping: slot)
    }
  }

  /// Returns a plan as a workout file, in pieces.
  func exportPlan(_ call: ExportPlan) async throws(ControlError) -> AsyncThrowingStream<FilePiece, any Error> {
    guard let format = WorkoutFileFormat(rawValue: call.format) else {
      throw ControlError(.unknownFormat, subject: call.format)
    }
    let plan = try await access.found(call.name) { store throws(StoreError) in
      try await store.planInShort(named: call.name).plan
    } packaged: { workout in
      workout.plan
    }
    let settings = try await access.read { library throws(StoreError) in try await library.settings() }
    do throws(PlanFault) {
      let bytes = try WorkoutFile.encode(
        plan, as: format, thresholdWatts: settings.thresholdWatts, created: wallClock.now)
      return Self.pieces(of: bytes, fileName: plan.fileName(as: format))
    } catch {
      throw ControlError.badPlan(error, of: plan.name)
    }
  }

  /// Returns the whole library as one file, in pieces.
  func backUp(_ peer: Peer) async throws(ControlError) -> AsyncThrowingStream<FilePiece, any Error> {
    let slot = try slots.take(for: peer.uid)
    let backup = try await access.read { library throws(StoreError) in try await library.backUp() }
    let fileName = "jz2-\(wallClock.now.fileStem).sqlite"
    log.notice("library backed up", metadata: ["bytes": "\(backup.size)", "uid": "\(peer.uid)"])
    let library = access.store.library
    return Self.pieces(of: backup.size, fileName: fileName, keeping: slot) { range in
      try await library.next(range.count, of: backup)
    }
  }

  /// Returns a file in memory in pieces.
  private static func pieces(
    of bytes: [UInt8], fileName: String, activity: String? = nil, keeping slot: ExportSlots.Slot? = nil
  ) -> AsyncThrowingStream<FilePiece, any Error> {
    pieces(of: bytes.count, fileName: fileName, activity: activity, keeping: slot) { bytes[$0] }
  }

  /// Returns a file in pieces; `read` returns the bytes of a range and is called for the ranges in order.
  private static func pieces<Bytes: Sequence<UInt8> & Sendable>(
    of size: Int, fileName: String, activity: String? = nil, keeping slot: ExportSlots.Slot?,
    _ read: @escaping @Sendable (Range<Int>) async throws -> Bytes
  ) -> AsyncThrowingStream<FilePiece, any Error> {
    let starts = PieceStarts(upTo: size, by: bytesInMessage)
    return AsyncThrowingStream {
      // Keeps the slot as long as the stream keeps the file.
      defer { withExtendedLifetime(slot) {} }
      guard let start = await starts.next() else { return nil }
      let piece = Data(try await read(start..<min(size, start + bytesInMessage)))
      return FilePiece(
        fileName: fileName, sequence: start / bytesInMessage, data: piece.base64EncodedString(), activity: activity)
    }
  }
}

extension ExportDesk: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.stream(Export.self) { call, peer, _ throws(ControlError) in
      .stream(try await export(call, peer), answering: call)
    }
    router.stream(ExportPlan.self) { call, _, _ throws(ControlError) in
      .stream(try await exportPlan(call), answering: call)
    }
    router.stream(Backup.self) { call, peer, _ throws(ControlError) in
      .stream(try await backUp(peer), answering: call)
    }
  }
}

/// Limits the files that are exported at the same time, in all and per user, because each is held in memory until it is
/// read.
final class ExportSlots: Sendable {
  /// A slot for one export; it becomes free with its last reference.
  final class Slot: Sendable {
    private let slots: ExportSlots
    private let user: UInt32

    fileprivate init(_ slots: ExportSlots, of user: UInt32) {
      self.slots = slots
      self.user = user
    }

    deinit { slots.taken.withLock { $0[user, default: 1] -= 1 } }
  }

  private let limit: Int
  private let limitOfUser: Int
  /// The number of slots in use, by user ID.
  private let taken = Lock<[UInt32: Int]>([:])

  init(_ limit: Int = 3, ofUser limitOfUser: Int = Limits.exportsOfUser) {
    self.limit = limit
    self.limitOfUser = limitOfUser
  }

  /// - Throws: `exportBusy` if no slot is free for the user.
  func take(for user: UInt32) throws(ControlError) -> Slot {
    let isTaken = taken.withLock { taken in
      let ofUser = taken[user, default: 0]
      guard ofUser < limitOfUser, taken.values.reduce(0, +) < limit else { return false }
      taken[user] = ofUser + 1
      return true
    }
    guard isTaken else { throw ControlError(.exportBusy) }
    return Slot(self, of: user)
  }
}

extension StoredRide {
  /// Returns the name of the ride's file with the suffix of the format.
  fileprivate func fileName(as format: ExportFormat) -> String {
    let stem = fileName.map { String($0.prefix { $0 != "." }) } ?? begun.time.fileStem
    return "\(stem).\(format.rawValue)"
  }
}

extension Plan {
  /// Returns a file name made from the plan's name, without the characters that other systems reject.
  func fileName(as format: WorkoutFileFormat) -> String {
    let safe = name.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_ ".unicodeScalars.contains(scalar)
        ? Character(scalar) : "-"
    }
    let stem = String(safe.prefix(Limits.nameLength)).split(separator: " ").joined(separator: "-")
    return "\(stem.allSatisfy { $0 == "-" } ? "plan" : stem).\(format.fileExtension)"
  }
}
