/// What keeps rides from being stored; `subject` and `detail` are those of `StoreFailed` and of a `Problem`.
public struct StoreObstacle: Hashable, Sendable {
  /// The kinds of obstacle; the raw values stand first in `detail`.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The path leads to a file, or through one.
    case notADirectory
    /// It is another user's; `context` is his name.
    case otherOwner
    /// It is not there, and the daemon may not make it.
    case notMade
    /// It, or a directory above it, is closed.
    case notPermitted
    /// Its file system takes no writes.
    case readOnly
    /// Another program has it; `context` is the process's number.
    case inUse
    /// A later version made it; `context` is its migration.
    case newerVersion
    /// No room.
    case diskFull
    /// It cannot be read.
    case damaged
    /// Anything else; `context` is what the system said.
    case failed
  }

  /// What kind of obstacle.
  public var cause: Cause
  /// The file or directory.
  public var path: String
  /// The user who runs the daemon.
  public var user: String
  /// What is known beyond the cause.
  public var context: String?

  /// An obstacle.
  public init(_ cause: Cause, path: String, user: String, context: String? = nil) {
    self.cause = cause
    self.path = path
    self.user = user
    self.context = context
  }

  /// The obstacle that a subject and a detail say; nil where they are about something else.
  public init?(subject: String?, detail: String?) {
    let words = (detail ?? "").split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard let subject, words.count > 1, let cause = Cause(rawValue: String(words[0])) else { return nil }
    self.init(cause, path: subject, user: String(words[1]), context: words.count > 2 ? String(words[2]) : nil)
  }

  /// The path.
  public var subject: String { path }
  /// Cause, user and context, a space between; a user's name has none.
  public var detail: String { ([cause.rawValue, user] + [context].compactMap(\.self)).joined(separator: " ") }
}

// MARK: - Clauses

extension StoreObstacle {
  /// What is the matter; a clause.
  var matter: String {
    switch cause {
    case .notADirectory: "\(path) is no directory, or lies below a file"
    case .otherOwner: "\(path) belongs to \(context ?? "another user"), and jz2d runs as \(user)"
    case .notMade: "\(path) is not there, and \(user) may not make it"
    case .notPermitted: "\(path) is closed to \(user)"
    case .readOnly: "the file system of \(path) is mounted read-only"
    case .inUse: "another program\(bracket(context.map { "process \($0)" })) has \(path)"
    case .newerVersion: "\(path) was written by a later jz2d\(bracket(context.map { "its migration \"\($0)\"" }))"
    case .diskFull: "the disk is full"
    case .damaged: "\(path) is damaged"
    case .failed: "\(path) cannot be written\(bracket(context))"
    }
  }

  /// What to do about it; a clause.
  var measure: String {
    switch cause {
    case .notADirectory: "See what stands there (`namei -l \(quoted)`) and move it away"
    case .otherOwner: ownership
    case .notMade: "Make it: `sudo install -d -o \(user) \(quoted)`"
    case .notPermitted: "See what is closed on the way (`namei -l \(quoted)`) and open it to \(user)"
    case .readOnly:
      "Make it writable (`sudo mount -o remount,rw $(findmnt -no TARGET -T \(quoted))`); a card that turns read-only "
        + "again is failing: `journalctl -k`, then `fsck`"
    case .inUse:
      "End it (`sudo systemctl stop jz2d` if it is the service, else `\(context.map { "kill \($0)" } ?? finding)`), or "
        + "keep these rides elsewhere: `jz2d --state DIR`"
    case .newerVersion:
      "Update this one (`sudo apt install ./jz2_*.deb`); nothing there was changed, and `jz2d --state DIR` rides meanwhile"
    case .diskFull: "Make room on the disk (`df -h \(quoted)`)"
    case .damaged, .failed: "See what is wrong with the disk (`journalctl -k`)"
    }
  }

  private var finding: String { "sudo fuser -v \(quoted)" }

  /// A directory is given away whole only where its name says that it is ours: `--state /var/lib` may be a slip.
  private var ownership: String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.last == "jz2" { return "Give it back: `sudo chown -R \(user): \(quoted)`" }
    let parent = parts.dropLast()
    if parent.last == "jz2" {
      return "Give all of it back: `sudo chown -R \(user): \(Self.quoted(parent.joined(separator: "/")))`"
    }
    guard parts.last?.hasPrefix(Self.database) == true else {
      return "Name a directory with --state that \(user) may write"
    }
    let database = (parent + [Self.database]).joined(separator: "/")
    return "Give it back: `sudo chown \(user): \(Self.quoted(database))*`"
  }

  /// The database's file; its log has the name with a suffix.
  private static let database: Substring = "jz2.sqlite"

  private var quoted: String { Self.quoted(path) }

  /// A path as a shell takes it for one word.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:@,".contains($0)) }
    return isPlain ? path : "'\(path.replacing("'", with: #"'\''"#))'"
  }
}

// MARK: - Sentences

extension StoreObstacle {
  /// While a ride goes on, or waits for its end to be written.
  var duringRide: Sentence {
    Sentence(
      "A ride is not saved yet: \(matter). It is kept in memory.",
      remedy: "\(measure); the daemon tries again by itself. Do not reboot before: what waits outlasts a restart of "
        + "the daemon at most.")
  }

  /// While no ride can be begun.
  var beforeRide: Sentence {
    Sentence("No ride can be kept: \(matter).", remedy: "\(measure). The daemon goes on by itself as soon as it can.")
  }

  /// Where something was asked that needs the store.
  var ofRefusal: Sentence {
    Sentence("The rides cannot be read or written: \(matter).", remedy: "\(measure).")
  }
}
