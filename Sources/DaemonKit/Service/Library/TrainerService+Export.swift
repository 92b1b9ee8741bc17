import ControlSocket
import ControlWire
import FoundationEssentials
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
    let id = try await resolve(name)
    let ride = try await read { library throws(StoreError) in try await library.ride(id) }
    let bytes =
      switch format {
      case .activity(let format):
        try await stored { _ throws(StoreError) in try await archive.encoded(id, as: format, whole: whole) }
      case .btsnoop: try await linkRecording(of: id)
      }
    return Self.pieces(of: bytes, fileName: ride.fileName(as: format))
  }

  /// A file, a piece at a time.
  static func pieces(of bytes: [UInt8], fileName: String) -> AsyncThrowingStream<ControlReply, any Error> {
    let starts = PieceStarts(upTo: bytes.count, by: bytesInMessage)
    return AsyncThrowingStream {
      guard let start = await starts.next() else { return nil }
      let piece = Data(bytes[start..<min(bytes.count, start + bytesInMessage)])
      let sequence = start / bytesInMessage
      return .piece(FilePiece(fileName: fileName, sequence: sequence, data: piece.base64EncodedString()))
    }
  }
}

extension StoredRide {
  /// The name of its file, with the suffix of the format.
  fileprivate func fileName(as format: ExportFormat) -> String {
    let stem = fileName.map { String($0.prefix { $0 != "." }) } ?? plan.start.fileStem
    return "\(stem).\(format.suffix)"
  }
}
