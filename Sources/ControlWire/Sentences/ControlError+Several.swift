extension ControlError {
  /// What to tell a person who has to choose.
  var severalSentence: Sentence {
    let kind = subject.flatMap(DeviceRole.init)
    let rivals = devices.filter { kind == nil || $0.kinds.first == kind }
    let others = devices.filter { !rivals.contains($0) }
    let message = "Several \(kind?.plural ?? "devices") are in range\(Self.list(rivals))."
    let also = others.isEmpty ? "" : " There is also\(Self.list(others))."
    return Sentence(
      message + also,
      remedy: kind == .heartRate
        ? "Choose yours, `jz2ctl use ADDRESS`, and start again; or ride without one: `jz2ctl start --no-heart-rate`."
        : "Choose yours, `jz2ctl use ADDRESS`\(others.isEmpty ? "" : ", the strap too"), and start again.")
  }

  private static func list(_ devices: [Device]) -> String {
    devices.isEmpty ? "" : ": \(devices.map(\.phrase).joined(separator: ", "))"
  }
}

extension Device {
  /// `KICKR 5A21 (C0:FF:EE:00:00:01, -52 dBm)`.
  fileprivate var phrase: String {
    let figures = [address, rssi.map { "\($0) dBm" }].compactMap(\.self).joined(separator: ", ")
    return name.map { "\($0) (\(figures))" } ?? figures
  }
}

extension DeviceRole {
  fileprivate var plural: String {
    switch self {
    case .trainer: "trainers"
    case .heartRate: "heart-rate straps"
    }
  }
}
