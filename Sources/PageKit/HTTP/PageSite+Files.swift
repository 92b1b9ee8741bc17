package import ControlWire
import FoundationEssentials
import Rides
import TrainerClient

// MARK: - Downloads

extension PageSite {
  /// Returns the answer to a request for a ride's seconds or for a file.
  ///
  /// `/api/ride/12/track`, `/api/ride/12/file?format=fit`, `/api/plan/Over-unders/file?format=zwo`; `whole=true`
  /// returns a trimmed ride untrimmed.
  ///
  /// - Returns: The answer; nil for any other address.
  /// - Throws: `notPaired`.
  func download(_ request: PageRequest) throws(PageRefusal) -> Answer? {
    let steps = request.steps
    guard steps.count == 4, let made = made(steps[1], steps[2], steps[3], request) else { return nil }
    guard access.phone(of: request) != nil else { throw .notPaired }
    return .later { [self] in
      do { return try await made() } catch { return response(to: error, request) }
    }
  }

  private func made(
    _ kind: String, _ subject: String, _ what: String, _ request: PageRequest
  ) -> (@Sendable () async throws -> PageResponse)? {
    let whole = request.query("whole") == "true"
    switch (kind, what) {
    case ("ride", "track"):
      return { [caller] in
        .json(
          try WireJSON.text(
            of: await caller.parts(of: Show(ride: subject, whole: whole), into: RideColumns()) { $0.append($1) }))
      }
    case ("ride", "file"):
      return { [self] in
        try await file(Export(ride: subject, format: request.query("format") ?? "fit", whole: whole))
      }
    case ("plan", "file"):
      return { [self] in try await file(ExportPlan(name: subject, format: request.query("format") ?? "text")) }
    default: return nil
    }
  }

  private func file<Call: StreamedCall>(_ call: Call) async throws -> PageResponse where Call.Reply == FilePiece {
    let file = try await caller.file(by: call)
    return PageResponse(
      type: "application/octet-stream",
      fields: [("Content-Disposition", Self.attachment(file.name)), ("Cache-Control", "no-store")], body: file.bytes)
  }

  /// The field value that names a file for the browser (RFC 6266, section 4): in ASCII, and in full.
  package static func attachment(_ name: String) -> String {
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let plain = String(decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    let escaped = name.utf8.map { byte in
      isPlain(byte)
        ? String(decoding: [byte], as: UTF8.self)
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(escaped)"
  }
}

// MARK: - File uploads

extension PageSite {
  /// Whether the body of a request to this path is a file, which may be large.
  static func takesFile(_ path: Substring) -> Bool { path == "/api/import/ride" || path == "/api/import/plan" }

  /// Returns the intake for the body of a request that sends a file: `/api/import/ride?force=true`,
  /// `/api/import/plan?name=…&fileName=…&replace=true`; nil for any other request.
  package func intake(of request: PageRequest) -> FileIntake? {
    guard request.method == "POST" else { return nil }
    let isTrue = { (name: String) in request.query(name) == "true" ? true : nil }
    switch request.path {
    case "/api/import/ride":
      return FileIntake(Import(force: isTrue("force"), dryRun: isTrue("dryRun")), by: caller)
    case "/api/import/plan":
      return FileIntake(
        ImportPlan(name: request.query("name"), fileName: request.query("fileName"), replace: isTrue("replace")),
        by: caller)
    default: return nil
    }
  }
}

// MARK: - Seconds of a ride

/// The seconds of a ride as columns of equal length.
///
/// They are a fifth of the rows' size and suit a chart.
///
/// A column without any value is omitted.
package struct RideColumns: Encodable, Hashable, Sendable {
  private var ride: RideSummary?
  /// Seconds from the ride's start.
  private var seconds: [Int] = []
  /// 1 while the timer ran, else 0.
  private var running: [Int] = []
  private var power = Column()
  private var target = Column()
  private var cadence = Column()
  private var heart = Column()
  private var speed = Column()
  private var distance = Column()
  /// Seconds, latitudes and longitudes; encoded as `places`.
  private var places: [[Double]] = []

  /// A map of a phone's size shows no more points.
  private static let mostPlaces = 500

  package init() {}

  private enum CodingKeys: CodingKey {
    case ride, seconds, running, power, target, cadence, heart, speed, distance, places
  }

  /// Adds the rows of one part of the reply to `Show`.
  package mutating func append(_ part: ShownRide) {
    ride = part.ride
    for row in part.samples {
      seconds.append(row.second)
      running.append(row.timerRunning ? 1 : 0)
      power.append(row.powerWatts)
      target.append(row.targetWatts.map(Double.init))
      cadence.append(row.cadenceRpm)
      heart.append(row.beatsPerMinute.map(Double.init))
      speed.append(row.speedKmh, decimals: 1)
      distance.append(row.distanceMeters, decimals: 1)
      if let place = row.position {
        places.append([Double(row.second), Self.degrees(place.latitudeDegrees), Self.degrees(place.longitudeDegrees)])
      }
    }
  }

  /// Rounds to about a metre.
  private static func degrees(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }

  /// The places for a map: evenly spaced in time, with the first and the last one.
  private var shownPlaces: [[Double]] {
    guard places.count > Self.mostPlaces else { return places }
    return (0..<Self.mostPlaces).map { places[$0 * (places.count - 1) / (Self.mostPlaces - 1)] }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(ride, forKey: .ride)
    try members.encode(seconds, forKey: .seconds)
    try members.encode(running, forKey: .running)
    let columns: [(CodingKeys, Column)] = [
      (.power, power), (.target, target), (.cadence, cadence), (.heart, heart), (.speed, speed), (.distance, distance),
    ]
    for (key, column) in columns where column.isKnown { try members.encode(column.values, forKey: key) }
    if places.count > 1 { try members.encode(shownPlaces, forKey: .places) }
  }

  /// The values of one kind, one for each second.
  private struct Column: Hashable, Sendable {
    private(set) var values: [Double?] = []
    private(set) var isKnown = false

    /// Adds a value, rounded to the decimals that are visible in a chart.
    mutating func append(_ value: Double?, decimals: Int = 0) {
      let scale = decimals == 0 ? 1.0 : 10.0
      values.append(value.map { ($0 * scale).rounded() / scale })
      if value != nil { isKnown = true }
    }
  }
}
