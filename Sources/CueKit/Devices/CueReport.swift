package import RideCues

/// Texts for an administrator about devices and settings.
package enum CueReport {
  /// A line for each device: its path and its name.
  package static func devices(_ entries: [InputDirectory.Entry]) -> String {
    guard !entries.isEmpty else { return "This computer has no input devices. Plug one in, or pair it.\n" }
    return entries.map { "\($0.path)  \(plain($0.name))\n" }.joined()
  }

  /// The settings, with the devices that match them now.
  package static func text(of settings: CueConfiguration, in directory: InputDirectory) -> String {
    let lines = settings.devices.map { device in
      let paths = directory.paths(of: device.choice)
      return "\(title(of: device.choice)): \(paths.isEmpty ? "not there now" : paths.joined(separator: ", "))"
    }
    let devices = lines.isEmpty ? ["No device is named."] : lines
    let sound = settings.sound
    return (devices + ["Beeps: \(sound.beeps ? "on" : "off"). Speech: \(sound.speech ? "on" : "off")."])
      .map { "\($0)\n" }.joined()
  }

  private static func title(of choice: CueConfiguration.Device.Choice) -> String {
    switch choice {
    case .name(let pattern): pattern.text
    case .path(let path): path
    }
  }

  /// The name without control characters, which could control a terminal; any device that is plugged in chooses its own
  /// name.
  private static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
