import Rides

// Messages about an obstacle to the store, and the clauses in them.

extension StoreObstacle {
  /// The obstacle, as a clause.
  var matter: String {
    switch cause {
    case .notADirectory: String(localized: "\(path) is not a directory, or lies below a file")
    case .otherOwner:
      String(localized: "\(path) belongs to \(context ?? String(localized: "another user")), and jz2d runs as \(user)")
    case .notMade: String(localized: "\(path) does not exist, and \(user) is not allowed to create it")
    case .notPermitted: String(localized: "\(user) is not allowed to use \(path)")
    case .readOnly: String(localized: "the file system of \(path) is mounted read-only")
    case .inUse:
      String(localized: "another program\(bracket(context.map { String(localized: "process \($0)") })) uses \(path)")
    case .newerVersion:
      String(
        localized: "\(path) was written by a newer "
          + "jz2d\(bracket(context.map { String(localized: "its migration \"\($0)\"") }))")
    case .diskFull: String(localized: "the disk is full")
    case .damaged: String(localized: "\(path) is damaged")
    case .failed: String(localized: "\(path) cannot be written\(bracket(context))")
    }
  }

  /// The remedy, as a clause.
  var measure: String {
    switch cause {
    case .notADirectory: String(localized: "Find the file (`namei -l \(quoted)`) and move it away")
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
        localized: "Stop it (`sudo systemctl stop jz2d` if it is the service, otherwise "
          + "`\(context.map { "kill \($0)" } ?? finding)`), or keep these rides elsewhere: `jz2d --state DIR`")
    case .newerVersion:
      String(
        localized: "Update jz2 (`\(PackageSource.current.command(installing: "jz2"))`), or ride with another library "
          + "until then (`jz2d --state DIR`); the library was not changed")
    case .diskFull: String(localized: "Make room on the disk (`df -h \(quoted)`)")
    case .damaged, .failed: String(localized: "See what is wrong with the disk (`journalctl -k`)")
    }
  }

  private var finding: String { "sudo fuser -v \(quoted)" }

  /// The remedy for a wrong owner; it only changes a whole directory whose name is ours: `--state /var/lib` may be a
  /// mistake.
  private var ownership: String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.last == "jz2" { return String(localized: "Change its owner: `sudo chown -R \(user): \(quoted)`") }
    let parent = parts.dropLast()
    if parent.last == "jz2" {
      let whole = parent.joined(separator: "/").shellWord
      return String(localized: "Change the owner of the whole directory: `sudo chown -R \(user): \(whole)`")
    }
    guard parts.last?.hasPrefix(Self.database) == true else {
      return String(localized: "Use --state with a directory that \(user) can write to")
    }
    let database = (parent + [Self.database]).joined(separator: "/")
    return String(localized: "Change its owner: `sudo chown \(user): \(database.shellWord)*`")
  }

  /// The database's file; its log has the name with a suffix.
  private static let database: Substring = "jz2.sqlite"

  private var quoted: String { path.shellWord }
}

// MARK: - Messages

extension StoreObstacle {
  /// The message during a ride, or while its end waits to be written.
  var duringRide: Explanation {
    Explanation(
      "A ride is not saved yet: \(matter). It is kept in memory.",
      remedy: "\(measure); the daemon then saves the ride by itself. Do not reboot before it is saved: the ride would "
        + "be lost.")
  }

  /// The message while no ride can start.
  var beforeRide: Explanation {
    Explanation("No ride can be saved: \(matter).", remedy: "\(measure). The daemon then continues by itself.")
  }

  /// The message for a refused call that needs the store.
  var ofRefusal: Explanation {
    Explanation("The rides cannot be read or written: \(matter).", remedy: "\(measure).")
  }
}
