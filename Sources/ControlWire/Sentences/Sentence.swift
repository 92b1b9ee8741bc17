/// What a person is told about a code: what is the matter, and what to do about it.
public struct Sentence: Hashable, Sendable {
  /// What is the matter.
  public var message: String
  /// What to do about it, with the command to type where there is one.
  public var remedy: String

  /// A sentence and its remedy.
  public init(_ message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }
}

extension Sentence: CustomStringConvertible {
  /// Both, for a journal.
  public var description: String { "\(message) \(remedy)" }
}
