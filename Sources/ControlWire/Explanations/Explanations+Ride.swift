import Rides

// Messages about the current ride and its recording.

extension ControlError {
  var rideExplanation: Explanation {
    switch code {
    case .rideInProgress:
      Explanation(
        subject == nil ? "A ride is on already." : "Ride \(subject ?? "") is on already.",
        remedy: "Watch it with `jz2ctl watch`; end it with `jz2ctl stop`.")
    case .noRide:
      Explanation("No ride is on.", remedy: "Start one: `jz2ctl start 150 60`.")
    case .wrongPhase:
      Self.phaseExplanation(reason as? RidePhase)
    case .noTarget:
      Explanation(
        "You are riding free, so there is no target to raise or lower.", remedy: "Set a power: `jz2ctl watts 150`.")
    case .startWithdrawn:
      Explanation("The start was cancelled.", remedy: "Start again when you are ready.")
    case .unknownRide:
      unknownRideExplanation
    case .unknownFormat:
      Explanation(
        subject == nil ? "There is no file format of that name." : "There is no file format \(subject ?? "").",
        remedy: "Use `--format tcx`, `fit`, `csv`, `json` or `gpx`, or `btsnoop` for the radio traffic.")
    case .noPlaces:
      Explanation(
        subject == nil
          ? "The ride has no places, so there is no GPX file of it."
          : "Ride \(subject ?? "") has no places, so there is no GPX file of it.",
        remedy: "Use `--format tcx` or `fit`.")
    case .noRecording:
      (recording ?? .notKept).explanation(ofRide: subject)
    default:
      obstacle?.ofRefusal
        ?? Explanation(
          "The library of rides does not work\(bracket(detail)).",
          remedy: "Find out why: `jz2ctl doctor`.")
    }
  }
}

extension ControlError {
  private var unknownRideExplanation: Explanation {
    if subject == "last" {
      Explanation("No rides yet.", remedy: "Start one: `jz2ctl start 150 60`.")
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
        "The trainer is disconnected or sends no data, so the timer is stopped.",
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
        "The connection to \(trainerWithin) is lost; the timer is stopped until it is back.",
        remedy: "Check that it is switched on and in range; it reconnects by itself.")
    case .trainerSilent:
      Explanation(
        "\(trainer) is connected but sends no data.",
        remedy:
          "Turn the pedals; it reconnects by itself. If that does not help, close other programs that use it, "
          + "and switch the trainer off and on.")
    case .cadenceMissing:
      Explanation(
        "\(trainer) sends no cadence; its power shows whether you are pedalling.",
        remedy: "Ride on. If the trainer has a cadence sensor, check its battery.")
    case .targetUnconfirmed:
      Explanation(
        "\(trainer) accepted the target but does not hold it\(bracket(detail)).",
        remedy: "Close other programs that control it. If that does not help, switch the trainer off and on.")
    case .controlLost:
      Explanation(
        "Another program controls \(trainerWithin).",
        remedy: "Close the other program; jz2 takes back control by itself.")
    default:
      Explanation(
        "\(trainer) refuses the target\(bracket(detail)).",
        remedy: "Set another target: `jz2ctl watts W`.")
    }
  }

  func riderExplanation(_ detail: String?) -> Explanation {
    switch self {
    case .legsSpared:
      Explanation(
        "The target was too high for your legs; it is lowered\(bracket(detail)).",
        remedy: "Pedal faster than 60 rpm to raise it again, or set a lower target: `jz2ctl watts W`.")
    case .steeringEased:
      Explanation(
        "No heart rate for 30 seconds; the target is lowered\(bracket(detail)).",
        remedy: "Wet the strap and check that it fits tightly; heart rate steers the power again once it is back.")
    case .steeringFrozen:
      Explanation(
        "No heart rate; the target stays as it is\(bracket(detail)).",
        remedy: "Check that the strap fits tightly; without heart rate, the target is lowered after 30 seconds.")
    case .steeringAtMost:
      Explanation(
        "Your heart rate stays below the zone at the highest power that the zone allows\(bracket(detail)).",
        remedy: "The limit comes from your FTP (82 % of it in Zone 2). If your FTP is higher now, set it for the "
          + "next ride: `jz2ctl settings --ftp W`.")
    case .steeringAtLeast:
      Explanation(
        "Your heart rate stays above the zone at the lowest power that jz2 sets\(bracket(detail)).",
        remedy: "Cool down and drink, or end the ride: `jz2ctl stop`. If the zone is too low for you, set it: "
          + "`jz2ctl settings --zone2 120-140`.")
    case .alpha1Low:
      Explanation(
        "Your heartbeat shows that you are above the aerobic threshold; the target is lowered\(bracket(detail)).",
        remedy: "Ride on; the target rises again when DFA alpha-1 stays above 0.75 for a while.")
    default:
      Explanation(
        detail == nil
          ? "Your heart rate is above your limit; the target is lowered."
          : "Your heart rate is above your limit of \(detail ?? ""); the target is lowered.",
        remedy: "Ride on; the target rises again when your heart rate falls.")
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
        "\(message): a simulated or replayed radio is not recorded.",
        remedy: "Export the ride itself: `--format tcx`.")
    case .notPermitted:
      Explanation("\(message): the daemon has no permission to record it.", remedy: "\(Self.permission)")
    case .notKept:
      Explanation(
        "\(message).",
        remedy: "The newest 20 recordings are kept; `jz2ctl doctor` shows whether recording works.")
    }
  }

  /// The remedy for a daemon without permission to record radio traffic.
  package static var permission: String {
    String(
      localized: "Give it CAP_NET_RAW: run `sudo systemctl edit jz2d`, and add `AmbientCapabilities=CAP_NET_RAW` below "
        + "`[Service]`.")
  }
}
