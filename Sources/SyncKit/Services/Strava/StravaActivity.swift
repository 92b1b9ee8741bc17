import ControlWire
import FoundationEssentials
import Rides

/// An activity at Strava.
struct StravaActivity: Codable, Hashable, Sendable {
  var remote: RemoteActivity
  /// The external ID of the upload, without the file extension that Strava adds.
  var externalID: String?

  /// Whether a ride is this activity: the starts differ by at most 2 seconds, the durations by at most 5.
  func isSame(as ride: RideSummary, startingAt start: Date) -> Bool {
    guard let begun = Date(rfc3339: remote.start) else { return false }
    return abs(begun.timeIntervalSince(start)) <= 2 && abs(remote.elapsedSeconds - ride.elapsedSeconds) <= 5
  }
}

extension StravaActivity {
  /// Reads an activity; nil if it has no ID or no start.
  init?(_ json: JSONValue) {
    guard let id = json["id"].identifier, let start = json["start_date"].text.flatMap({ Date(rfc3339: $0) }) else {
      return nil
    }
    let elapsed = Self.seconds(json["elapsed_time"].number)
    let timer = Self.seconds(json["moving_time"].number)
    remote = RemoteActivity(
      id: id, start: start.rfc3339, timerSeconds: timer ?? elapsed ?? 0,
      elapsedSeconds: elapsed ?? timer ?? 0)
    remote.name = json["name"].text?.plain
    remote.sport = (json["sport_type"].text ?? json["type"].text)?.plain
    remote.indoors = json["trainer"].flag ?? json["trainer"].integer.map { $0 != 0 }
    remote.distanceMeters = json["distance"].number
    remote.averageWatts = json["average_watts"].number
    remote.normalizedWatts = json["weighted_average_watts"].number
    remote.averageHeartRate = json["average_heartrate"].number
    remote.kilojoules = json["kilojoules"].number
    remote.url = Strava.page(id)
    externalID = json["external_id"].text.map(Self.withoutEnding)
  }

  private static func withoutEnding(_ text: String) -> String {
    for ending in [".fit.gz", ".fit"] where text.hasSuffix(ending) { return String(text.dropLast(ending.count)) }
    return text
  }

  /// Returns whole seconds of at most a year; nil otherwise.
  private static func seconds(_ number: Double?) -> Int? {
    number.flatMap { Int(exactly: $0.rounded()) }.flatMap { 0...31_622_400 ~= $0 ? $0 : nil }
  }
}

/// The streams of an activity, one list for each value, all with the same points.
struct StravaStreams {
  /// The streams to request.
  static let keys = "time,distance,heartrate,cadence,watts,velocity_smooth"
  /// The maximum number of samples in a message.
  ///
  /// Longer streams are thinned to every second or third sample.
  static let mostSamples = 6000

  let samples: [RemoteSample]

  /// Reads the streams; nil if the value is not an object.
  init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    func data(_ name: String) -> [Double?] { json[name]["data"].list?.map(\.number) ?? [] }
    let (times, distances, rates) = (data("time"), data("distance"), data("heartrate"))
    let (cadences, powers, speeds) = (data("cadence"), data("watts"), data("velocity_smooth"))
    let count = [times, distances, rates, cadences, powers, speeds].map(\.count).max() ?? 0
    let step = max((count + Self.mostSamples - 1) / Self.mostSamples, 1)
    samples = stride(from: 0, to: count, by: step).compactMap { index in
      func value(_ list: [Double?]) -> Double? { list.indices.contains(index) ? list[index] : nil }
      // Without a time stream the points are a second apart.
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
