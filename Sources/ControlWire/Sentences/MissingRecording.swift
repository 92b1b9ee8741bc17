/// Why a ride has no recording of its radio traffic; the raw values are the details of `NoRecording`.
public enum MissingRecording: String, Hashable, Sendable, CaseIterable {
  /// The radio in use is a simulation or a capture.
  case noController
  /// The daemon may not listen to the controller.
  case notPermitted
  /// It was not made, or is not kept any more.
  case notKept

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

  /// How to let the daemon listen.
  public static let permission =
    "Give it CAP_NET_RAW: `sudo systemctl edit jz2d`, there `AmbientCapabilities=CAP_NET_RAW` below `[Service]`."
}
