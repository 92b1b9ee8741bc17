/// A part of a library on its way in.
public struct RestorePiece: Codable, Hashable, Sendable {
  /// The library it belongs to, as the answer to its first piece says; absent in the first.
  public var number: Int?
  /// The piece's number, from 0.
  public var sequence: Int
  /// The bytes, in Base64.
  public var data: String
  /// Whether it is the last, upon which the library takes the place of the one in use.
  public var last: Bool

  /// A part of a library.
  public init(number: Int?, sequence: Int, data: String, last: Bool) {
    self.number = number
    self.sequence = sequence
    self.data = data
    self.last = last
  }
}

/// How a restore stands.
public struct RestoreProgress: Codable, Hashable, Sendable {
  /// The library's number.
  public var number: Int
  /// How many rides there are now, after the last piece.
  public var rides: Int?
  /// Where the former library is, after the last piece: a path of the daemon's machine.
  public var kept: String?

  /// How a restore stands.
  public init(number: Int, rides: Int? = nil, kept: String? = nil) {
    self.number = number
    self.rides = rides
    self.kept = kept
  }
}
