import ControlSocket
import ControlWire
import Logging
import RideSession
import RideStore

extension TrainerService {
  /// The longest name and note, in bytes; a list of them has to fit into a message.
  private static let nameLimit = 200
  private static let noteLimit = 4000

  /// Gives a ride another name or note.
  func edit(_ edit: RideEdit) async throws(ControlError) -> ControlReply {
    let name = try edit.name.map { text throws(ControlError) in try Self.checked("name", text, Self.nameLimit) }
    let note = try edit.note.map { text throws(ControlError) in try Self.checked("note", text, Self.noteLimit) }
    let id = try await resolve(edit.ride)
    if let name { try await stored { store throws(StoreError) in try await store.rename(id, to: name) } }
    if let note { try await stored { store throws(StoreError) in try await store.setNote(id, note) } }
    return .edited(try await summary(id))
  }

  func delete(_ name: String, _ peer: Peer) async throws(ControlError) -> ControlReply {
    let id = try await resolve(name)
    guard await !recorder.holds(id) else { throw ControlError(.rideUnfinished, subject: String(id)) }
    let (now, isSet) = (wallClock.now, wallClock.isSynchronised)
    try await stored { store throws(StoreError) in try await store.delete(id, at: now, isSet: isSet) }
    log.notice("ride deleted", metadata: ["ride": "\(id)", "uid": "\(peer.uid)"])
    return .edited(try await summary(id))
  }

  func undelete(_ name: String) async throws(ControlError) -> ControlReply {
    let id = try await resolve(name)
    try await stored { store throws(StoreError) in try await store.undelete(id) }
    let summary = try await summary(id)
    if summary.state == .finished { await archive.rewrite(id) }
    return .edited(summary)
  }

  /// Notes that a ride, as it is now, was given to a service.
  func noteUpload(_ name: String, _ service: String) async throws(ControlError) -> ControlReply {
    guard let service = try Self.checked("service", service, 40) else {
      throw ControlError(.invalidParameter, subject: "service")
    }
    let id = try await resolve(name)
    let now = wallClock.now
    try await stored { store throws(StoreError) in try await store.noteUpload(of: id, service: service, at: now) }
    return try await trimmed(id)
  }

  /// A ride as it is now, with where it was uploaded to.
  func trimmed(_ id: Int) async throws(ControlError) -> ControlReply {
    let ride = try await stored { store throws(StoreError) in try await store.ride(id) }
    let uploads = try await stored { store throws(StoreError) in try await store.uploads(of: id) }
    return .trimmed(RideSummary(ride), uploads: uploads.map { Upload($0, activityID: ride.activityID) })
  }

  /// A text without white space around it; nil for an empty one, which stands for none.
  ///
  /// - Throws: `invalidParameter` for one that is too long, or has controls other than tab and newline.
  static func checked(_ parameter: String, _ text: String, _ limit: Int) throws(ControlError) -> String? {
    let start = text.drop(while: \.isWhitespace)
    let trimmed = start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    let isPlain = trimmed.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 || $0 == "\n" || $0 == "\t" }
    guard trimmed.utf8.count <= limit, isPlain else { throw ControlError(.invalidParameter, subject: parameter) }
    return trimmed.isEmpty ? nil : trimmed
  }
}
