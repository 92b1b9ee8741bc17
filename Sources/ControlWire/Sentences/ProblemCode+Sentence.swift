extension ProblemCode {
  /// What to tell a person; `subject` and `detail` as in `Problem`.
  public func sentence(subject: String? = nil, detail: String? = nil) -> Sentence {
    switch self {
    case .adapterMissing, .adapterOff, .adapterStuck, .serviceMissing, .notAllowed, .serviceOutdated, .captureEnded,
      .busy, .failed:
      radioSentence(subject, detail)
    case .trainerLost, .trainerAway, .trainerSilent, .cadenceMissing, .controlLost, .targetRefused, .targetUnconfirmed:
      trainerSentence(subject ?? "The trainer", detail)
    case .radioMending:
      Sentence(
        "The trainer does not come back, and something is tried against it\(bracket(detail)).",
        remedy: "Switch the trainer off and on; if the adapter is a USB one, unplug it and plug it in again.")
    case .legsSpared, .heartRateCeiling, .steeringEased, .steeringFrozen, .alpha1Low: riderSentence(detail)
    case .stateUnusable: obstacle(subject, detail).beforeRide
    case .libraryOpening:
      Sentence(
        "The library of rides is still being opened.",
        remedy: "Wait: a new version may have to change it, which takes a minute on a slow card.")
    case .storeFailing: obstacle(subject, detail).duringRide
    case .stateVolatile:
      Sentence(
        "A reboot takes all rides: \(subject ?? "the state directory") lies in memory\(bracket(detail)).",
        remedy: "Switch the overlay of a read-only root off (`sudo raspi-config`, Performance Options), or keep rides "
          + "on a disk: `jz2d --state DIR`.")
    case .libraryReplaced: Self.replaced(subject ?? "jz2.sqlite.broken-1", detail)
    case .strapLost:
      Sentence(
        "\(subject ?? "The heart-rate strap") is out of reach; the ride goes on without heart rate.",
        remedy: "Wet the strap and check that it sits tight; it is taken back by itself.")
    case .strapSilent:
      Sentence(
        "\(subject ?? "The heart-rate strap") is connected and sends nothing; the ride goes on without heart rate.",
        remedy: "Wet the strap and check that it sits tight; it is connected anew by itself.")
    case .strapAway:
      Sentence(
        "\(subject ?? "The heart-rate strap") does not answer; the ride goes on without heart rate.",
        remedy: "Put it on and wet it; it is taken within a minute.")
    case .clockUnsynchronised:
      Sentence(
        "The system clock is not set yet, so the ride's times may be wrong.",
        remedy: "Connect the machine to a network; `timedatectl` shows when the clock is synchronised.")
    case .batteryLow:
      Sentence(
        "The battery of \(subject ?? "a device") is nearly empty\(bracket(detail)).",
        remedy: "Change or charge it after this ride.")
    }
  }

  private func obstacle(_ subject: String?, _ detail: String?) -> StoreObstacle {
    StoreObstacle(subject: subject, detail: detail)
      ?? StoreObstacle(.failed, path: subject ?? "the state directory", user: "the daemon", context: detail)
  }

  /// `file` is the damaged database, `taken` what came of its rides; nil while they are still being read.
  private static func replaced(_ file: String, _ taken: String?) -> Sentence {
    guard let taken else {
      return Sentence(
        "The library was damaged and lies aside; a new one was begun, and its rides are being taken over.",
        remedy: "Wait some minutes, and leave `\(file)` where it is; `jz2ctl status` says when all is read.")
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return Sentence(
      "The library was damaged and lies aside; a new one was begun, with all rides that can be read (\(taken)).",
      remedy: "See `jz2ctl rides`; what is missing comes back with `jz2ctl import \(folder)rides/*.tcx`. Then remove "
        + "the damaged one: `sudo rm \(file)*`.")
  }

  private func riderSentence(_ detail: String?) -> Sentence {
    switch self {
    case .legsSpared:
      Sentence(
        "The load was too much for the legs; it is let go\(bracket(detail)).",
        remedy: "Pedal faster than 60 rpm and it comes back, or ask for less: `jz2ctl watts W`.")
    case .steeringEased:
      Sentence(
        "No heart rate has come for half a minute; the power that it steers is eased\(bracket(detail)).",
        remedy: "Wet the strap and check that it sits tight; the heart steers again as soon as it is heard.")
    case .steeringFrozen:
      Sentence(
        "No heart rate comes; the power that it steers stays as it is\(bracket(detail)).",
        remedy: "Check that the strap sits tight; without it the power is eased in half a minute.")
    case .alpha1Low:
      Sentence(
        "The heartbeat says that this is above the aerobic threshold; the target is eased\(bracket(detail)).",
        remedy: "Ride on; it comes back when DFA alpha-1 has been above 0.75 for a while.")
    default:
      Sentence(
        "The heart beats faster than it may; the target is eased\(bracket(detail)).",
        remedy: "Ride on; it comes back when the heart has calmed.")
    }
  }

  private func radioSentence(_ subject: String?, _ detail: String?) -> Sentence {
    switch self {
    case .adapterMissing:
      Sentence(
        "There is no Bluetooth adapter\(subject.map { " \($0)" } ?? "").",
        remedy: "Plug one in, or see `bluetoothctl list` for those the system knows.")
    case .adapterOff: offSentence("The Bluetooth adapter\(subject.map { " \($0)" } ?? "")", detail)
    case .adapterStuck:
      Sentence(
        "The Bluetooth adapter does not answer\(bracket(detail)).",
        remedy:
          "It is switched off and on by itself. If that does not help: `sudo rfkill block bluetooth && sudo rfkill unblock "
          + "bluetooth`, or unplug it, or reboot the machine.")
    case .serviceMissing:
      Sentence("The Bluetooth service does not run.", remedy: "Start it: `sudo systemctl start bluetooth`.")
    case .notAllowed:
      Sentence(
        "The Bluetooth service does not let the daemon in.",
        remedy:
          "Add its user to the group bluetooth, for the service `sudo usermod -aG bluetooth jz2`, and restart it: "
          + "`sudo systemctl restart jz2d`.")
    case .serviceOutdated:
      Sentence(
        "The Bluetooth service is too old to set a trainer's power\(bracket(detail)).", remedy: BlueZVersion.remedy)
    case .captureEnded:
      Sentence("The capture has been replayed to its end.", remedy: "End the ride: `jz2ctl stop`.")
    case .busy:
      Sentence("The Bluetooth adapter is at something else.", remedy: "Wait a moment; it is tried again by itself.")
    default:
      Sentence(
        "Bluetooth does not work\(bracket(detail)).", remedy: "Look closer: `jz2ctl doctor`, `journalctl -u bluetooth`."
      )
    }
  }

  /// Why the adapter is off; `reason` is an `AdapterOffReason`, where that is known.
  private func offSentence(_ adapter: String, _ reason: String?) -> Sentence {
    switch reason.flatMap(AdapterOffReason.init) {
    case .switchedOff: Sentence("\(adapter) is switched off.", remedy: "Switch it on: `bluetoothctl power on`.")
    case .softBlocked:
      Sentence("\(adapter) is blocked by rfkill.", remedy: "Unblock it: `sudo rfkill unblock bluetooth`.")
    case .hardBlocked:
      Sentence(
        "\(adapter) is blocked by a switch or the firmware.",
        remedy: "Turn the machine's radio switch on, or allow Bluetooth in its firmware.")
    case nil:
      Sentence(
        "\(adapter) is switched off or blocked.",
        remedy: "Switch it on: `sudo rfkill unblock bluetooth`, then `bluetoothctl power on`.")
    }
  }

  private func trainerSentence(_ trainer: String, _ detail: String?) -> Sentence {
    switch self {
    case .trainerLost:
      Sentence(
        "\(trainer) is out of reach; the timer stands until it is back.",
        remedy: "Check its power and distance; it is taken back by itself.")
    case .trainerAway:
      Sentence(
        "\(trainer) does not answer.",
        remedy: "Turn the pedals to wake it, and close other programs that are connected to it.")
    case .trainerSilent:
      Sentence(
        "\(trainer) is connected and sends nothing.",
        remedy: "It is connected anew by itself; if that does not help, switch the trainer off and on.")
    case .cadenceMissing:
      Sentence(
        "\(trainer) sends no cadence; the ride begins, pauses and goes on by its power.",
        remedy:
          "Ride on; if it has a cadence sensor, see to its battery. Without cadence a load that is too much for the legs "
          + "is not let go.")
    case .targetUnconfirmed:
      Sentence(
        "\(trainer) took the target and does not hold it\(bracket(detail)).",
        remedy: "Close other programs that control it; if that does not help, switch the trainer off and on.")
    case .controlLost:
      Sentence(
        "\(trainer) obeys another program.",
        remedy: "Close the other program; control is taken back by itself.")
    default:
      Sentence(
        "\(trainer) refuses the target\(bracket(detail)).",
        remedy: "Ask for another one: `jz2ctl watts W`.")
    }
  }
}

/// What is known beyond the code, in brackets after a word.
func bracket(_ detail: String?) -> String {
  detail.map { " (\($0))" } ?? ""
}
