package import RideSession

/// Which rides a list has, and in which order.
package struct RideQuery: Hashable, Sendable {
  /// What name or note has in it, whatever its case; nil and the empty string stand for any ride.
  package var search: String?
  package var sort: RideSort
  /// The earliest start, of the ride as it is cut.
  package var since: UnixTime?
  /// The first start that is too late.
  package var before: UnixTime?
  /// Whether it is about the rides that were deleted, and can be had back.
  package var deleted: Bool
  /// How many rides at most, not below 0.
  package var limit: Int
  /// How many rides are passed over first, not below 0.
  package var offset: Int

  package init(
    search: String? = nil, sort: RideSort = .date, since: UnixTime? = nil, before: UnixTime? = nil,
    deleted: Bool = false, limit: Int = .max, offset: Int = 0
  ) {
    self.search = search
    self.sort = sort
    self.since = since
    self.before = before
    self.deleted = deleted
    self.limit = limit
    self.offset = offset
  }
}
