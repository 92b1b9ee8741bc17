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
    // An empty text stands for none; nil leaves what there is.
    try await stored { store throws(StoreError) in
      try await store.setTexts(of: id, name: name.map { $0 ?? "" }, note: note.map { $0 ?? "" })
    }
    return .edited(try await summary(id))
  }

  /// Deletes a ride, to be had back or for good.
  func delete(_ name: String, forGood: Bool, _ peer: Peer) async throws(ControlError) -> ControlReply {
    let id = try await resolve(name)
    guard await !recorder.holds(id) else { throw ControlError(.rideUnfinished, subject: String(id)) }
    let (now, isSet) = (wallClock.now, wallClock.isSynchronised)
    guard !forGood else {
      var ride = try await summary(id)
      try await stored { store throws(StoreError) in try await store.deleteForGood(id, at: now) }
      log.notice("a ride is deleted for good", metadata: ["ride": "\(id)", "uid": "\(peer.uid)"])
      ride.deletedUntil = nil
      return .edited(ride)
    }
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

  /// Notes that a ride, as it is now or as it was in an activity, was given to a service.
  func noteUpload(_ name: String, _ service: String, activity: String?) async throws(ControlError) -> ControlReply {
    guard let service = try Self.checked("service", service, 40) else {
      throw ControlError(.invalidParameter, subject: "service")
    }
    let id = try await resolve(name)
    let now = wallClock.now
    let activityID = try activity.map { text throws(ControlError) in try UnixTime(parameter: "activity", text) }
    let isNoted = try await stored { store throws(StoreError) in
      try await store.noteUpload(of: id, service: service, activityID: activityID, at: now)
    }
    guard isNoted else { throw ControlError(.invalidParameter, subject: "activity") }
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
