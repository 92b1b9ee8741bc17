import FoundationEssentials
import Rides

/// A cache of data from Strava, for at most seven days, as its API policy requires (§5.3).
///
/// It has one place for a list and a fixed number for activities, so its size is limited and `clear()` reaches every
/// entry.
struct StravaCache: Sendable {
  /// The place of an entry.
  enum Place: Hashable, Sendable {
    case list
    /// The place of an activity, shared with other activities.
    case activity(Int)

    /// Returns the place of an activity.
    static func of(activity id: String) -> Place { .activity(Int(id.suffix(4)).map { $0 % places } ?? 0) }

    static let places = 32
    static var all: [Place] { [.list] + (0..<places).map { .activity($0) } }

    fileprivate var key: String {
      switch self {
      case .list: "strava.cache.list"
      case .activity(let number): "strava.cache.\(number)"
      }
    }
  }

  /// A cached value, and the request that it belongs to.
  private struct Entry<Value: Codable & Sendable>: Codable, Sendable {
    var question: String
    var value: Value
  }

  let memory: any ServiceMemory
  let clock: any SyncClock

  static let longest: Int64 = 7 * 86_400

  /// Returns the cached value for a request; nil if it is missing or too old.
  func value<Value: Codable & Sendable>(
    _ type: Value.Type, of question: String, _ place: Place
  ) async throws(SyncFault) -> Value? {
    guard try await isFresh(place), let entry = try await memory.json(Entry<Value>.self, place.key),
      entry.question == question
    else { return nil }
    return entry.value
  }

  /// Stores the value for a request.
  func keep(
    _ value: some Codable & Sendable, of question: String, _ place: Place
  ) async throws(SyncFault) {
    guard let data = try? JSONEncoder().encode(Entry(question: question, value: value)) else { return }
    let moment = Array("\(clock.now.wholeSeconds)".utf8)
    try await memory.keep([place.key: Array(data), Self.momentKey(place): moment])
  }

  /// Deletes entries that are too old, or whose time is in the future by the clock.
  func purge() async throws(SyncFault) {
    for place in Place.all where try await !isFresh(place) { try await clear(place) }
  }

  func clear() async throws(SyncFault) {
    for place in Place.all { try await clear(place) }
  }

  private func clear(_ place: Place) async throws(SyncFault) {
    guard try await memory.value(Self.momentKey(place)) != nil else { return }
    try await memory.keep([place.key: nil, Self.momentKey(place): nil])
  }

  private func isFresh(_ place: Place) async throws(SyncFault) -> Bool {
    guard let bytes = try await memory.value(Self.momentKey(place)),
      let moment = Int64(String(decoding: bytes, as: UTF8.self))
    else { return false }
    return 0..<Self.longest ~= clock.now.wholeSeconds - moment
  }

  private static func momentKey(_ place: Place) -> String { "\(place.key).at" }
}
