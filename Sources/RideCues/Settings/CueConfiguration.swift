package import ControlWire

/// The administrator's settings in `/etc/jz2/cue.conf`: devices with buttons, beeps and speech.
///
///     [device]
///     name=AB Shutter3*
///     KEY_VOLUMEUP=watts +10
///
///     [sound]
///     beeps=yes
///     speech=yes
package struct CueConfiguration: Hashable, Sendable {
  /// An input device to read, with the actions of its keys.
  package struct Device: Hashable, Sendable {
    /// How a device is recognised.
    package enum Choice: Hashable, Sendable {
      /// By the name that the device reports.
      case name(NamePattern)
      /// By its absolute path, or by a link to it, such as one in /dev/input/by-id.
      case path(String)
    }

    package let choice: Choice
    /// The actions of keys that differ from the defaults.
    package let keys: [KeyCode: ButtonAction]

    package init(_ choice: Choice, keys: [KeyCode: ButtonAction] = [:]) {
      self.choice = choice
      self.keys = keys
    }

    /// The action of a key: as configured, otherwise the default; a power key has no action.
    package func action(of key: KeyCode) -> ButtonAction {
      key.isPower ? .nothing : keys[key] ?? ButtonAction.usual[key] ?? .nothing
    }
  }

  /// The settings of beeps and speech; both are off by default.
  package struct Sound: Hashable, Sendable {
    /// Whether the last three seconds of an interval and its end get a beep.
    package var beeps = false
    /// Whether intervals, losses, pauses and the end are spoken.
    package var speech = false
    /// The sound card, as `aplay --device` takes it; nil for the default card.
    package var card: String?
    /// The language that is spoken.
    package var language = Language.english
    /// The voice that the administrator chose; nil for the language's default.
    package var chosenVoice: String?
    /// The voice, as `espeak-ng -v` takes it: the chosen one, otherwise the default of the language.
    package var voice: String { chosenVoice ?? language.rawValue }

    package init() {}
  }

  package var devices: [Device]
  package var sound: Sound

  package init(devices: [Device] = [], sound: Sound = Sound()) {
    self.devices = devices
    self.sound = sound
  }

  /// Whether neither a device nor sound is configured.
  package var isEmpty: Bool { devices.isEmpty && !sound.beeps && !sound.speech }

  /// Why the file was rejected; none of its settings apply.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line number, from 1; nil if the fault concerns the whole file.
    package let line: Int?
    /// The fault: a sentence without its subject, the line.
    package let reason: String
    /// The remedy, as a sentence.
    package let remedy: String

    package init(line: Int? = nil, _ reason: String, remedy: String) {
      self.line = line
      self.reason = reason
      self.remedy = remedy
    }

    package var description: String { "\(line.map { "line \($0): " } ?? "")\(reason). \(remedy)" }
  }
}
