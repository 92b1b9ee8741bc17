import ControlWire
import FoundationEssentials

/// An activity at Strava.
struct StravaActivity: Codable, Hashable, Sendable {
  var remote: RemoteActivity
  /// What it was uploaded as, without the ending that Strava adds.
  var externalID: String?

  /// Whether a ride is this activity: both began at the same moment and took as long, each within a few seconds.
  func isSame(as ride: RideSummary, startingAt start: Date) -> Bool {
    guard let begun = Date(rfc3339: remote.start) else { return false }
    return abs(begun.timeIntervalSince(start)) <= 2 && abs(remote.elapsedSeconds - ride.elapsedSeconds) <= 5
  }
}

/// An activity as Strava tells it.
struct StravaActivityAnswer: Decodable {
  private enum Key: String, CodingKey {
    case id, name, type, distance, trainer, kilojoules
    case externalID = "external_id"
    case start = "start_date"
    case sport = "sport_type"
    case timer = "moving_time"
    case elapsed = "elapsed_time"
    case averageWatts = "average_watts"
    case weightedWatts = "weighted_average_watts"
    case heartRate = "average_heartrate"
  }

  let activity: StravaActivity

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let id = container.identifier(.id), let start = container.text(.start),
      let moment = Date(rfc3339: start)
    else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no activity"))
    }
    let elapsed = Self.seconds(container.number(.elapsed))
    let timer = Self.seconds(container.number(.timer))
    var remote = RemoteActivity(
      id: id, start: moment.formatted(.iso8601), timerSeconds: timer ?? elapsed ?? 0,
      elapsedSeconds: elapsed ?? timer ?? 0)
    remote.name = container.text(.name)?.plain
    remote.sport = (container.text(.sport) ?? container.text(.type))?.plain
    remote.indoors = container.flag(.trainer)
    remote.distanceMeters = container.number(.distance)
    remote.averageWatts = container.number(.averageWatts)
    remote.normalizedWatts = container.number(.weightedWatts)
    remote.averageHeartRate = container.number(.heartRate)
    remote.kilojoules = container.number(.kilojoules)
    remote.url = Strava.page(id)
    activity = StravaActivity(remote: remote, externalID: container.text(.externalID).map(Self.withoutEnding))
  }

  private static func withoutEnding(_ text: String) -> String {
    for ending in [".fit.gz", ".fit"] where text.hasSuffix(ending) { return String(text.dropLast(ending.count)) }
    return text
  }

  /// Seconds of at most a year.
  private static func seconds(_ number: Double?) -> Int? {
    number.flatMap { Int(exactly: $0.rounded()) }.flatMap { 0...31_622_400 ~= $0 ? $0 : nil }
  }
}

/// The values of an activity, each in a list of its own; all lists go by the same points.
struct StravaStreams: Decodable {
  private enum Key: String, CodingKey {
    case time, distance, heartrate, cadence, watts
    case speed = "velocity_smooth"
  }

  private struct Stream: Decodable {
    enum Key: String, CodingKey { case data }

    let data: [Double?]

    init(from decoder: any Decoder) throws {
      let list = try decoder.container(keyedBy: Key.self).decode([Readable<Double>].self, forKey: .data)
      data = list.map { $0.value.flatMap { $0.isFinite ? $0 : nil } }
    }
  }

  /// What is asked for.
  static let keys = "time,distance,heartrate,cadence,watts,velocity_smooth"
  /// So many have room in a message; of more, each second or third is taken.
  static let mostSamples = 6000

  let samples: [RemoteSample]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func data(_ key: Key) -> [Double?] { (try? container.decode(Stream.self, forKey: key))?.data ?? [] }
    let (times, distances, rates) = (data(.time), data(.distance), data(.heartrate))
    let (cadences, powers, speeds) = (data(.cadence), data(.watts), data(.speed))
    let count = [times, distances, rates, cadences, powers, speeds].map(\.count).max() ?? 0
    let step = max((count + Self.mostSamples - 1) / Self.mostSamples, 1)
    samples = stride(from: 0, to: count, by: step).compactMap { index in
      func value(_ list: [Double?]) -> Double? { list.indices.contains(index) ? list[index] : nil }
      // Without a clock the points are a second apart.
      let time = value(times).flatMap { Int(exactly: $0.rounded()) }
      guard let elapsed = times.isEmpty ? index : time else { return nil }
      var sample = RemoteSample(elapsedSeconds: elapsed)
      sample.powerWatts = value(powers)
      sample.cadenceRpm = value(cadences)
      sample.beatsPerMinute = value(rates).flatMap { Int(exactly: $0.rounded()) }
      sample.speedKmh = value(speeds).map { ($0 * 36).rounded() / 10 }
      sample.distanceMeters = value(distances)
      return sample
    }
  }
}
