/// One thing that `doctor` looked at.
public struct Check: Codable, Hashable, Sendable {
  /// How a look ended.
  public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case ok
    /// A ride works, but not as well as it could.
    case warning
    /// A ride does not work.
    case failed
    /// It could not be looked at.
    case unknown
  }

  /// What was looked at, in a word or two: `adapter`, `state directory`.
  public var name: String
  /// How it ended.
  public var outcome: Outcome
  /// What was seen, in a sentence.
  public var message: String
  /// What to do about it; absent where nothing is.
  public var remedy: String?

  /// A look and what it found.
  public init(name: String, outcome: Outcome, message: String, remedy: String? = nil) {
    self.name = name
    self.outcome = outcome
    self.message = message
    self.remedy = remedy
  }
}
