import ControlWire
import FoundationEssentials

/// A file that the daemon sent in pieces.
struct ReceivedFile: Equatable {
  /// The name that the daemon gave it.
  let name: String
  /// What is in it.
  let bytes: [UInt8]
  /// What the ride in it is known by; nil of another file.
  var activity: String?
}

extension Daemon {
  /// A ride and all its seconds, put together from the pieces; as it is cut or whole.
  func show(_ ride: String, whole: Bool = false) throws(ControlError) -> (ride: RideSummary, samples: [SampleRow]) {
    var summary: RideSummary?
    var rows: [SampleRow] = []
    try stream(.show(ride: ride, whole: whole)) { reply throws(ControlError) in
      guard case .ride(let ride, let samples) = reply else { throw .unexpectedReply }
      summary = ride
      rows += samples
      return true
    }
    guard let summary else { throw ControlError(.connectionLost) }
    return (summary, rows)
  }

  /// A ride, what befell its links, and how evenly its devices spoke.
  func links(
    _ ride: String
  ) throws(ControlError) -> (ride: RideSummary, incidents: [LinkIncident], intervals: [LinkIntervals]) {
    guard case .links(let ride, let incidents, let intervals) = try call(.links(ride: ride)) else {
      throw .unexpectedReply
    }
    return (ride, incidents, intervals)
  }

  /// A ride as a file, put together from its pieces; as it is cut or whole.
  ///
  /// - Throws: `protocolViolated` where a piece is missing or is not Base64.
  func export(_ ride: String, format: String, whole: Bool = false) throws(ControlError) -> ReceivedFile {
    try file(by: .export(ride: ride, format: format, whole: whole))
  }

  /// A file that a request brings, put together from its pieces.
  ///
  /// - Throws: `protocolViolated` where a piece is missing or is not Base64.
  func file(by request: ControlRequest) throws(ControlError) -> ReceivedFile {
    var name: String?
    var bytes: [UInt8] = []
    var activity: String?
    var next = 0
    try stream(request) { reply throws(ControlError) in
      guard case .piece(let piece) = reply else { throw .unexpectedReply }
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

  /// The newest ride; nil where there is none, or nobody says.
  var lastRide: RideSummary? {
    guard case .rides(let rides, _) = try? call(.rides(limit: 1)) else { return nil }
    return rides.first
  }

  /// A ride in figures, if the store has it among the newest.
  func summary(ofRide id: Int) throws(ControlError) -> RideSummary? {
    guard case .rides(let rides, _) = try call(.rides(limit: 5)) else { throw .unexpectedReply }
    return rides.first { $0.id == id }
  }
}
