import ControlSocket
import ControlWire
import EventLoop
import FoundationEssentials
import Logging
import RideSession
import RideStore

extension TrainerService {
  /// How many bytes of a file go into one message, before Base64.
  private static let bytesInMessage = 240 * 1024

  /// The ride as a file, a piece at a time.
  @concurrent
  nonisolated func export(
    _ name: String, format: String, whole: Bool
  ) async throws(ControlError) -> AsyncThrowingStream<ControlReply, any Error> {
    guard let format = ExportFormat(format) else { throw ControlError(.unknownFormat, subject: format) }
    let slot = try exports.take()
    let id = try await resolve(name)
    let ride = try await read { library throws(StoreError) in try await library.ride(id) }
    let fileName = ride.fileName(as: format)
    switch format {
    case .activity(let format):
      let file = try await stored { _ throws(StoreError) in try await archive.encoded(id, as: format, whole: whole) }
      return Self.pieces(
        of: file.bytes, fileName: fileName, activity: file.activityID.rfc3339Milliseconds, keeping: slot)
    case .btsnoop: return Self.pieces(of: try await linkRecording(of: id), fileName: fileName, keeping: slot)
    }
  }

  /// A file, a piece at a time.
  static func pieces(
    of bytes: [UInt8], fileName: String, activity: String? = nil, keeping slot: ExportSlots.Slot? = nil
  ) -> AsyncThrowingStream<ControlReply, any Error> {
    let starts = PieceStarts(upTo: bytes.count, by: bytesInMessage)
    return AsyncThrowingStream {
      // The file is held as long as its reader takes, and so is its slot.
      defer { withExtendedLifetime(slot) {} }
      guard let start = await starts.next() else { return nil }
      let piece = Data(bytes[start..<min(bytes.count, start + bytesInMessage)])
      let sequence = start / bytesInMessage
      return .piece(
        FilePiece(fileName: fileName, sequence: sequence, data: piece.base64EncodedString(), activity: activity))
    }
  }

  /// All of the library in one file, a piece at a time.
  @concurrent
  nonisolated func backUp(_ peer: Peer) async throws(ControlError) -> AsyncThrowingStream<ControlReply, any Error> {
    let slot = try exports.take()
    let backup = try await read { library throws(StoreError) in try await library.backUp() }
    let fileName = "jz2-\(wallClock.now.fileStem).sqlite"
    log.notice("the library is backed up", metadata: ["bytes": "\(backup.size)", "uid": "\(peer.uid)"])
    let starts = PieceStarts(upTo: backup.size, by: Self.bytesInMessage)
    let library = store.library
    return AsyncThrowingStream {
      defer { withExtendedLifetime(slot) {} }
      guard let start = await starts.next() else { return nil }
      let piece = Data(try await library.next(Self.bytesInMessage, of: backup))
      let sequence = start / Self.bytesInMessage
      return .piece(FilePiece(fileName: fileName, sequence: sequence, data: piece.base64EncodedString()))
    }
  }
}

/// How many files may be on their way to callers at once: each is whole in memory until it is read.
final class ExportSlots: Sendable {
  /// One of them, given back with the last who holds it.
  final class Slot: Sendable {
    private let slots: ExportSlots

    fileprivate init(_ slots: ExportSlots) { self.slots = slots }

    deinit { slots.taken.withLock { $0 -= 1 } }
  }

  private let limit: Int
  private let taken = Lock(0)

  init(_ limit: Int = 3) { self.limit = limit }

  /// - Throws: `exportBusy` where none is left.
  func take() throws(ControlError) -> Slot {
    let isTaken = taken.withLock { taken in
      guard taken < limit else { return false }
      taken += 1
      return true
    }
    guard isTaken else { throw ControlError(.exportBusy) }
    return Slot(self)
  }
}

extension StoredRide {
  /// The name of its file, with the suffix of the format.
  fileprivate func fileName(as format: ExportFormat) -> String {
    let stem = fileName.map { String($0.prefix { $0 != "." }) } ?? begun.time.fileStem
    return "\(stem).\(format.suffix)"
  }
}
