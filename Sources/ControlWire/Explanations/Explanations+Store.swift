import Rides

// Messages about the library and its files.

extension ControlError {
  var libraryExplanation: Explanation {
    let ride = subject.map { String(localized: "Ride \($0)") } ?? String(localized: "The ride")
    return switch code {
    case .rideUnfinished:
      Explanation(
        "\(ride) is not finished.", remedy: "End it first: `jz2ctl stop`, or see `jz2ctl status`.")
    case .trimRefused:
      (trimObstacle ?? .beyond).explanation(ofRide: subject)
    case .notDeleted:
      Explanation("\(ride) is not deleted.", remedy: "See your deleted rides: `jz2ctl rides --deleted`.")
    case .duplicateRide where detail == nil:
      Explanation(
        "\(ride) in your library is the same ride.",
        remedy: "Look at it: `jz2ctl show \(subject ?? "RIDE")`; to import the file as a copy, add `--force`.")
    case .duplicateRide:
      Explanation(
        "\(ride) began at the same time\(bracket(detail)), so this is probably the same ride.",
        remedy: "Look at it: `jz2ctl show \(subject ?? "RIDE")`; to import the file anyway, add `--force`.")
    case .differentRide:
      Explanation(
        "\(ride) has the same identity as the ride in the file, but other content; it was not changed.",
        remedy: "Look at it: `jz2ctl show \(subject ?? "RIDE")`; to import the file as a copy, add `--force`.")
    case .badFile:
      fileFault?.explanation
        ?? Explanation("The file cannot be imported\(bracket(detail)).", remedy: "Export the activity again.")
    case .unknownImport:
      Explanation("The import was interrupted.", remedy: "Import the file again; nothing was imported.")
    case .valueRefused:
      Explanation(
        "The library cannot store one of the values\(bracket(detail)). That is a bug in jz2; nothing was stored.",
        remedy: "Report the bug, with the file if you imported one. The disk and your other rides are fine.")
    case .importBusy:
      Explanation(
        "Other files are being imported; a user may import \(Limits.importsOfUser) at a time.",
        remedy: "Wait until they are done, and import again.")
    default:
      missingZone2 ?? missingHeartRate
        ?? Explanation(
          subject == nil
            ? "The zone method needs a setting that is missing\(bracket(detail))."
            : "The zone method \(subject ?? "") needs a setting that is missing\(bracket(detail)).",
          remedy: "See how to set it: `jz2ctl settings --help`.")
    }
  }

  /// The explanation if Zone 2 is only the default; nil for another subject.
  private var missingZone2: Explanation? {
    guard subject == "zone2" else { return nil }
    let range = RiderSettings.defaultZone2
    return Explanation(
      "Your Zone 2 is not set.",
      remedy: "Set it: `jz2ctl settings --max-heart-rate BPM --zones maximum`, or "
        + "`jz2ctl settings --zone2 \(range.lowerBound)-\(range.upperBound)` to take the default.")
  }

  /// The explanation if zones need a heart rate of the rider; nil if the method or the setting is unknown here.
  private var missingHeartRate: Explanation? {
    guard let method = subject.flatMap(ZoneMethod.init(rawValue:))?.rawValue else { return nil }
    return switch reason as? ZoneSetting {
    case .maximumHeartRate:
      Explanation(
        "The zone method \(method) needs your maximum heart rate.",
        remedy: "Give it too: `jz2ctl settings --zones \(method) --max-heart-rate BPM`.")
    case .restingHeartRate:
      Explanation(
        "The zone method \(method) needs your resting heart rate.",
        remedy: "Give it too: `jz2ctl settings --zones \(method) --resting-heart-rate BPM`.")
    case .thresholdHeartRate:
      Explanation(
        "The zone method \(method) needs your threshold heart rate.",
        remedy: "Give it too: `jz2ctl settings --zones \(method) --threshold-heart-rate BPM`.")
    case nil: nil
    }
  }

