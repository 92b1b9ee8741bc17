import Rides

/// The action of a button.
package enum ButtonAction: Hashable, Sendable {
  /// Raises or lowers the target, in watts.
  case watts(Int)
  /// Pauses the ride, or resumes it.
  case pause
  /// Skips to the next interval.
  case skip
  /// Returns to the start of the interval, or to the interval before.
  case back
  /// Ends an interval that waits for the rider, otherwise marks a lap.
  case done
  /// Marks a lap.
  case lap
  /// Ends the ride.
  case stop
  /// The key is ignored.
  case nothing

  /// Parses an action of the configuration: `watts +5`, `pause`, `none`; nil for any other text.
  package init?(text: some StringProtocol) {
    let words = text.split(separator: " ")
    switch (words.first, words.dropFirst().first, words.count) {
    case ("pause", nil, _): self = .pause
    case ("skip", nil, _): self = .skip
    case ("back", nil, _): self = .back
    case ("done", nil, _): self = .done
    case ("lap", nil, _): self = .lap
    case ("stop", nil, _): self = .stop
    case ("none", nil, _): self = .nothing
    case ("watts", let change?, 2):
      guard change.first == "+" || change.first == "-", let watts = Int(change), watts != 0,
        Limits.wattsChange ~= watts
      else { return nil }
      self = .watts(watts)
    default: return nil
    }
  }

  /// The actions as the configuration writes them, for messages.
  package static let words = "watts +N, watts -N, pause, skip, back, done, lap, stop and none"

  /// Whether the action repeats while its key is held.
  var isRepeated: Bool {
    switch self {
    case .watts: true
    case .pause, .skip, .back, .done, .lap, .stop, .nothing: false
    }
  }
}

extension ButtonAction {
  /// The default actions of keys that the configuration does not list.
  ///
  /// All kinds of devices share one table, because no two kinds use the same key for different purposes.
  package static let usual: [KeyCode: ButtonAction] = Dictionary(
    usualKeys.flatMap { action, names in
      names.split(separator: " ").compactMap { KeyCode(text: $0) }.map { ($0, action) }
    }, uniquingKeysWith: { first, _ in first })

  private static let usualKeys: [(action: ButtonAction, names: String)] = [
    // Media remotes, headsets, and GPIO buttons, whose codes the device tree defines.
    (.watts(5), "KEY_VOLUMEUP KEY_UP"),
    (.watts(-5), "KEY_VOLUMEDOWN KEY_DOWN"),
    (.watts(25), "KEY_CHANNELUP"),
    (.watts(-25), "KEY_CHANNELDOWN"),
    (.pause, "KEY_PLAYPAUSE KEY_PLAY KEY_PAUSE KEY_PLAYCD KEY_PAUSECD KEY_SPACE"),
    (.skip, "KEY_NEXTSONG KEY_FASTFORWARD KEY_NEXT KEY_RIGHT"),
    (.back, "KEY_PREVIOUSSONG KEY_REWIND KEY_PREVIOUS KEY_LEFT"),
    (.done, "KEY_ENTER KEY_OK KEY_SELECT"),
    // Presenters: next and previous slide, black screen, start and end of the show.
    (.skip, "KEY_PAGEDOWN"),
    (.back, "KEY_PAGEUP"),
    (.pause, "KEY_B KEY_DOT"),
    (.done, "KEY_F5 KEY_ESC"),
    // Number pads, with Num Lock on or off: the arrows on the keys, plus and minus.
    (.watts(5), "KEY_KPPLUS KEY_KP8"),
    (.watts(-5), "KEY_KPMINUS KEY_KP2"),
    (.watts(25), "KEY_KP9"),
    (.watts(-25), "KEY_KP3"),
    (.pause, "KEY_KP5 KEY_KP0"),
    (.skip, "KEY_KP6"),
    (.back, "KEY_KP4"),
    (.done, "KEY_KPENTER"),
    (.lap, "KEY_KPDOT"),
  ]
}
