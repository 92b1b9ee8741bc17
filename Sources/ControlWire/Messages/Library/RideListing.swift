/// Which rides `Rides` tells of, and in which order.
public struct RideListing: Codable, Hashable, Sendable {
  /// So many at most; absent or 0 for all that fit into one message.
  public var limit: Int?
  /// So many are passed over first.
  public var offset: Int?
  /// A text that the name or the note has, in either case.
  public var search: String?
  /// The order; absent for `date`.
  public var sort: RideSort?
  /// RFC 3339: those that began then or later.
  public var since: String?
  /// RFC 3339: those that began earlier.
  public var before: String?
  /// Whether the deleted rides are meant, in place of the others.
  public var deleted: Bool?

  /// A choice of rides.
  public init(
    limit: Int? = nil, offset: Int? = nil, search: String? = nil, sort: RideSort? = nil, since: String? = nil,
    before: String? = nil, deleted: Bool? = nil
  ) {
    self.limit = limit
    self.offset = offset
    self.search = search
    self.sort = sort
    self.since = since
    self.before = before
    self.deleted = deleted
  }
}
