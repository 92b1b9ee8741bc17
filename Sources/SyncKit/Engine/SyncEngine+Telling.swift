import ControlWire
import Logging
import Rides

extension SyncEngine {
  /// Notes the upload state of each ride in jz2d, so that the rider sees it and backups contain it.
  func tellLibrary() async {
    while !Task.isCancelled {
      let pause = await reportUploads()
      await telling.rest(for: pause)
    }
  }

  /// Sends the states that jz2d does not have yet.
  ///
  /// Returns the time until the next attempt if that fails.
  private func reportUploads() async -> Duration? {
    do {
      guard let store = try await outbox.followed()?.library else { return .seconds(5) }
      while true {
        let unreported = try await outbox.unreported(of: store, limit: 50)
        if unreported.isEmpty { return nil }
        for upload in unreported { try await reportUploads(upload) }
      }
    } catch {
      return .seconds(5)
    }
  }

  private func reportUploads(_ upload: UploadRecord) async throws {
    if let refusal = try await refusal(of: NoteUpload(upload)) {
      // The ride is gone or has another form, so there is no upload to note.
      log.debug("upload not recorded by jz2d", metadata: ["ride": "\(upload.ride)", "code": "\(refusal.rawValue)"])
    }
    try await outbox.markReported(upload)
  }

  /// Notes an upload in jz2d.
  ///
  /// Returns the code if jz2d refuses it, else nil.
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
      url: upload.url, message: upload.fault?.explanation(of: upload.service).message)
  }
}
