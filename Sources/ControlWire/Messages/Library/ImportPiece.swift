/// A part of a file on its way in.
public struct ImportPiece: Codable, Hashable, Sendable {
  /// The import it belongs to, as the answer to its first piece says; absent in the first.
  public var number: Int?
  /// The piece's number, from 0.
  public var sequence: Int
  /// The bytes, in Base64.
  public var data: String
  /// Whether it is the last, upon which the ride is stored.
  public var last: Bool
  /// Whether a ride with the same start is no obstacle; counts in the last piece.
  public var force: Bool?

  /// A part of a file.
  public init(number: Int?, sequence: Int, data: String, last: Bool, force: Bool? = nil) {
    self.number = number
    self.sequence = sequence
    self.data = data
    self.last = last
    self.force = force
  }
}

/// How an import stands.
public struct ImportProgress: Codable, Hashable, Sendable {
  /// The import's number.
  public var number: Int
  /// The ride that it became, after the last piece.
  public var ride: RideSummary?

  /// How an import stands.
  public init(number: Int, ride: RideSummary? = nil) {
    self.number = number
    self.ride = ride
  }
}
