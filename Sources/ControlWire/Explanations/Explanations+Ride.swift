import Rides

// Messages about the current ride and its recording.

extension ControlError {
  var rideExplanation: Explanation {
    switch code {
    case .rideInProgress:
      Explanation(
        "A ride is on already\(bracket(subject)).",
        remedy: "See it with `jz2ctl watch`, change it with `jz2ctl watts W`, end it with `jz2ctl stop`.")
    case .noRide:
      Explanation("No ride is on.", remedy: "Begin one: `jz2ctl start --watts 150 --minutes 60`.")
    case .wrongPhase:
      Self.phaseExplanation(reason as? RidePhase)
    case .noTarget:
      Explanation(
        "Riding is free, so there is no target to raise or lower.", remedy: "Set a power: `jz2ctl watts 150`.")
    case .startWithdrawn:
      Explanation("A stop ended the start.", remedy: "Start again when you are ready.")
    case .unknownRide:
      unknownRideExplanation
    case .unknownFormat:
      Explanation(
        subject == nil ? "There is no file format of that name." : "There is no file format \(subject ?? "").",
        remedy: "Use `--format tcx`, `fit`, `csv` or `json`, or `btsnoop` for the radio traffic.")
    case .noRecording:
      (recording ?? .notKept).explanation(ofRide: subject)
    default:
      obstacle?.ofRefusal
        ?? Explanation(
          "The store of rides does not work\(bracket(detail)).",
          remedy: "See what keeps it from working: `jz2ctl doctor`.")
    }
  }
}

extension ControlError {
  private var unknownRideExplanation: Explanation {
    if subject == "last" {
      Explanation("No rides yet.", remedy: "Begin one: `jz2ctl start --watts 150 --minutes 60`.")
    } else {
      Explanation(
        subject == nil ? "There is no ride of that number." : "There is no ride \(subject ?? "").",
        remedy: "See your rides: `jz2ctl rides`.")
    }
  }

  /// Returns the message for a call that does not fit the phase.
  private static func phaseExplanation(_ phase: RidePhase?) -> Explanation {
    switch phase {
    case .idle, nil: Explanation("The ride does not allow that now.", remedy: "See its state: `jz2ctl status`.")
    case .connecting:
      Explanation("The trainer is not connected yet.", remedy: "Wait a moment, or cancel the start: `jz2ctl stop`.")
    case .ready: Explanation("The ride has not begun.", remedy: "Pedal to begin, or end it: `jz2ctl stop`.")
    case .riding: Explanation("The ride is not paused.", remedy: "Pause it: `jz2ctl pause`; end it: `jz2ctl stop`.")
    case .paused:
      Explanation("The ride is paused.", remedy: "End the pause: `jz2ctl resume`; end the ride: `jz2ctl stop`.")
    case .reconnecting:
      Explanation(
        "The trainer is gone, or sends no data, and the timer stands.",
        remedy: "Wait until it is back, or end the ride: `jz2ctl stop`.")
    case .finishing: Explanation("The ride is ending.", remedy: "See when it has ended: `jz2ctl status`.")
    }
  }

  private var recording: MissingRecording? { reason as? MissingRecording }
  private var obstacle: StoreObstacle? { reason as? StoreObstacle }
}

extension ProblemCode {
  func trainerExplanation(_ name: String?, _ detail: String?) -> Explanation {
    let trainer = name ?? String(localized: "The trainer")
    let trainerWithin = name ?? String(localized: "the trainer")
    return switch self {
    case .trainerLost:
      Explanation(
        "The connection to \(trainerWithin) is lost; the timer stands until it is back.",
        remedy: "Check its power and its distance; it is connected again by itself.")
    case .trainerSilent:
      Explanation(
        "\(trainer) is connected and sends nothing.",
        remedy:
          "Turn the pedals; it is connected again by itself. If that does not help, close other programs that use it, "
          + "and switch the trainer off and on.")
    case .cadenceMissing:
      Explanation(
        "\(trainer) sends no cadence; its power tells whether you pedal.",
        remedy:
          "Ride on; if it has a cadence sensor, check its battery. Without cadence only its speed tells when a load is "
          + "too much for the legs.")
    case .targetUnconfirmed:
      Explanation(
        "\(trainer) acknowledged the target and does not hold it\(bracket(detail)).",
        remedy: "Close other programs that control it; if that does not help, switch the trainer off and on.")
    case .controlLost:
      Explanation(
        "Another program controls \(trainerWithin).",
        remedy: "Close the other program; the daemon takes control back by itself.")
    default:
      Explanation(
        "\(trainer) refuses the target\(bracket(detail)).",
        remedy: "Set another one: `jz2ctl watts W`.")
    }
  }

  func riderExplanation(_ detail: String?) -> Explanation {
    switch self {
    case .legsSpared:
      Explanation(
        "The load was too much for the legs; it is lowered\(bracket(detail)).",
        remedy: "Pedal faster than 60 rpm and it rises again, or set less: `jz2ctl watts W`.")
    case .steeringEased:
      Explanation(
        "No heart rate for half a minute; the power that it steers is lowered\(bracket(detail)).",
        remedy: "Wet the strap and check that it sits tight; the heart rate steers again as soon as it arrives.")
    case .steeringFrozen:
      Explanation(
        "No heart rate arrives; the power that it steers stays as it is\(bracket(detail)).",
        remedy: "Check that the strap sits tight; without it the power is lowered in half a minute.")
    case .steeringAtMost:
      Explanation(
        "Your heart rate stays below the zone, at the most power that the zone allows\(bracket(detail)).",
        remedy: "The limit follows your FTP, in Zone 2 it is 82 % of it: set it for the next ride, "
          + "`jz2ctl settings --ftp W`.")
    case .steeringAtLeast:
      Explanation(
        "Your heart rate stays above the zone, at the least power that it steers to\(bracket(detail)).",
        remedy: "Cool down and drink, or end the ride: `jz2ctl stop`. If the zone is too low for you, set it: "
          + "`jz2ctl settings --zone2 120-140`.")
    case .alpha1Low:
      Explanation(
        "Your heartbeat shows that you are above the aerobic threshold; the target is lowered\(bracket(detail)).",
        remedy: "Ride on; it rises again when DFA alpha-1 has been above 0.75 for a while.")
    default:
      Explanation(
        detail == nil
          ? "Your heart rate is above its limit; the target is lowered."
          : "Your heart rate is above your limit of \(detail ?? ""); the target is lowered.",
        remedy: "Ride on; it rises again when your heart rate is lower.")
    }
  }
}

extension MissingRecording {
  func explanation(ofRide ride: String?) -> Explanation {
    let message =
      ride.map { String(localized: "There is no recording of the radio traffic of ride \($0)") }
      ?? String(localized: "There is no recording of the radio traffic of that ride")
    return switch self {
    case .noController:
      Explanation(
        "\(message): a simulated or replayed radio has none.",
        remedy: "Ride over Bluetooth, or export the ride itself: `--format tcx`.")
    case .notPermitted:
      Explanation("\(message): the daemon may not listen to the controller.", remedy: "\(Self.permission)")
    case .notKept:
      Explanation(
        "\(message).",
        remedy:
          "Rides over Bluetooth are recorded, and the newest 20 recordings are kept; `jz2ctl doctor` tells whether "
          + "that works.")
    }
  }

  /// The remedy for a daemon without permission to record radio traffic.
  package static var permission: String {
    String(
      localized: "Give it CAP_NET_RAW: `sudo systemctl edit jz2d`, there `AmbientCapabilities=CAP_NET_RAW` below "
        + "`[Service]`.")
  }
}
