/// The reasons why a device can be reached but not used; the raw values are the radio's codes.
package enum DeviceFault: String, ErrorCause, CaseIterable {
  /// It requires a bond, and bonding failed.
  case bondMissing
  /// Another program on this computer uses it exclusively.
  case occupied
  /// The computer treats it as a classic Bluetooth device.
  case classic
  /// It is connected but shows no services.
  case servicesUnresolved
  /// Its link does not show the services that it was chosen for.
  case characteristicMissing
  /// It has no notifications.
  case unsupported
  /// It refuses its notifications.
  case refused

  /// Returns the explanation for users; `consequence` is a separate sentence in the reader's language.
  func explanation(of device: String, consequence: String? = nil) -> Explanation {
    let explanation = explanation(device)
    guard let consequence else { return explanation }
    return Explanation(localized: "\(explanation.message) \(consequence)", remedy: explanation.remedy)
  }

  private func explanation(_ device: String) -> Explanation {
    switch self {
    case .bondMissing:
      Explanation(
        "\(device) requires pairing, and pairing failed.",
        remedy:
          "Remove its pairing with your phone, watch or bike computer, then switch it off and on; the daemon pairs by "
          + "itself.")
    case .occupied:
      Explanation(
        "Another program on this computer uses \(device).",
        remedy:
          "Close that program, or exclude the device in it: Home Assistant, for example, or a script that uses bleak.")
    case .classic:
      Explanation(
        "\(device) answers as classic Bluetooth, not as Bluetooth LE.",
        remedy: "Switch its LE broadcast on, in its menu or its maker's app. If that does not help, set "
          + "`ControllerMode = le` in `/etc/bluetooth/main.conf`, and restart: `sudo systemctl restart bluetooth`.")
    case .servicesUnresolved:
      Explanation(
        "\(device) is connected but offers no services.",
        remedy: "Switch it off and on. If that does not help: `sudo systemctl restart bluetooth`.")
    case .characteristicMissing:
      Explanation(
        "\(device) is connected but lacks the services that it was chosen for.",
        remedy:
          "Wake it: turn the pedals, or put the strap on. If that does not help, update its firmware with the maker's "
          + "app.")
    case .unsupported:
      Explanation(
        "\(device) does not support Bluetooth notifications, which a ride needs.",
        remedy: "Update its firmware with the maker's app, or choose another device: `jz2ctl use ADDRESS`.")
    case .refused:
      Explanation(
        "\(device) refuses Bluetooth notifications.",
        remedy: "Close other apps that are connected to it, on the phone too, and switch it off and on.")
    }
  }
}

extension ProblemCode {
  /// Returns the explanation of a device that is away though it can be reached; nil for other problems.
  func faultExplanation(_ subject: String?, _ fault: DeviceFault) -> Explanation? {
    switch self {
    case .trainerLost:
      fault.explanation(
        of: subject ?? String(localized: "The trainer"), consequence: String(localized: "The ride waits for it."))
    case .strapLost, .strapAway:
      fault.explanation(
        of: subject ?? String(localized: "The heart-rate strap"),
        consequence: String(localized: "The ride goes on without heart rate."))
    case .meterAway:
      fault.explanation(
        of: subject ?? String(localized: "The power meter"),
        consequence: String(localized: "The ride uses the trainer's power."))
    case .cadenceSensorAway:
      fault.explanation(
        of: subject ?? String(localized: "The cadence sensor"),
        consequence: String(localized: "The ride uses the trainer's cadence."))
    default: nil
    }
  }
}
