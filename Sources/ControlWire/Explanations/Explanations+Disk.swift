import Rides

// Messages about an obstacle to the store, and the clauses in them.

extension StoreObstacle {
  /// The obstacle, as a clause.
  var matter: String {
    switch cause {
    case .notADirectory: String(localized: "\(path) is no directory, or lies below a file")
    case .otherOwner:
      String(localized: "\(path) belongs to \(context ?? String(localized: "another user")), and jz2d runs as \(user)")
    case .notMade: String(localized: "\(path) does not exist, and \(user) may not create it")
    case .notPermitted: String(localized: "\(user) may not use \(path)")
    case .readOnly: String(localized: "the file system of \(path) is mounted read-only")
    case .inUse:
      String(localized: "another program\(bracket(context.map { String(localized: "process \($0)") })) uses \(path)")
    case .newerVersion:
      String(
        localized: "\(path) was written by a later "
          + "jz2d\(bracket(context.map { String(localized: "its migration \"\($0)\"") }))")
    case .diskFull: String(localized: "the disk is full")
    case .damaged: String(localized: "\(path) is damaged")
    case .failed: String(localized: "\(path) cannot be written\(bracket(context))")
    }
  }

  /// The remedy, as a clause.
  var measure: String {
    switch cause {
    case .notADirectory: String(localized: "See what is there (`namei -l \(quoted)`) and move it away")
    case .otherOwner: ownership
    case .notMade: String(localized: "Create it: `sudo install -d -o \(user) \(quoted)`")
    case .notPermitted:
      String(localized: "See which permissions are missing (`namei -l \(quoted)`) and give them to \(user)")
    case .readOnly:
      String(
        localized: "Make it writable (`sudo mount -o remount,rw $(findmnt -no TARGET -T \(quoted))`); a card that "
          + "turns read-only again is failing: `journalctl -k`, then `fsck`")
    case .inUse:
      String(
        localized: "End it (`sudo systemctl stop jz2d` if it is the service, else "
          + "`\(context.map { "kill \($0)" } ?? finding)`), or keep these rides elsewhere: `jz2d --state DIR`")
    case .newerVersion:
      String(
        localized: "Update this one (`sudo apt install ./jz2_*.deb`); nothing there was changed, and "
          + "`jz2d --state DIR` rides meanwhile")
    case .diskFull: String(localized: "Make room on the disk (`df -h \(quoted)`)")
    case .damaged, .failed: String(localized: "See what is wrong with the disk (`journalctl -k`)")
    }
  }

  private var finding: String { "sudo fuser -v \(quoted)" }

  /// The remedy for a wrong owner; it only changes a whole directory whose name is ours: `--state /var/lib` may be a
  /// mistake.
  private var ownership: String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.last == "jz2" { return String(localized: "Give it back: `sudo chown -R \(user): \(quoted)`") }
    let parent = parts.dropLast()
    if parent.last == "jz2" {
      let whole = Self.quoted(parent.joined(separator: "/"))
      return String(localized: "Give all of it back: `sudo chown -R \(user): \(whole)`")
    }
    guard parts.last?.hasPrefix(Self.database) == true else {
      return String(localized: "Name a directory with --state that \(user) may write")
    }
    let database = (parent + [Self.database]).joined(separator: "/")
    return String(localized: "Give it back: `sudo chown \(user): \(Self.quoted(database))*`")
  }

  /// The database's file; its log has the name with a suffix.
  private static let database: Substring = "jz2.sqlite"

  private var quoted: String { Self.quoted(path) }

  /// Returns a path as one word for a shell.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:@,".contains($0)) }
    return isPlain ? path : "'\(path.replacing("'", with: #"'\''"#))'"
  }
}

// MARK: - Messages

extension StoreObstacle {
  /// The message during a ride, or while its end waits to be written.
  var duringRide: Explanation {
    Explanation(
      "A ride is not saved yet: \(matter). It is kept in memory.",
      remedy: "\(measure); the daemon tries again by itself. Do not reboot before: what waits outlasts a restart of "
        + "the daemon at most.")
  }

  /// The message while no ride can start.
  var beforeRide: Explanation {
    Explanation("No ride can be kept: \(matter).", remedy: "\(measure). The daemon goes on by itself as soon as it can.")
  }

  /// The message for a refused call that needs the store.
  var ofRefusal: Explanation {
    Explanation("The rides cannot be read or written: \(matter).", remedy: "\(measure).")
  }
}
