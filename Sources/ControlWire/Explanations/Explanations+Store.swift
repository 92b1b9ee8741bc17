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
      Explanation("\(ride) is not deleted.", remedy: "See which are: `jz2ctl rides --deleted`.")
    case .duplicateRide:
      Explanation(
        "\(ride) began at the same time\(bracket(detail)), so this is probably the same ride.",
        remedy: "Look at it: `jz2ctl show \(subject ?? "RIDE")`; to import the file anyway, add `--force`.")
    case .differentRide:
      Explanation(
        "\(ride) has the identity of the file's ride and other content, and stays as it is.",
        remedy: "Look at it: `jz2ctl show \(subject ?? "RIDE")`; to import the file as a copy, add `--force`.")
    case .badFile:
      fileFault?.explanation
        ?? Explanation("The file cannot be imported\(bracket(detail)).", remedy: "Export the activity again.")
    case .unknownImport:
      Explanation("The import was interrupted.", remedy: "Import the file again; nothing of it was kept.")
    case .valueRefused:
      Explanation(
        "The library cannot keep one of the values\(bracket(detail)). That is a bug of jz2; nothing was stored.",
        remedy: "Report it, with the file if it came from one. The disk and your other rides are fine.")
    case .importBusy:
      Explanation(
        "Other files are being imported; a user may import \(Limits.importsOfUser) at a time.",
        remedy: "Wait until they are done, and import again.")
    default:
      missingZone2 ?? missingHeartRate
        ?? Explanation(
          "Heart-rate zones by \(subject ?? String(localized: "that method")) need a setting that is not set"
            + "\(bracket(detail)).",
          remedy: "Set it: `jz2ctl settings --help` says how.")
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
        "Heart-rate zones by \(method) need your maximum heart rate.",
        remedy: "Give it too: `jz2ctl settings --zones \(method) --max-heart-rate BPM`.")
    case .restingHeartRate:
      Explanation(
        "Heart-rate zones by \(method) need your resting heart rate.",
        remedy: "Give it too: `jz2ctl settings --zones \(method) --resting-heart-rate BPM`.")
    case .thresholdHeartRate:
      Explanation(
        "Heart-rate zones by \(method) need your threshold heart rate.",
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
        "The disk has too little room for that\(bracket(detail.map { String(localized: "\($0) MB are free") })); "
          + "the rest is reserved for rides.",
        remedy: "Make room (`df -h \(subject ?? "DIRECTORY")`), or delete rides for good: `jz2ctl delete --now RIDE`.")
    case .libraryOpening:
      Explanation(
        "The library of rides is still opening.",
        remedy: "Ask again in a moment; `jz2ctl status` says when it is done.")
    case .restoreRefused: (restoreObstacle ?? .busy).explanation
    case .badBackup:
      backupFault?.explanation
        ?? Explanation("The file is not a library of rides\(bracket(detail)).", remedy: "Use a file of `jz2ctl backup`.")
    default:
      Explanation(
        "You have as many connections to the daemon as one user may have (\(Limits.connectionsOfUser)).",
        remedy: "End the programs that hold them (`ss -xp | grep jz2`), and try again.")
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
        remedy: "Wait some minutes, and leave `\(file)` where it is; `jz2ctl status` says when all is read.")
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return Explanation(
      "The library is damaged and was set aside; a new one has all rides that can be read (\(taken)).",
      remedy: "See `jz2ctl rides`; import missing rides with `jz2ctl import \(folder)rides/*.tcx`. Then remove "
        + "the damaged one: `sudo rm \(file)*`.")
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
        remedy: "See a suggestion: `jz2ctl trim RIDE --suggest`; undo a trim: `jz2ctl untrim RIDE`.")
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
        "A ride is on, and its library cannot be replaced now.",
        remedy: "End it (`jz2ctl stop`), then restore.")
    case .writing:
      Explanation(
        "A ride is not written yet, and would be lost with this library.",
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
    let kept = String(localized: "The library is as it was.")
    return switch code {
    case .notALibrary:
      Explanation(
        "The file is not a library of rides\(known). \(kept)",
        remedy: "Use a file of `jz2ctl backup`; import activity files with `jz2ctl import`.")
    case .damaged:
      Explanation("The file is damaged\(known). \(kept)", remedy: "Use another backup, or copy this one again.")
    case .newerVersion:
      Explanation(
        "A later jz2d made the file\(known). \(kept)",
        remedy: "Update this one (`sudo apt install ./jz2_*.deb`), then restore.")
    case .cut: Explanation("The file ends too early\(known). \(kept)", remedy: "Copy the backup again, then restore.")
    }
  }
}
