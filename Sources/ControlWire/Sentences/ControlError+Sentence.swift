extension ControlError {
  /// What to tell a person.
  public var sentence: Sentence {
    switch code {
    case .noTrainerInRange, .severalDevices, .deviceNotFound, .noFitnessMachine, .noPowerTargets, .targetRefused,
      .unsuitableDevice,
      .unknownDevice, .radioUnavailable, .scanDuringRide:
      deviceSentence
    case .rideInProgress, .noRide, .wrongPhase, .noTarget, .startWithdrawn, .unknownRide, .unknownFormat, .noRecording,
      .storeFailed:
      rideSentence
    case .rideUnfinished, .trimRefused, .notDeleted, .duplicateRide, .badFile, .unknownImport, .importBusy,
      .settingMissing:
      librarySentence
    case .invalidParameter, .methodNotFound, .interfaceNotFound, .expectedMore:
      callSentence
    case .unknownPlan, .duplicatePlan, .planInUse, .badPlan, .noPlan, .notAwaited, .notExtensible: planSentence
    case .exportBusy, .noRoom, .libraryOpening, .restoreRefused, .badBackup, .tooManyConnections: keepingSentence
    case .shuttingDown, .protocolViolated, .noDaemon, .noAnswer, .connectionLost:
      connectionSentence
    }
  }

  private var deviceSentence: Sentence {
    let device = subject ?? "The device"
    return switch code {
    case .noTrainerInRange:
      Sentence(
        "No trainer was chosen, and none is in range.",
        remedy: "Turn the pedals to wake it, close other programs that are connected to it, and start again.")
    case .severalDevices: severalSentence
    case .deviceNotFound:
      Sentence(
        "\(device) does not answer.",
        remedy: "Turn the pedals to wake it, close other programs that are connected to it, and look: `jz2ctl scan`.")
    case .noFitnessMachine:
      Sentence(
        """
        \(device) has no Fitness Machine service (FTMS). Trainers that speak only Wahoo's or Tacx's own protocol, or \
        tell their power and take none, are not supported yet.
        """,
        remedy: """
          Update its firmware with the maker's app: a KICKR CORE has FTMS from 1.1.1 on, a KICKR v5 and a KICKR BIKE \
          from 1.22. Or choose another trainer: `jz2ctl use ADDRESS`.
          """)
    case .noPowerTargets:
      Sentence(
        "\(device) cannot hold a power.", remedy: "Choose a trainer with ERG mode: `jz2ctl use ADDRESS`.")
    case .targetRefused:
      Sentence(
        "\(subject ?? "The trainer") refused\(bracket(detail)).",
        remedy: "Close other programs that control it, and start again.")
    case .unsuitableDevice:
      Sentence(
        "\(device) is neither a trainer nor a heart-rate strap.", remedy: "See what is in range: `jz2ctl scan`.")
    case .unknownDevice:
      Sentence("\(device) is not known.", remedy: "See what is: `jz2ctl devices`; what is in range: `jz2ctl scan`.")
    case .scanDuringRide:
      Sentence(
        "A scan during a ride could cost the link to the trainer.",
        remedy: "Scan after the ride, or end it: `jz2ctl stop`.")
    default:
      // The subject is what the radio was at, which no sentence needs.
      (ProblemCode(rawValue: detail ?? "") ?? .failed).sentence(detail: detail)
    }
  }

  private var rideSentence: Sentence {
    switch code {
    case .rideInProgress:
      Sentence(
        "A ride is on already\(bracket(subject)).",
        remedy: "See it with `jz2ctl watch`, change it with `jz2ctl watts W`, end it with `jz2ctl stop`.")
    case .noRide:
      Sentence("No ride is on.", remedy: "Begin one: `jz2ctl start --watts 150 --minutes 60`.")
    case .wrongPhase:
      Sentence("That does not fit now\(bracket(detail)).", remedy: "See where the ride stands: `jz2ctl status`.")
    case .noTarget:
      Sentence(
        "Riding is free, so there are no watts to raise or lower.", remedy: "Ask for a power: `jz2ctl watts 150`.")
    case .startWithdrawn:
      Sentence("The start was given up, because a stop came.", remedy: "Start again when you are ready.")
    case .unknownRide:
      Sentence("There is no ride \(subject ?? "like that").", remedy: "See which there are: `jz2ctl rides`.")
    case .unknownFormat:
      Sentence(
        "There is no file format \(subject ?? "like that").",
        remedy: "Take `--format tcx`, `fit`, `csv` or `json`, or `btsnoop` for its radio traffic.")
    case .noRecording:
      (MissingRecording(rawValue: detail ?? "") ?? .notKept).sentence(ofRide: subject)
    default:
      StoreObstacle(subject: subject, detail: detail)?.ofRefusal
        ?? Sentence(
          "The store of rides does not work\(bracket(detail)).",
          remedy: "See what keeps it from working: `jz2ctl doctor`.")
    }
  }

  private var librarySentence: Sentence {
    let ride = subject.map { "Ride \($0)" } ?? "The ride"
    return switch code {
    case .rideUnfinished:
      Sentence(
        "\(ride) is not finished.", remedy: "End it first: `jz2ctl stop`, or see `jz2ctl status`.")
    case .trimRefused:
      (TrimObstacle(rawValue: detail ?? "") ?? .beyond).sentence(ofRide: subject)
    case .notDeleted:
      Sentence("\(ride) is not deleted.", remedy: "See which are: `jz2ctl rides --deleted`.")
    case .duplicateRide:
      Sentence(
        "\(ride) began at the same time\(bracket(detail)), so this is probably the same.",
        remedy: "Look at it: `jz2ctl show \(subject ?? "RIDE")`; take the file all the same: `--force`.")
    case .badFile:
      FileFault(detail ?? "")?.sentence
        ?? Sentence("The file cannot be imported\(bracket(detail)).", remedy: "Export the activity again.")
    case .unknownImport:
      Sentence("The import was broken off.", remedy: "Import the file again; nothing of it was kept.")
    case .importBusy:
      Sentence("Other files are being imported.", remedy: "Wait until they are done, and import again.")
    default:
      Sentence(
        "Heart-rate zones by \(subject ?? "that method") want a setting that is not there\(bracket(detail)).",
        remedy: "Set it: `jz2ctl settings --help` says how.")
    }
  }

  private var callSentence: Sentence {
    switch code {
    case .invalidParameter:
      Sentence(
        "`\(subject ?? "A parameter")` is missing, of the wrong kind or out of range.",
        remedy: parameterRemedy)
    case .expectedMore:
      Sentence("The answer comes in several parts.", remedy: "Call it with \"more\": true.")
    case .methodNotFound:
      Sentence(
        "The daemon does not know \(subject ?? "that").",
        remedy: "Daemon and client are of different versions; restart the daemon: `sudo systemctl restart jz2d`.")
    default:
      Sentence(
        "There is no interface \(subject ?? "like that").",
        remedy: "The interface is \(TrainerInterface.name); check that the socket is the daemon's.")
    }
  }

  /// The limit of a parameter that one method alone has; else where all is said.
  private var parameterRemedy: String {
    switch subject {
    case "percent": "Raise or lower all watts by -50 to 50 % in all; `jz2ctl bias 0` takes the bias away."
    case "text": "A label takes 1 to 100 characters."
    case "line": "Take a number that `jz2ctl plan show NAME` shows."
    case "to": "A plan's name takes 1 to 100 characters, in one line."
    default: "See what is allowed: `jz2ctl help`."
    }
  }

  private var connectionSentence: Sentence {
    switch code {
    case .shuttingDown:
      Sentence("The daemon is going down.", remedy: "Ask again once it runs: `systemctl status jz2d`.")
    case .noDaemon where isSocketDenied:
      Sentence(
        "You may not open \(subject ?? "the daemon's socket").",
        remedy: (GroupMembership(rawValue: detail ?? "") ?? .outside).remedy(socket: subject))
    case .noDaemon:
      Sentence(
        "The daemon does not run\(bracket(subject)).",
        remedy: "Start it: `sudo systemctl start jz2d`, or by hand without a trainer: `jz2d --radio sim`.")
    case .noAnswer:
      Sentence(
        "The daemon did not answer in time.",
        remedy: "See what it does: `journalctl -u jz2d -e`; restart it: `sudo systemctl restart jz2d`.")
    case .connectionLost:
      Sentence(
        "The daemon went away before it answered.", remedy: "See why: `journalctl -u jz2d -e`; then ask again.")
    default:
      Sentence(
        "What answers on the socket is not the daemon's language\(bracket(detail ?? subject)).",
        remedy: "Check `--socket`, and that daemon and client are of the same version.")
    }
  }

  /// The detail of a `noDaemon` whose socket is there but closed to this user, for a reason not looked into; else it is a
  /// `GroupMembership`.
  public static let socketDenied = "not allowed"

  /// Whether the socket is there but closed to this user.
  public var isSocketDenied: Bool {
    code == .noDaemon && (detail == Self.socketDenied || GroupMembership(rawValue: detail ?? "") != nil)
  }
}
