package import ControlWire
package import FoundationEssentials
import Logging
package import Rides

extension Strava: ActivitySource {
  /// The maximum number of pages in a list: 2,000 activities, a tenth of the requests allowed in a quarter of an hour.
  private static let mostPages = 10
  private static let pageLength = 200

  /// Returns activities from Strava.
  ///
  /// If it cannot be reached, returns those cached in the last seven days.
  package func activities(since: Date?, before: Date?) async throws(SyncFault) -> [RemoteActivity] {
    try await needHistory()
    let question = [since, before].map { $0.map { String($0.wholeSeconds) } ?? "" }.joined(separator: " ")
    do throws(StravaFailure) {
      let activities = try await list(since: since, before: before)
      // The list is valid even if it cannot be cached.
      try? await cache.keep(activities, of: question, .list)
      return await known(activities)
    } catch {
      guard case .later = error.delivery,
        let kept = try await cache.value([StravaActivity].self, of: question, .list)
      else { throw error.fault }
      return await known(kept)
    }
  }

  /// Returns an activity with its points, at most 6,000.
  package func activity(_ id: String) async throws(SyncFault) -> ShownActivity {
    guard id.isIdentifier else { throw SyncFault(.refused, detail: "\(id.plain) is not an activity number") }
    try await needHistory()
    let place = StravaCache.Place.of(activity: id)
    if let kept = try await cache.value(StravaPoints.self, of: id, place) { return await shown(kept) }
    do throws(StravaFailure) {
      let response = try await access.answer(.get, "/activities/\(id)", accepting: [404])
      guard response.status != 404 else { throw StravaFailure(.refused, "there is no activity \(id)") }
      let activity = try response.json { StravaActivity($0) }
      let streams = try await access.answer(
        .get, "/activities/\(id)/streams",
        query: [(name: "keys", value: StravaStreams.keys), (name: "key_by_type", value: "true")], accepting: [404])
      // An activity that was entered by hand has no streams.
      let samples = streams.status == 404 ? [] : try streams.json(StravaStreams.init).samples
      let points = StravaPoints(activity: activity, samples: samples)
      try? await cache.keep(points, of: id, place)
      return await shown(points)
    } catch {
      throw error.fault
    }
  }

  /// Deletes data that was read more than seven days ago; must be called once a day.
  package func purge() async {
    do { try await cache.purge() } catch {
      tools.log.error("strava: old activities cannot be deleted", metadata: ["reason": "\(error.code.rawValue)"])
    }
  }

  /// Returns a page of the activities that began before a moment, newest first, without unreadable ones.
  func page(_ number: Int, before: Int64?) async throws(StravaFailure) -> [StravaActivity] {
    // With `after` the oldest would come first.
    var query = [(name: "page", value: String(number)), (name: "per_page", value: String(Self.pageLength))]
    if let before { query.append((name: "before", value: String(before))) }
    return try await access.answer(.get, "/athlete/activities", query: query)
      .json { $0.list?.compactMap { StravaActivity($0) } }
  }

  private func list(since: Date?, before: Date?) async throws(StravaFailure) -> [StravaActivity] {
    // RFC 3339 in UTC sorts as text.
    let (first, end) = (since?.rfc3339, before?.rfc3339)
    // An activity that is uploaded between two requests moves others to the next page.
    var seen: Set<String> = []
    var activities: [StravaActivity] = []
    for number in 1...Self.mostPages {
      let page = try await page(number, before: before.map { $0.wholeSeconds + 1 })
      for activity in page {
        if let first, activity.remote.start < first { continue }
        if let end, activity.remote.start >= end { continue }
        if seen.insert(activity.remote.id).inserted { activities.append(activity) }
      }
      let oldest = page.map(\.remote.start).min()
      if page.isEmpty { break }
      if let first, let oldest, oldest < first { break }
    }
    return activities.sorted { $0.remote.start > $1.remote.start }
  }

  private func needHistory() async throws(SyncFault) {
    let settings: StravaSettings
    do { settings = try await access.settings() } catch { throw error.fault }
    guard settings.history else { throw SyncFault(.missingScope, detail: StravaSettings.reading) }
  }

  private func known(_ activities: [StravaActivity]) async -> [RemoteActivity] {
    var known: [RemoteActivity] = []
    for activity in activities { known.append(await self.known(activity)) }
    return known
  }

  private func known(_ activity: StravaActivity) async -> RemoteActivity {
    var remote = activity.remote
    if let id = activity.externalID { remote.ride = await ride(id) }
    return remote
  }

  private func shown(_ points: StravaPoints) async -> ShownActivity {
    ShownActivity(await known(points.activity), samples: points.samples)
  }
}

/// A cached activity with its points.
private struct StravaPoints: Codable, Sendable {
  var activity: StravaActivity
  var samples: [RemoteSample]
}
