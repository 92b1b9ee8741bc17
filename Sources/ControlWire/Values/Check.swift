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
  @OpenValue package var outcome: Outcome
  /// The finding, as an English sentence; `explanation` has it in the reader's language.
  package var message: String
  /// The remedy, in English; absent if no remedy is needed.
  package var remedy: String?
  /// The finding for programs; the codes are those of `CheckFinding`.
  package var code: String?
  /// The directory or radio that the finding is about.
  package var subject: String?
  /// Details beyond the code.
  package var detail: String?
  /// A number of rides, or of megabytes.
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
  /// Returns a warning about a state directory whose disk has little room, with or without a daemon.
  ///
  /// - Parameters:
  ///   - directory: The state directory.
  ///   - freeBytes: The free space of its disk.
  /// - Returns: A warning; nil if there is room for ten hours of riding.
  package static func littleRoom(in directory: String, freeBytes: Int) -> Check? {
    guard freeBytes < 50_000_000 else { return nil }
    return Check(
      name: "state directory", outcome: .warning, .littleRoom, subject: directory, count: freeBytes / 1_000_000)
  }
}
