import ControlWire
import FoundationEssentials
import RideText
import Rides

/// The answerer of calls: jz2d behind its socket, or a script in a test.
///
/// A view asks it on several threads at a time.
protocol DaemonConnection: Sendable {
  /// Makes a call and waits for its answer, for as long as the call's patience lasts.
  ///
  /// - Throws: The refusal; `noDaemon`, `noAnswer` or `connectionLost` if there was no answer.
  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply

  /// Makes a call that is answered in parts, and hands over each part until the last, or until `each` returns `false`.
  ///
  /// - Throws: As `call`, and what `each` throws.
  func stream<C: StreamedCall>(_ call: C, each: (C.Reply) throws(ControlError) -> Bool) throws(ControlError)

  /// Makes calls of one method, one after the other on one connection, until there is nothing more to ask.
  ///
  /// - Parameter next: Makes the next call from the answer to the one before; there is none before the first.
  /// - Throws: As `call`, and what `next` throws.
  func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError)
}

// What several verbs ask for.
extension DaemonConnection {
  /// The rides of a choice, asked for as often as it takes: a message holds only so many.
  func rides(_ listing: Rides) throws(ControlError) -> [RideSummary] {
    var rides: [RideSummary] = []
    var page = listing
    try converse { (answer: RideList?) throws(ControlError) -> Rides? in
      if let answer {
        rides += answer.rides
        page.offset = (page.offset ?? 0) + answer.rides.count
        page.limit = page.limit.map { $0 - answer.rides.count }
        if answer.rides.isEmpty || page.limit ?? 1 <= 0 { return nil }
      }
      return page
    }
    return rides
  }

  /// Activities at Strava, the newest first, asked for as often as it takes: a message holds only so many.
  func activities(_ listing: Activities, atMost limit: Int? = nil) throws(ControlError) -> [RemoteActivity] {
    var activities: [RemoteActivity] = []
    var page = listing
    try converse { (answer: RemoteActivityList?) throws(ControlError) -> Activities? in
      if let answer {
        activities += answer.activities
        guard answer.more == true, activities.count < limit ?? .max, let last = answer.activities.last,
          last.start != page.before
        else { return nil }
        page.before = last.start
      }
      return page
    }
    return Array(activities.prefix(limit ?? .max))
  }

  /// A ride in figures.
  func summary(_ ride: String) throws(ControlError) -> RideSummary {
    var summary: RideSummary?
    try stream(Show(ride: ride)) { part throws(ControlError) in
      summary = part.ride
      return false
    }
    guard let summary else { throw ControlError(.connectionLost) }
    return summary
  }

  /// A ride in figures, if it is among the newest in the store.
  func summary(ofRide id: Int) throws(ControlError) -> RideSummary? {
    try call(Rides(limit: 5)).rides.first { $0.id == id }
  }

  /// The folder of the rides' files; nil if the daemon does not answer.
  var fileFolder: String? { (try? call(Rides(limit: 1)))?.folder }

  /// The newest ride; nil if there is none, or if the daemon does not answer.
  var lastRide: RideSummary? { (try? call(Rides(limit: 1)))?.rides.first }

  /// The records that a ride holds, in a sentence; nil if it holds none, and if that is not known quickly.
  func records(of ride: RideSummary) -> String? {
    guard ride.state == .finished, ride.timerSeconds >= Limits.leastComparedSeconds,
      let list = try? call(Records(quick: true))
    else { return nil }
    return RecordText.held(by: ride.id, list.records)
  }

  /// A ride and all its seconds, put together from the parts; as it is trimmed, or whole.
  func show(_ ride: String, whole: Bool = false) throws(ControlError) -> ShownRide {
    var shown: ShownRide?
    try stream(Show(ride: ride, whole: whole)) { part throws(ControlError) in
      shown = ShownRide(ride: part.ride, samples: (shown?.samples ?? []) + part.samples)
      return true
    }
    guard let shown else { throw ControlError(.connectionLost) }
    return shown
  }

  /// Where the ride in hand stands in its plan; nil if it has none, or if the daemon does not answer.
  func planStatus(ofRide id: Int) -> PlanStatus? {
    guard let status = try? call(GetStatus()), status.ride?.id == id else { return nil }
    return status.plan
  }

  /// The power asked of the trainer, and why it is not the wanted one; nil if it is, or if the daemon does not answer.
  var easedTarget: String? {
    guard let ride = (try? call(GetStatus()))?.ride, ride.easedBy != nil else { return nil }
    return TargetText.held(ride)
  }

  /// A file that a call brings, put together from its pieces.
  ///
  /// - Throws: `protocolViolated` if a piece is missing or is not Base64.
  func file<C: StreamedCall>(by call: C) throws(ControlError) -> ReceivedFile where C.Reply == FilePiece {
    var name: String?
    var bytes: [UInt8] = []
    var activity: String?
    var next = 0
    try stream(call) { piece throws(ControlError) in
      guard piece.sequence == next, let data = Data(base64Encoded: piece.data) else {
        throw ControlError(.protocolViolated, detail: "piece \(piece.sequence) of the file, where \(next) was due")
      }
      next += 1
      (name, activity) = (piece.fileName, piece.activity ?? activity)
      bytes += data
      return true
    }
    guard let name else { throw ControlError(.connectionLost) }
    return ReceivedFile(name: name, bytes: bytes, activity: activity)
  }
}

/// A file that the daemon sent in pieces.
struct ReceivedFile: Equatable {
  /// The name that the daemon gave it.
  let name: String
  /// Its content.
  let bytes: [UInt8]
  /// The activity ID of the ride in it; nil for a file without a ride.
  var activity: String?
}
