import BluetoothLE
import ControlSocket
import ControlWire
import Logging
import RideAnalysis
import RideRuntime
import RideStore
import Rides

/// Changes rides of the library, never on the ride's thread.
struct EditingService: Sendable {
  let access: StoreAccess
  let archive: ActivityFiles
  let study: RideReviewer
  let recorder: RideRecorder
  let wallClock: any WallClock
  let log: Logger

  /// Limits for the name of a service, its activity ID, URL and message, in bytes.
  private static let serviceLimit = 40
  private static let remoteLimit = 200
  private static let addressLimit = 2000
  private static let messageLimit = 4000

  /// Changes a ride's name, note or sport.
  func edit(_ call: Edit) async throws(ControlError) -> EditedRide {
    let name = try call.name.map { text throws(ControlError) in try text.checked("name", atMost: Limits.rideNameBytes) }
    let note = try call.note.map { text throws(ControlError) in try text.checked("note", atMost: Limits.rideNoteBytes) }
    let id = try await access.resolve(call.ride)
    // An empty text removes the present one; nil keeps it.
    try await access.stored { store throws(StoreError) in
      try await store.setTexts(of: id, name: name.map { $0 ?? "" }, note: note.map { $0 ?? "" }, sport: call.sport)
    }
    let edited = try await edited(id)
    if edited.ride.state == .finished { await archive.rewrite(id) }
    return edited
  }

  /// Deletes a ride; with `now` for good, otherwise it can be undeleted.
  func delete(_ call: Delete, _ peer: Peer) async throws(ControlError) -> EditedRide {
    let id = try await access.resolve(call.ride)
    guard await !recorder.holds(id) else { throw ControlError(.rideUnfinished, subject: String(id)) }
    let (now, isSet) = (wallClock.now, wallClock.isSynchronised)
    guard call.now != true else {
      var ride = try await access.summary(id)
      try await access.stored { store throws(StoreError) in try await store.deleteForGood(id, at: now) }
      log.notice("ride deleted for good", metadata: ["ride": "\(id)", "uid": "\(peer.uid)"])
      ride.deletedUntil = nil
      return EditedRide(ride: ride)
    }
    try await access.stored { store throws(StoreError) in try await store.delete(id, at: now, isSet: isSet) }
    log.notice("ride deleted", metadata: ["ride": "\(id)", "uid": "\(peer.uid)"])
    return try await edited(id)
  }

  func undelete(_ call: Undelete) async throws(ControlError) -> EditedRide {
    let id = try await access.resolve(call.ride)
    try await access.stored { store throws(StoreError) in try await store.undelete(id) }
    let edited = try await edited(id)
    if edited.ride.state == .finished { await archive.rewrite(id) }
    return edited
  }

  private func edited(_ id: Int) async throws(ControlError) -> EditedRide {
    EditedRide(ride: try await access.summary(id))
  }

  /// Stores the state of a ride's upload to a service, for the ride as it is now or as it was in an activity.
  func noteUpload(_ call: NoteUpload) async throws(ControlError) -> TrimmedRide {
    guard let service = try call.service.checked("service", atMost: Self.serviceLimit) else {
      throw ControlError(.invalidParameter, subject: "service")
    }
    let note = try Self.note(call)
    let id = try await access.resolve(call.ride)
    let now = wallClock.now
    let activityID = try call.activity.map { text throws(ControlError) in try UnixTime(parameter: "activity", text) }
    let isNoted = try await access.stored { store throws(StoreError) in
      guard call.remove != true else { return try await store.removeWay(of: id, to: service) }
      return try await store.noteUpload(of: id, service: service, note, activityID: activityID, at: now)
    }
    guard isNoted else { throw ControlError(.invalidParameter, subject: "activity") }
    return try await trimmed(id)
  }

  /// Returns the state and details of an upload; nil for an upload by hand.
  private static func note(_ call: NoteUpload) throws(ControlError) -> UploadNote? {
    func text(_ name: String, _ value: String?, atMost limit: Int) throws(ControlError) -> String? {
      guard let value else { return nil }
      guard call.state != nil else { throw ControlError(.invalidParameter, subject: name) }
      return try value.checked(name, atMost: limit)
    }
    let details = UploadNote.Details(
      remoteID: try text("remoteId", call.remoteId, atMost: remoteLimit),
      url: try text("url", call.url, atMost: addressLimit),
      message: try text("message", call.message, atMost: messageLimit))
    guard call.remove != true || (call.state == nil && call.activity == nil) else {
      throw ControlError(.invalidParameter, subject: "remove")
    }
    guard call.state != .stale else { throw ControlError(.invalidParameter, subject: "state") }
    return call.state.map { UploadNote($0, details) }
  }

