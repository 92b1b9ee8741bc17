// Calls about the rider's activities at a service.

/// The rider's activities at Strava, the newest first.
package struct Activities: SyncCall {
  package static let method = "Activities"
  package typealias Reply = RemoteActivityList

  /// RFC 3339: only activities that began then or later.
  package var since: String?
  /// RFC 3339: only activities that began earlier.
  package var before: String?

  package init(since: String? = nil, before: String? = nil) {
    self.since = since
    self.before = before
  }

  /// Many pages of a server that may be slow.
  package var patience: Duration { .seconds(150) }
}

/// One activity at Strava: the method `Activity`.
package struct ShowActivity: SyncCall {
  package static let method = "Activity"
  package typealias Reply = ShownActivity

  package var id: String

  package init(id: String) { self.id = id }

  package var patience: Duration { .seconds(150) }
}

/// An activity at a service.
package struct RemoteActivity: Codable, Hashable, Sendable {
  package var id: String
  /// RFC 3339 in UTC.
  package var start: String
  package var name: String?
  /// The service's word for the sport.
  package var sport: String?
  /// Whether it was ridden on a trainer.
  package var indoors: Bool?
  package var timerSeconds: Int
  package var elapsedSeconds: Int
  package var distanceMeters: Double?
  package var averageWatts: Double?
  package var normalizedWatts: Double?
  package var averageHeartRate: Double?
  package var kilojoules: Double?
  /// The address of its page.
  package var url: String?
  /// The number of the same ride in the library; absent if the activity did not come from here.
  package var ride: Int?

  package init(id: String, start: String, timerSeconds: Int, elapsedSeconds: Int) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.elapsedSeconds = elapsedSeconds
  }
}

/// One point of an activity; unknown values are absent.
package struct RemoteSample: Codable, Hashable, Sendable {
  package var elapsedSeconds: Int
  package var powerWatts: Double?
  package var cadenceRpm: Double?
  package var beatsPerMinute: Int?
  package var speedKmh: Double?
  package var distanceMeters: Double?

  package init(elapsedSeconds: Int) { self.elapsedSeconds = elapsedSeconds }
}

/// The reply to `Activities`.
package struct RemoteActivityList: Codable, Hashable, Sendable {
  package var activities: [RemoteActivity]
  /// True if there are more activities than fit into the message; else absent.
  package var more: Bool?

  package init(_ activities: [RemoteActivity], more: Bool = false) {
    self.activities = activities
    self.more = more ? true : nil
  }
}

/// The reply to `Activity`.
package struct ShownActivity: Codable, Hashable, Sendable {
  package var activity: RemoteActivity
  package var samples: [RemoteSample]

  package init(_ activity: RemoteActivity, samples: [RemoteSample]) {
    self.activity = activity
    self.samples = samples
  }
}
