/// What a ride is to be called, and what is to be said of it.
public struct RideEdit: Codable, Hashable, Sendable {
  /// The ride's number, or `last`.
  public var ride: String
  /// The name; empty for none, absent to leave it.
  public var name: String?
  /// The note; empty for none, absent to leave it.
  public var note: String?

  /// A change of name, note or both.
  public init(ride: String, name: String? = nil, note: String? = nil) {
    self.ride = ride
    self.name = name
    self.note = note
  }
}
