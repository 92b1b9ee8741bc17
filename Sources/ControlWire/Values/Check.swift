package import Rides

/// One check of `doctor`.
package struct Check: Codable, Hashable, Sendable {
  /// The outcome of a check.
  package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case ok
    /// A ride works, but not as well as it could.
    case warning
    /// A ride does not work.
    case failed
    /// It could not be checked.
    case unknown
  }

  /// The subject, in a word or two: `adapter`, `state directory`.
  package var name: String
  /// The outcome.
  @Word package var outcome: Outcome
  /// The finding, in an English sentence; `sentence` tells it in the reader's language.
  package var message: String
  /// The remedy, in English; absent if none is needed.
  package var remedy: String?
  /// The finding for programs; the codes are those of `CheckFinding`.
  package var code: String?
  /// What it is about: a directory, a radio.
  package var subject: String?
  /// What is known beyond the code.
  package var detail: String?
  /// How many rides, or how many megabytes.
  package var count: Int?
  /// The problem that was found, with its own code.
  package var problem: Problem?

  package init(name: String, outcome: Outcome, message: String, remedy: String? = nil) {
    self.name = name
    self.outcome = outcome
    self.message = message
    self.remedy = remedy
  }
}

extension Check {
  /// The warning about a state directory whose disk has little room, from the daemon or without it.
  ///
  /// - Parameters:
  ///   - directory: The state directory.
  ///   - freeBytes: The free space of its disk.
  /// - Returns: A warning; nil where there is room for ten hours of riding.
  package static func littleRoom(in directory: String, freeBytes: Int) -> Check? {
    guard freeBytes < 50_000_000 else { return nil }
    return Check(
      name: "state directory", outcome: .warning, .littleRoom, subject: directory, count: freeBytes / 1_000_000)
  }
}
