import ControlWire
import FoundationEssentials
import Rides

/// A ride in the request to the rider's own server (`POST /api/v1/workouts/sync`, `workouts[]`).
struct HubWorkout: Codable, Hashable, Sendable {
  enum CodingKeys: String, CodingKey {
    case clientID = "client_id"
    case startTime = "start_time"
    case endTime = "end_time"
    case durationSeconds = "duration_seconds"
    case distanceMeters = "distance_meters"
    case energyBurnedKcal = "energy_burned_kcal"
    case avgHeartRate = "avg_heart_rate"
    case source
    case baseVersion = "base_version"
  }

  /// The ID of the ride, the same in each library that has it.
  ///
  /// A trim does not change it.
  let clientID: String
  /// RFC 3339 with an offset, always UTC.
  let startTime: String
  /// In the form of `startTime`.
  let endTime: String
  /// Timer time.
  let durationSeconds: Int
  /// Virtual metres, as counted by the trainer; 0 if it does not count them.
  let distanceMeters: Double
  /// One kilocalorie per kilojoule at the crank, as in the ride's files: with a gross efficiency of 0.24 (Coyle 1992:
  /// 0.18 to 0.26 for trained riders), 1 kJ / 4.184 kJ/kcal / 0.24 is 0.996 kcal.
  let energyBurnedKcal: Int
  /// 30 to 250 beats a minute, the range that the server accepts; otherwise nil.
  let avgHeartRate: Int?
  /// The program that recorded the ride.
  let source: String
  /// The server's version that this one is based on; nil if the server did not send one.
  var baseVersion: Int?

  /// Creates the workout of a ride; nil if its start is not a date.
  init?(_ parcel: Parcel, source: String) {
    let ride = parcel.ride
    guard let start = ride.startDate else { return nil }
    clientID = ride.uuid ?? parcel.firstExternalID
    startTime = Self.text(of: start)
    endTime = Self.text(of: start.addingTimeInterval(Double(ride.elapsedSeconds)))
    durationSeconds = ride.timerSeconds
    distanceMeters = ((ride.distanceMeters ?? 0) * 10).rounded() / 10
    energyBurnedKcal = Int(exactly: ride.kilojoules.rounded()) ?? 0
    let beats = ride.averageHeartRate.flatMap { Int(exactly: $0.rounded()) }
    avgHeartRate = beats.flatMap { 30...250 ~= $0 ? $0 : nil }
    self.source = source
  }

  /// Returns `2026-11-21T06:45:12+00:00`, since some servers do not accept `Z`.
  static func text(of moment: Date) -> String { "\(moment.rfc3339.dropLast())+00:00" }
}

/// A request with rides.
///
/// It is stored before it is sent, and sent again byte for byte until a response decides.
struct HubBatch: Codable, Hashable, Sendable {
  /// The choice of rides in a run.
  enum Mode: String, Codable, Sendable {
    /// The rides that the server does not have in their present form.
    case incremental
    /// All rides.
    case full
  }

  /// A ride in the batch.
  struct Ride: Codable, Hashable, Sendable {
    /// The ride's number in the library.
    let number: Int
    /// `Parcel.externalID`: the form of the ride that is sent.
    let form: String
    let workout: HubWorkout
  }

  /// The server's limit.
  static let mostRides = 100
  /// The server's limit: 1 MiB.
  static let mostBytes = 1 << 20

  /// The idempotency key, unique for each batch: `sync_EPOCH_8HEX`.
  ///
  /// The server remembers it for 24 hours. After that it identifies the rides by their `client_id` alone; that is as
  /// safe.
  let key: String
  /// `HubConnection.destination` of the server.
  let server: String
  let mode: Mode
  /// Whether the body is in camelCase; nil for snake_case.
  let camelCase: Bool?
  let rides: [Ride]
  /// Whether the server rejected another key for the same rides because it was used for other data.
  let isRekeyed: Bool
  /// The body of the request: JSON.
  let body: String

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - rides: At most 100.
  ///   - server: `HubConnection.destination` of the server.
  ///   - mode: The choice of rides in the run.
  ///   - camelCase: Whether the body is in camelCase; nil for snake_case.
  ///   - now: The time by this computer's clock.
  ///   - random: A number from 0 up to 1.
  ///   - isRekeyed: Whether the server rejected another key for the same rides.
  init(
    _ rides: [Ride], to server: String, _ mode: Mode, camelCase: Bool?, now: Date, random: Double,
    isRekeyed: Bool = false
  ) {
    let hex = String(UInt32(clamping: Int64(random * 4_294_967_296)), radix: 16)
    let epoch = Int64(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
    key = "sync_\(epoch)_\(String(repeating: "0", count: 8 - hex.count))\(hex)"
    self.server = server
    self.mode = mode
    self.camelCase = camelCase
    self.rides = rides
    self.isRekeyed = isRekeyed
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if camelCase == true {
      encoder.keyEncodingStrategy = .custom { NameKey(stringValue: ($0.last?.stringValue ?? "").camelCased) }
    }
    let request = Request(
      workouts: rides.map(\.workout), mode: mode, idempotencyKey: key, clientSyncTimestamp: HubWorkout.text(of: now))
    // The request has no number that JSON cannot represent.
    body = (try? encoder.encode(request)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private struct NameKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Request: Encodable {
    enum CodingKeys: String, CodingKey {
      case workouts, mode
      case idempotencyKey = "idempotency_key"
      case clientSyncTimestamp = "client_sync_timestamp"
    }

    let workouts: [HubWorkout]
    let mode: Mode
    let idempotencyKey: String
    let clientSyncTimestamp: String
  }
}