  /// The explanation of a refusal that concerns the library as a whole: its room, its copies, its callers.
  var keepingExplanation: Explanation {
    switch code {
    case .exportBusy:
      Explanation(
        "Other files are being exported; a user may export \(Limits.exportsOfUser) at a time.",
        remedy: "Wait until they are done, and export again.")
    case .noRoom:
      Explanation(
        "The disk has too little space for that\(bracket(detail.map { String(localized: "\($0) MB free") })); "
          + "the rest is reserved for rides.",
        remedy: "Free some space (`df -h \(subject ?? "DIRECTORY")`), or delete rides for good: "
          + "`jz2ctl delete --now RIDE`.")
    case .libraryOpening:
      Explanation(
        "The library of rides is still opening.",
        remedy: "Try again in a moment; `jz2ctl status` shows when it is open.")
    case .restoreRefused: (restoreObstacle ?? .busy).explanation
    case .badBackup:
      backupFault?.explanation
        ?? Explanation(
          "The file is not a library of rides\(bracket(detail)).", remedy: "Use a file made by `jz2ctl backup`.")
    default:
      Explanation(
        "You have too many connections to the daemon (\(Limits.connectionsOfUser) at most).",
        remedy: "Close programs that are connected (`ss -xp | grep jz2`), and try again.")
    }
  }
}

extension ControlError {
  private var trimObstacle: TrimObstacle? { reason as? TrimObstacle }
  private var restoreObstacle: RestoreObstacle? { reason as? RestoreObstacle }
  private var backupFault: BackupFault? { reason as? BackupFault }
}

extension ProblemCode {
  /// Returns the message for a damaged library; `file` is the database, `taken` the result for its rides, nil while
  /// they are being read.
  static func replaced(_ file: String, _ taken: String?) -> Explanation {
    guard let taken else {
      return Explanation(
        "The library is damaged and was set aside; its rides are being copied into a new one.",
        remedy: "Wait a few minutes, and do not move `\(file)`; `jz2ctl status` shows when the copy is done.")
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return Explanation(
      "The library is damaged and was set aside; a new one has all rides that could be read (\(taken)).",
      remedy: "Look for missing rides with `jz2ctl rides`, and import them with `jz2ctl import \(folder)rides/*.tcx`. "
        + "Then delete the damaged library: `sudo rm \(file)*`.")
  }
}

extension TrimObstacle {
  /// Returns the explanation; `seconds` is the length of the whole ride.
  func explanation(ofRide seconds: String?) -> Explanation {
    let length =
      seconds.flatMap { Int($0) }.map { String(localized: "The whole ride is \(Self.clock($0)) long") }
      ?? String(localized: "The times count from the whole ride's beginning")
    return switch self {
    case .tooShort:
      Explanation(
        "Less than a minute would be left of the ride.",
        remedy: "\(length); keep \(Self.clock(Limits.leastTrimmedSeconds)) at least.")
    case .backwards:
      Explanation("The part to keep would end before it begins.", remedy: "Give `--from` the earlier time. \(length).")
    case .beyond:
      Explanation("The part to keep ends after the ride.", remedy: "\(length).")
    case .nothing:
      Explanation(
        "That trims nothing.",
        remedy: "See a suggestion: `jz2ctl trim RIDE --suggest`; undo a trim: `jz2ctl undo RIDE`.")
    }
  }

  /// Returns a length as riders read it: `56:27`, `1:00:00`.
  private static func clock(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let tail = (seconds % 60).twoDigits
    return hours > 0 ? "\(hours):\(minutes.twoDigits):\(tail)" : "\(minutes):\(tail)"
  }
}

extension Int {
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

extension RestoreObstacle {
  /// The explanation for users.
  var explanation: Explanation {
    switch self {
    case .riding:
      Explanation(
        "The library cannot be replaced while a ride is on.",
        remedy: "End it (`jz2ctl stop`), then restore.")
    case .writing:
      Explanation(
        "A ride is not written to the library yet, and would be lost.",
        remedy: "See why (`jz2ctl status`), then restore.")
    case .importing: Explanation("A ride is being imported.", remedy: "Wait until it is done, then restore.")
    case .busy: Explanation("Another library is being restored.", remedy: "Wait until that is done.")
    }
  }
}

extension BackupFault {
  /// The explanation for users.
  var explanation: Explanation {
    let known = bracket(detail.isEmpty ? nil : detail)
    let kept = String(localized: "The library was not changed.")
    return switch code {
    case .notALibrary:
      Explanation(
        "The file is not a library of rides\(known). \(kept)",
        remedy: "Use a file made by `jz2ctl backup`; import activity files with `jz2ctl import`.")
    case .damaged:
      Explanation("The file is damaged\(known). \(kept)", remedy: "Use another backup, or copy this one again.")
    case .newerVersion:
      Explanation(
        "The file was made by a later version of jz2d\(known). \(kept)",
        remedy: "Update jz2 (`\(PackageSource.current.command(installing: "jz2"))`), then restore.")
    case .cut: Explanation("The file is incomplete\(known). \(kept)", remedy: "Copy the backup again, then restore.")
    }
  }
}
