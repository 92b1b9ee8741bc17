import ControlWire
import Logging
import Rides

extension SyncEngine {
  /// Has jz2d note the state of each ride, so that the rider sees it, and a backup has it.
  func tellLibrary() async {
    while !Task.isCancelled {
      let pause = await tell()
      await telling.rest(for: pause)
    }
  }

  /// Tells what jz2d does not know yet; returns how long to wait if that does not work now.
  private func tell() async -> Duration? {
    do {
      guard let store = try await outbox.followed()?.library else { return .seconds(5) }
      while true {
        let untold = try await outbox.untold(of: store, limit: 50)
        if untold.isEmpty { return nil }
        for upload in untold { try await tell(upload) }
      }
    } catch {
      return .seconds(5)
    }
  }

  private func tell(_ upload: UploadRecord) async throws {
    if let refusal = try await refusal(of: NoteUpload(upload)) {
      // The ride is gone, or of another form: nothing is left to note.
      log.debug("an upload is not noted", metadata: ["ride": "\(upload.ride)", "code": "\(refusal.rawValue)"])
    }
    try await outbox.noteTold(upload)
  }

  /// Why jz2d does not note an upload; nil if it does.
  private func refusal(of note: NoteUpload) async throws(ControlError) -> ControlError.Code? {
    do throws(ControlError) { try await library.note(note) } catch {
      guard error.exitStatus == .refused else { throw error }
      return error.code
    }
    return nil
  }
}

extension NoteUpload {
  fileprivate init(_ upload: UploadRecord) {
    self.init(
      ride: String(upload.ride), service: upload.service.rawValue,
      activity: upload.activity.isEmpty ? nil : upload.activity, state: upload.state, remoteId: upload.remoteID,
      url: upload.url, message: upload.fault?.sentence(of: upload.service).message)
  }
}