  /// Returns a ride as it is now, with its uploads.
  private func trimmed(_ id: Int) async throws(ControlError) -> TrimmedRide {
    let ride = try await access.ride(id)
    let uploads = try await access.read { library throws(StoreError) in try await library.uploads(of: id) }
    return TrimmedRide(ride: RideSummary(ride), uploads: uploads.map { Upload($0, activityID: ride.activityID) })
  }
}

extension EditingService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(Edit.self) { call, _ throws(ControlError) in try await edit(call) }
    router.answer(Delete.self) { call, peer throws(ControlError) in try await delete(call, peer) }
    router.answer(Undelete.self) { call, _ throws(ControlError) in try await undelete(call) }
    router.answer(SuggestTrim.self) { call, _ throws(ControlError) in try await suggestTrim(call) }
    router.answer(TrimRide.self) { call, _ throws(ControlError) in try await trim(call) }
    router.answer(Untrim.self) { call, _ throws(ControlError) in try await untrim(call) }
    router.answer(NoteUpload.self) { call, _ throws(ControlError) in try await noteUpload(call) }
  }
}

// MARK: - Trimming

extension EditingService {
  /// Suggests how to trim a ride.
  func suggestTrim(_ call: SuggestTrim) async throws(ControlError) -> SuggestedTrim {
    let ride = try await finished(call.ride)
    let suggestion = try await suggestion(for: ride)
    return SuggestedTrim(
      ride: RideSummary(ride), suggestion: ControlWire.TrimSuggestion(suggestion, of: ride.wholeElapsedSeconds))
  }

  /// Trims a ride to the given range, or as suggested; without a proposal the ride stays as it is.
  func trim(_ call: TrimRide) async throws(ControlError) -> TrimmedRide {
    let ride = try await finished(call.ride)
    let range: Range<Int>?
    if call.auto == true {
      guard call.fromSeconds == nil, call.toSeconds == nil else {
        throw ControlError(.invalidParameter, subject: "auto")
      }
      range = try await suggestion(for: ride).proposal
    } else {
      range = try Self.range(of: call, in: ride)
    }
    guard let range else { return try await trimmed(ride.id) }
    return try await cut(ride.id, to: range)
  }

  /// Removes a ride's trim.
  func untrim(_ call: Untrim) async throws(ControlError) -> TrimmedRide {
    try await cut(try await finished(call.ride).id, to: nil)
  }

  private func cut(_ id: Int, to range: Range<Int>?) async throws(ControlError) -> TrimmedRide {
    _ = try await access.stored { store throws(StoreError) in try await store.cut(id, to: range) }
    await archive.rewrite(id)
    return try await trimmed(id)
  }

  private func finished(_ name: String) async throws(ControlError) -> StoredRide {
    let id = try await access.resolve(name)
    let ride = try await access.ride(id)
    guard ride.state == .finished else { throw ControlError(.rideUnfinished, subject: String(id)) }
    return ride
  }

  private func suggestion(for ride: StoredRide) async throws(ControlError) -> TrimAnalysis {
    try await access.stored { _ throws(StoreError) in try await study.suggestion(for: ride.id) }
  }

  /// Returns the range of a trim; a bound that the request omits keeps its value.
  private static func range(of call: TrimRide, in ride: StoredRide) throws(ControlError) -> Range<Int> {
    let seconds = ride.wholeElapsedSeconds
    do throws(TrimError) {
      return try TrimRange(
        from: call.fromSeconds ?? ride.cut?.lowerBound, to: call.toSeconds ?? ride.cut?.upperBound, of: seconds
      ).seconds
    } catch {
      throw .trimRefused(TrimObstacle(error), ofSeconds: seconds)
    }
  }
}

extension String {
  /// Returns the text without surrounding white space; nil if it is empty.
  ///
  /// - Throws: `invalidParameter` for more than `limit` bytes, or for control characters other than tab and newline.
  func checked(_ parameter: String, atMost limit: Int) throws(ControlError) -> String? {
    let start = drop(while: \.isWhitespace)
    let trimmed = start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    let isPlain = trimmed.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 || $0 == "\n" || $0 == "\t" }
    guard trimmed.utf8.count <= limit, isPlain else { throw ControlError(.invalidParameter, subject: parameter) }
    return trimmed.isEmpty ? nil : trimmed
  }
}
