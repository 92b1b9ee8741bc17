package import ControlWire
package import Rides

/// An event for the phones.
package enum FeedEvent: Hashable, Sendable {
  /// jz2d's status, and this computer's time as RFC 3339.
  case status(Status, at: String)
  /// jz2d does not answer, since this time.
  case lost(ControlError, since: String)
  /// The last minutes of a ride, for a phone that has just connected.
  case trace(RideTrail)
  /// All intervals of the current ride.
  case plan(ride: Int, [IntervalStatus])
  /// The route of the current ride.
  case route(ride: Int, RouteLine)
  /// Changes in the library.
  case changes([LibraryChange])
  /// Shows that the connection works although there is no other event.
  case beat
}

/// The rights and the language of a phone that receives events.
package struct Audience: Hashable, Sendable {
  package var language: Language
  /// Whether the phone is paired; an unpaired phone only sees the numbers.
  package var isPaired: Bool

  package init(_ language: Language, isPaired: Bool) {
    self.language = language
    self.isPaired = isPaired
  }
}

extension FeedEvent {
  /// Encodes the event as a server-sent event (HTML Living Standard, 9.2).
  ///
  /// - Parameters:
  ///   - id: The event's id, which a browser sends when it reconnects.
  ///   - audience: The receiver. Messages are in the language of `Translation.current`.
  /// - Returns: The bytes; nil if this audience may not see the event.
  package func text(id: String?, for audience: Audience) -> [UInt8]? {
    guard audience.isPaired || isForAll else { return nil }
    guard let data = try? data(for: audience) else { return nil }
    var text: [UInt8] = []
    if let id { text += Array("id: \(id)\n".utf8) }
    text += Array("event: \(name)\ndata: ".utf8)
    // The JSON contains no line break; its strings escape them.
    text += data
    text += Array("\n\n".utf8)
    return text
  }

  private var isForAll: Bool {
    switch self {
    case .status, .lost, .beat: true
    case .trace, .plan, .route, .changes: false
    }
  }

  private var name: String {
    switch self {
    case .status: "status"
    case .lost: "lost"
    case .trace: "trace"
    case .plan: "plan"
    case .route: "route"
    case .changes: "changes"
    case .beat: "beat"
    }
  }

  private func data(for audience: Audience) throws(ControlError) -> [UInt8] {
    switch self {
    case .status(let status, let time):
      return audience.isPaired
        ? try WireJSON.text(of: Extended(object: status.localized, name: "at", value: time))
        : try WireJSON.text(of: BareStatus(status, at: time))
    case .lost(let error, let since):
      let explanation = error.explanation
      return try WireJSON.text(
        of: [
          "code": error.code.rawValue.prefix(1).lowercased() + error.code.rawValue.dropFirst(),
          "message": explanation.message, "remedy": explanation.remedy, "since": since,
        ])
    case .trace(let trail): return try WireJSON.text(of: TraceData(ride: trail.ride, points: trail.points))
    case .plan(let ride, let intervals): return try WireJSON.text(of: PlanData(ride: ride, intervals: intervals))
    case .route(let ride, let line): return try WireJSON.text(of: Extended(object: line, name: "ride", value: ride))
    case .changes(let changes): return try WireJSON.text(of: ["changes": changes])
    case .beat: return Array("{}".utf8)
    }
  }
}

// MARK: - JSON

/// An object with one more member.
private struct Extended<Object: Encodable, Value: Encodable>: Encodable {
  let object: Object
  let name: String
  let value: Value

  func encode(to encoder: any Encoder) throws {
    try object.encode(to: encoder)
    var members = encoder.container(keyedBy: Name.self)
    try members.encode(value, forKey: Name(stringValue: name))
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// The numbers of a status, without names, addresses and texts.
private struct BareStatus: Encodable {
  struct Ride: Encodable {
    let targetWatts: Int?
    let timerSeconds: Int
    let remainingSeconds: Int?
  }

  struct Trainer: Encodable {
    let powerWatts: Int?
    let cadenceRpm: Double?
  }

  struct HeartRate: Encodable {
    let beatsPerMinute: Int?
  }

  let phase: String
  let autoPaused: Bool?
  let ride: Ride?
  let trainer: Trainer?
  let heartRate: HeartRate?
  let at: String

  init(_ status: Status, at: String) {
    phase = status.phase.rawValue
    autoPaused = status.autoPaused
    ride = status.ride.map {
      Ride(targetWatts: $0.targetWatts, timerSeconds: $0.timerSeconds, remainingSeconds: $0.remainingSeconds)
    }
    // Power and cadence are the ride's values, from whichever device.
    trainer = status.trainer.map { _ in Trainer(powerWatts: status.powerWatts, cadenceRpm: status.cadenceRpm) }
    heartRate = status.heartRate.map { HeartRate(beatsPerMinute: $0.beatsPerMinute) }
    self.at = at
  }
}

private struct TraceData: Encodable {
  let ride: Int?
  let points: [RideTrail.Point]
}

private struct PlanData: Encodable {
  let ride: Int
  let intervals: [IntervalStatus]
}
