extension ControlError {
  /// What to tell a person about a refusal that concerns the library as a whole: its room, its copies, its callers.
  var keepingSentence: Sentence {
    switch code {
    case .exportBusy:
      Sentence("Other files are being exported.", remedy: "Wait until they are done, and export again.")
    case .noRoom:
      Sentence(
        "The disk has too little room for that\(bracket(detail.map { "\($0) MB are free" })); what is left is for rides.",
        remedy: "Make room (`df -h \(subject ?? "DIRECTORY")`), or drop rides for good: `jz2ctl delete --now RIDE`.")
    case .libraryOpening:
      Sentence(
        "The library of rides is still being opened.",
        remedy: "Ask again in a moment; `jz2ctl status` says when it is done.")
    case .restoreRefused: (RestoreObstacle(rawValue: detail ?? "") ?? .busy).sentence
    case .badBackup:
      BackupFault(detail ?? "")?.sentence
        ?? Sentence("The file is no library of rides\(bracket(detail)).", remedy: "Take one that `jz2ctl backup` made.")
    default:
      Sentence(
        "You have as many connections to the daemon as one user may have.",
        remedy: "End the programs that hold them (`ss -xp | grep jz2`), and try again.")
    }
  }
}

/// Why the library cannot be put in another's place now; the detail of a `restoreRefused`.
public enum RestoreObstacle: String, Hashable, Sendable, CaseIterable {
  /// A ride is on.
  case riding
  /// A ride waits to be written.
  case writing
  /// A ride is being imported.
  case importing
  /// Another library is being restored.
  case busy

  /// What to tell a person.
  var sentence: Sentence {
    switch self {
    case .riding:
      Sentence(
        "A ride is on, and the library it is kept in cannot be changed for another.",
        remedy: "End it (`jz2ctl stop`), then restore.")
    case .writing:
      Sentence(
        "A ride is not written yet, and would be lost with the library.",
        remedy: "See what keeps it (`jz2ctl status`), then restore.")
    case .importing: Sentence("A ride is being imported.", remedy: "Wait until it is done, then restore.")
    case .busy: Sentence("Another library is being restored.", remedy: "Wait until that is done.")
    }
  }
}

/// Why a file cannot take the library's place; the detail of a `badBackup`.
public struct BackupFault: Hashable, Sendable {
  /// The reasons.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// It is no database, or one of another program.
    case notALibrary
    /// It is damaged.
    case damaged
    /// A later version of the program made it.
    case newerVersion
    /// It ends too early.
    case cut
  }

  /// The reason.
  public var code: Code
  /// What is known beyond that.
  public var detail: String

  /// A fault.
  public init(_ code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The fault as the detail of an error: `damaged row 3 missing from index`.
  public var text: String { "\(code.rawValue) \(detail)" }

  /// A fault from the detail of an error; nil where it is none.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let code = Code(rawValue: String(words[0])) else { return nil }
    self.init(code, detail: String(words[1]))
  }

  /// What to tell a person.
  var sentence: Sentence {
    let known = bracket(detail.isEmpty ? nil : detail)
    let kept = "The library is as it was."
    return switch code {
    case .notALibrary:
      Sentence(
        "The file is no library of rides\(known). \(kept)",
        remedy: "Take one that `jz2ctl backup` made; activity files go in with `jz2ctl import`.")
    case .damaged:
      Sentence("The file is damaged\(known). \(kept)", remedy: "Take another backup, or copy this one anew.")
    case .newerVersion:
      Sentence(
        "A later jz2d made the file\(known). \(kept)",
        remedy: "Update this one (`sudo apt install ./jz2_*.deb`), then restore.")
    case .cut: Sentence("The file ends too early\(known). \(kept)", remedy: "Copy the backup anew, then restore.")
    }
  }
}
