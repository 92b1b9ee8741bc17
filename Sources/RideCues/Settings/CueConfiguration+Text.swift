import ControlWire

extension CueConfiguration {
  /// Parses the text of the file.
  ///
  /// A line is empty, a comment after `#` or `;`, a section in brackets, or a key and a value; the value is the rest of
  /// the line.
  ///
  /// - Throws: The fault of the first wrong line.
  package init(text: String) throws(Fault) {
    self.init()
    var section: Section?
    var sound: SoundSection?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, content) in zip(1..., lines) {
      let content = Self.trimmed(content)
      if content.isEmpty || content.hasPrefix("#") || content.hasPrefix(";") { continue }
      if content.hasPrefix("[") {
        if case .device(let device)? = section { devices.append(try device.finished()) }
        section = try Self.section(content, line: number, after: sound)
        if case .sound(let begun)? = section { sound = begun }
        continue
      }
      let setting = try Setting(content, line: number)
      switch section {
      case .device(var device):
        try device.take(setting)
        section = .device(device)
      case .sound(var part):
        try part.take(setting)
        section = .sound(part)
        sound = part
      case nil:
        throw Fault(
          line: number, "\(setting.name) is before the first section", remedy: "Write [device] or [sound] above it.")
      }
    }
    if case .device(let device)? = section { devices.append(try device.finished()) }
    if let sound { self.sound = sound.values }
  }

  private enum Section {
    case device(DeviceSection)
    case sound(SoundSection)
  }

  private static func section(_ text: String, line: Int, after sound: SoundSection?) throws(Fault) -> Section {
    switch text {
    case "[device]": return .device(DeviceSection(line: line))
    case "[sound]":
      guard let sound else { return .sound(SoundSection(line: line)) }
      throw Fault(
        line: line, "[sound] already appears in line \(sound.line)", remedy: "Merge the two sections.")
    default:
      throw Fault(
        line: line, "unknown section \(text)", remedy: "Use [device], once for each device, or [sound].")
    }
  }

  fileprivate static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

/// A line with a key and a value.
private struct Setting {
  let line: Int
  let name: String
  let value: String

  init(_ content: String, line: Int) throws(CueConfiguration.Fault) {
    let beforeValue = content.prefix { $0 != "=" }
    self.line = line
    name = CueConfiguration.trimmed(beforeValue)
    value = CueConfiguration.trimmed(content[beforeValue.endIndex...].dropFirst())
    guard !name.isEmpty, !value.isEmpty else {
      throw fault("\(name.isEmpty ? content : name) has no value", "Write it as NAME=VALUE.")
    }
  }

  func fault(_ reason: String, _ remedy: String) -> CueConfiguration.Fault {
    CueConfiguration.Fault(line: line, reason, remedy: remedy)
  }
}

/// The lines read so far of a device.
private struct DeviceSection {
  let line: Int
  private var choice: CueConfiguration.Device.Choice?
  private var keys: [KeyCode: ButtonAction] = [:]

  init(line: Int) { self.line = line }

  mutating func take(_ setting: Setting) throws(CueConfiguration.Fault) {
    switch setting.name {
    case "name": try choose(.name(NamePattern(setting.value)), setting)
    case "path":
      guard setting.value.hasPrefix("/") else {
        throw setting.fault("the path \(setting.value) does not begin with /", "Write the full path.")
      }
      try choose(.path(setting.value), setting)
    default: try takeKey(setting)
    }
  }

  private mutating func choose(
    _ choice: CueConfiguration.Device.Choice, _ setting: Setting
  ) throws(CueConfiguration.Fault) {
    guard self.choice == nil else {
      throw setting.fault("this device already has a name or a path", "Begin the next device with [device].")
    }
    self.choice = choice
  }

  private mutating func takeKey(_ setting: Setting) throws(CueConfiguration.Fault) {
    guard let key = KeyCode(text: setting.name) else {
      throw setting.fault(
        "unknown setting \(setting.name) in [device]",
        "Use name, path, or a key such as KEY_VOLUMEUP; `jz2cue --log-level debug` names each key that is pressed."
      )
    }
    guard !key.isPower else { throw setting.fault("\(key.name) cannot be used", "Choose another key.") }
    guard let action = ButtonAction(text: setting.value) else {
      throw setting.fault("unknown action \(setting.value)", "The actions are \(ButtonAction.words).")
    }
    guard keys.updateValue(action, forKey: key) == nil else {
      throw setting.fault("\(key.name) appears twice", "Remove one of the two.")
    }
  }

  func finished() throws(CueConfiguration.Fault) -> CueConfiguration.Device {
    guard let choice else {
      throw CueConfiguration.Fault(
        line: line, "[device] has neither a name nor a path",
        remedy: "`jz2cue --list` shows the devices of this computer.")
    }
    return CueConfiguration.Device(choice, keys: keys)
  }
}

/// The lines read so far about sound.
private struct SoundSection {
  let line: Int
  private(set) var values = CueConfiguration.Sound()
  private var names: Set<String> = []

  init(line: Int) { self.line = line }

  mutating func take(_ setting: Setting) throws(CueConfiguration.Fault) {
    guard names.insert(setting.name).inserted else {
      throw setting.fault("\(setting.name) appears twice", "Remove one of the two.")
    }
    switch setting.name {
    case "beeps": values.beeps = try isOn(setting)
    case "speech": values.speech = try isOn(setting)
    case "card": values.card = setting.value
    case "language": values.language = try language(setting)
    case "voice": values.chosenVoice = setting.value
    default:
      throw setting.fault(
        "unknown setting \(setting.name) in [sound]", "Use beeps, speech, language, card or voice.")
    }
  }

  private func language(_ setting: Setting) throws(CueConfiguration.Fault) -> Language {
    guard let language = Language(rawValue: setting.value) else {
      let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
      throw setting.fault("unknown language \(setting.value)", "The languages are \(known).")
    }
    return language
  }

  private func isOn(_ setting: Setting) throws(CueConfiguration.Fault) -> Bool {
    switch setting.value {
    case "yes": return true
    case "no": return false
    default: throw setting.fault("\(setting.name) is \(setting.value)", "Write yes or no.")
    }
  }
}
