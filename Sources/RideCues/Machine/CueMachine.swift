package import BluetoothLE
package import ControlWire

/// Decides which requests buttons send to jz2d, and which sounds are played.
///
/// It has no clock and no IO: `handle(_:at:)` takes an input and returns effects; `deadline` is the time of its next
/// `timePassed`.
package struct CueMachine: Sendable {
  /// An event for the machine.
  package enum Input: Sendable {
    /// A key changed on a device that gives it this action.
    case key(KeyEvent.Change, ButtonAction)
    /// A status from jz2d.
    case status(Status)
    /// The connection to jz2d is lost.
    case detached
    /// jz2d accepted the request; the response to a change of power has the new target.
    case answered(watts: Int?)
    /// jz2d refused the request, or cannot be reached.
    case refused(ControlError)
    /// The sound has ended, or could not be started.
    case soundEnded
    /// The deadline has passed.
    case timePassed
  }

  /// An effect for the shell to carry out.
  package enum Effect: Hashable, Sendable {
    /// Sends a request to jz2d; `answered` or `refused` must follow.
    case ask(SteeringCall)
    /// Starts a sound; `soundEnded` must follow.
    case play(Sound)
    /// Asks the program that makes the sound to end.
    case endSound
    /// Kills that program.
    case killSound
  }

  private let settings: CueConfiguration.Sound
  private let translation: Translation?
  private var steering = Steering()
  private var teller = RideTeller()
  private var sounds = SoundQueue()
  private var status: Status?

  /// - Parameters:
  ///   - settings: The settings of beeps and speech.
  ///   - translation: The translation that is spoken; nil for English.
  package init(_ settings: CueConfiguration.Sound, translation: Translation? = nil) {
    self.settings = settings
    self.translation = translation
  }

  /// When `timePassed` is due; nil without a pending timeout.
  package var deadline: MonotonicInstant? { sounds.deadline }

  /// Handles an input, and returns its effects, in order.
  package mutating func handle(_ input: Input, at now: MonotonicInstant) -> [Effect] {
    switch input {
    case .key(let change, let action):
      steering.take(change, action, at: now)
      return ask(at: now)
    case .status(let status):
      self.status = status
      return teller.take(status).flatMap { play($0, at: now) }
    case .detached:
      teller.lose()
      return []
    case .answered(let watts):
      steering.answered()
      let cues = watts.map { say(.target(watts: $0), at: now) } ?? []
      return cues + ask(at: now)
    case .refused(let error):
      steering.answered()
      return say(.refused(error), at: now) + ask(at: now)
    case .soundEnded: return sounds.ended(at: now)
    case .timePassed: return sounds.timePassed(at: now)
    }
  }

  private mutating func ask(at now: MonotonicInstant) -> [Effect] {
    steering.next(during: status, at: now).map { [.ask($0)] } ?? []
  }

  private mutating func say(_ announcement: Announcement, at now: MonotonicInstant) -> [Effect] {
    play(.announcement(announcement), at: now)
  }

  private mutating func play(_ cue: RideTeller.Cue, at now: MonotonicInstant) -> [Effect] {
    switch cue {
    case .tone(let tone): settings.beeps ? sounds.play(.tone(tone), at: now) : []
    case .announcement(let announcement):
      settings.speech ? sounds.play(.speech(text(of: announcement)), at: now) : []
    }
  }

  private func text(of announcement: Announcement) -> String {
    Translation.$current.withValue(translation) { announcement.text }
  }
}
