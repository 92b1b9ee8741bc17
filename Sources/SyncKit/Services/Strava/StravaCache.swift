import FoundationEssentials
import Rides

/// What was read from Strava, for seven days and no longer, as its API policy wants (§5.3).
///
/// It has one place for a list and some for activities, so that it has bounds, and nothing in it is forgotten.
struct StravaCache: Sendable {
  /// Where something is kept.
  enum Place: Hashable, Sendable {
    case list
    /// That of an activity is shared with others.
    case activity(Int)

    /// The place of an activity.
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

  /// What is kept, and what it is the answer to.
  private struct Entry<Value: Codable & Sendable>: Codable, Sendable {
    var question: String
    var value: Value
  }

  let memory: any ServiceMemory
  let clock: any SyncClock

  static let longest: Int64 = 7 * 86_400

  /// What was kept for a question.
  func value<Value: Codable & Sendable>(
    _ type: Value.Type, of question: String, _ place: Place
  ) async throws(SyncFault) -> Value? {
    guard try await isFresh(place), let entry = try await memory.json(Entry<Value>.self, place.key),
      entry.question == question
    else { return nil }
    return entry.value
  }

  /// Keeps the answer to a question.
  func keep(
    _ value: some Codable & Sendable, of question: String, _ place: Place
  ) async throws(SyncFault) {
    guard let data = try? JSONEncoder().encode(Entry(question: question, value: value)) else { return }
    let moment = Array("\(clock.now.wholeSeconds)".utf8)
    try await memory.keep([place.key: Array(data), Self.momentKey(place): moment])
  }

  /// Deletes what is too old, or of an age that the clock does not tell.
  func purge() async throws(SyncFault) {
    for place in Place.all where try await !isFresh(place) { try await clear(place) }
  }

  /// Deletes everything.
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
