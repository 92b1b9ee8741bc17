// Sentences about the ride in hand and its recording.

extension ControlError {
  var rideSentence: Sentence {
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
      (recording ?? .notKept).sentence(ofRide: subject)
    default:
      obstacle?.ofRefusal
        ?? Sentence(
          "The store of rides does not work\(bracket(detail)).",
          remedy: "See what keeps it from working: `jz2ctl doctor`.")
    }
  }
}

extension ControlError {
  private var recording: MissingRecording? { if case .recording(let reason)? = payload { reason } else { nil } }
  private var obstacle: StoreObstacle? { if case .store(let obstacle)? = payload { obstacle } else { nil } }
}

extension ProblemCode {
  func trainerSentence(_ trainer: String, _ detail: String?) -> Sentence {
    switch self {
    case .trainerLost:
      Sentence(
        "\(trainer) is out of reach; the timer stands until it is back.",
        remedy: "Check its power and distance; it is taken back by itself.")
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

  func riderSentence(_ detail: String?) -> Sentence {
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
}

extension MissingRecording {
  func sentence(ofRide ride: String?) -> Sentence {
    let message = "There is no recording of the radio traffic of \(ride.map { "ride \($0)" } ?? "that ride")"
    return switch self {
    case .noController:
      Sentence(
        "\(message): a simulated or replayed radio has none.",
        remedy: "Ride over Bluetooth, or take the ride itself: `--format tcx`.")
    case .notPermitted:
      Sentence("\(message): the daemon may not listen to the controller.", remedy: Self.permission)
    case .notKept:
      Sentence(
        "\(message).",
        remedy: "It is made of rides over Bluetooth, and kept of the newest 20; see whether it is: `jz2ctl doctor`.")
    }
  }

  /// The remedy for a daemon that may not listen.
  package static let permission =
    "Give it CAP_NET_RAW: `sudo systemctl edit jz2d`, there `AmbientCapabilities=CAP_NET_RAW` below `[Service]`."
}
