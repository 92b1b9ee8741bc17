package import ControlWire

/// What the administrator has set in `/etc/jz2/cue.conf`: devices with buttons, and what is heard.
///
///     [device]
///     name=AB Shutter3*
///     KEY_VOLUMEUP=watts +10
///
///     [sound]
///     beeps=yes
///     speech=yes
package struct CueConfiguration: Hashable, Sendable {
  /// An input device that is taken, with its keys.
  package struct Device: Hashable, Sendable {
    /// How a device is recognised.
    package enum Choice: Hashable, Sendable {
      /// By the name that it gives itself.
      case name(NamePattern)
      /// By its absolute path, or a link to that, such as one in /dev/input/by-id.
      case path(String)
    }

    package let choice: Choice
    /// The actions of keys that differ from the usual ones.
    package let keys: [KeyCode: ButtonAction]

    package init(_ choice: Choice, keys: [KeyCode: ButtonAction] = [:]) {
      self.choice = choice
      self.keys = keys
    }

    /// What a key does.
    package func action(of key: KeyCode) -> ButtonAction {
      key.isPower ? .nothing : keys[key] ?? ButtonAction.usual[key] ?? .nothing
    }
  }

  /// The sounds and the speech; off unless the administrator turns them on.
  package struct Sound: Hashable, Sendable {
    /// Whether the last three seconds of an interval and its end are beeps.
    package var beeps = false
    /// Whether intervals, losses, pauses and the end are spoken.
    package var speech = false
    /// The sound card, as `aplay --device` takes it; nil for the usual one.
    package var card: String?
    /// The language that is spoken.
    package var language = Language.english
    /// The voice that the administrator chose.
    package var chosenVoice: String?
    /// The voice, as `espeak-ng -v` takes it; the usual one of the language, unless another is chosen.
    package var voice: String { chosenVoice ?? language.rawValue }

    package init() {}
  }

  package var devices: [Device]
  package var sound: Sound

  package init(devices: [Device] = [], sound: Sound = Sound()) {
    self.devices = devices
    self.sound = sound
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { devices.isEmpty && !sound.beeps && !sound.speech }

  /// Why the file is not followed; nothing of it is then.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1 on; nil if it is the file as a whole.
    package let line: Int?
    /// The fault: a sentence without its subject, the line.
    package let reason: String
    /// What to do, a sentence.
    package let remedy: String

    package init(line: Int? = nil, _ reason: String, remedy: String) {
      self.line = line
      self.reason = reason
      self.remedy = remedy
    }

    package var description: String { "\(line.map { "line \($0): " } ?? "")\(reason). \(remedy)" }
  }
}
