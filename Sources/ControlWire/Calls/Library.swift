package import Rides

// Calls that read the library. A ride's name is its number or `last`, here and in the other calls.

extension TrainerCalls {
  static let library: [any TrainerCall.Type] = [Rides.self, Show.self, Review.self, Links.self, History.self]
}

/// The selected rides, in an order.
package struct Rides: TrainerCall {
  package static let method = "Rides"
  package static let access = AccessLevel.look
  package typealias Reply = RideList

  /// The most rides in the reply; absent or 0 for as many as fit into one message.
  package var limit: Int?
  /// The number of rides to skip first.
  package var offset: Int?
  /// A text that the name, the note or the plan's name contains, ignoring case.
  package var search: String?
  /// Only rides of this sport.
  package var sport: Sport?
  /// The order; absent for `date`.
  package var sort: RideSort?
  /// RFC 3339: only rides that began then or later.
  package var since: String?
  /// RFC 3339: only rides that began earlier.
  package var before: String?
  /// Whether to list the deleted rides instead of the others.
  package var deleted: Bool?

  package init(
    limit: Int? = nil, offset: Int? = nil, search: String? = nil, sport: Sport? = nil, sort: RideSort? = nil,
    since: String? = nil, before: String? = nil, deleted: Bool? = nil
  ) {
    self.limit = limit
    self.offset = offset
    self.search = search
    self.sport = sport
    self.sort = sort
    self.since = since
    self.before = before
    self.deleted = deleted
  }
}

/// A ride and its rows, in several replies with `more`.
package struct Show: TrainerCall, StreamedCall {
  package static let method = "Show"
  package static let access = AccessLevel.look
  package typealias Reply = ShownRide

  package var ride: String
  /// Whether to show a trimmed ride as a whole; absent for the ride as it is trimmed.
  package var whole: Bool?
  /// The first second in the reply, for a caller that has the earlier ones; absent for 0.
  package var fromSeconds: Int?

  package init(ride: String, whole: Bool = false, fromSeconds: Int? = nil) {
    self.ride = ride
    self.whole = whole ? true : nil
    self.fromSeconds = fromSeconds
  }

  package func closingReply(after last: ShownRide?) -> ShownRide? {
    last.map { ShownRide(ride: $0.ride, samples: []) }
  }
}

/// A ride with its figures, laps, events and uploads.
package struct Review: TrainerCall {
  package static let method = "Review"
  package static let access = AccessLevel.look
  package typealias Reply = ReviewedRide

  package var ride: String
  /// Whether to review a trimmed ride as a whole; absent for the ride as it is trimmed.
  package var whole: Bool?

  package init(ride: String, whole: Bool = false) {
    self.ride = ride
    self.whole = whole ? true : nil
  }
}

/// The incidents on a ride's links, and how evenly its devices sent data.
package struct Links: TrainerCall {
  package static let method = "Links"
  package static let access = AccessLevel.look
  package typealias Reply = RideLinks

  package var ride: String

  package init(ride: String) { self.ride = ride }
}

/// The finished rides of a period, each as one point.
package struct History: TrainerCall, ComparingCall {
  package static let method = "History"
  package static let access = AccessLevel.look
  package typealias Reply = RideHistory

  /// RFC 3339: rides that began then or later.
  package var since: String
  /// RFC 3339: only rides that began earlier.
  package var before: String?

  package init(since: String, before: String? = nil) {
    self.since = since
    self.before = before
  }
}

/// The reply to `Rides`, in the requested order.
package struct RideList: Codable, Hashable, Sendable {
  package var rides: [RideSummary]
  /// True if there are more rides than fit into the message; else absent.
  package var more: Bool?
  /// The folder of their files.
  package var folder: String?

  package init(rides: [RideSummary], more: Bool = false, folder: String? = nil) {
    self.rides = rides
    self.more = more ? true : nil
    self.folder = folder
  }
}

/// The reply to `Show`: the ride, and the next of its rows.
package struct ShownRide: Codable, Hashable, Sendable {
  package var ride: RideSummary
  package var samples: [RideSample]

  package init(ride: RideSummary, samples: [RideSample]) {
    self.ride = ride
    self.samples = samples
  }
}

/// The reply to `History`, oldest first.
package struct RideHistory: Codable, Hashable, Sendable {
  package var rides: [RideTrend]
  /// True if there are older rides that do not fit into the message; else absent.
  package var more: Bool?

  package init(rides: [RideTrend], more: Bool = false) {
    self.rides = rides
    self.more = more ? true : nil
  }
}
