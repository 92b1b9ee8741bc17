import ControlWire
import FoundationEssentials

extension Daemon {
  /// Gives a file of another program to the daemon, in pieces on one connection.
  ///
  /// - Parameters:
  ///   - force: Whether a ride with the same start is no obstacle.
  ///   - next: The file's next piece; an empty one is its end.
  /// - Returns: The ride that it became.
  /// - Throws: Why it became none; then nothing of it was kept.
  func importFile(
    force: Bool, next: () throws(ImportFailure) -> [UInt8]
  ) throws(ImportFailure) -> RideSummary {
    var upcoming = try next()
    if let packing = Packing(beginning: upcoming) { throw .packed(packing) }
    var sequence = 0
    var ride: RideSummary?
    var failure: ImportFailure?
    do throws(ControlError) {
      try converse { answer throws(ControlError) in
        let progress = try answer.map { reply throws(ControlError) in try Self.progress(reply) }
        if sequence > 0, upcoming.isEmpty {
          ride = progress?.ride
          return nil
        }
        let data = upcoming
        do throws(ImportFailure) {
          upcoming = data.isEmpty ? [] : try next()
        } catch {
          failure = error
          return nil
        }
        defer { sequence += 1 }
        return .importPiece(
          ImportPiece(
            number: progress?.number, sequence: sequence, data: Data(data).base64EncodedString(),
            last: upcoming.isEmpty, force: force ? true : nil))
      }
    } catch {
      throw .refused(error)
    }
    if let failure { throw failure }
    guard let ride else { throw .refused(.unexpectedReply) }
    return ride
  }

  private static func progress(_ reply: ControlReply) throws(ControlError) -> ImportProgress {
    guard case .importing(let progress) = reply else { throw .unexpectedReply }
    return progress
  }
}
