package import BluetoothLE
package import ControlWire

/// Decides what buttons ask of jz2d, and what is heard.
///
/// It has no clock and no IO: `handle(_:at:)` takes an input and returns effects, and `deadline` says when it wants to be
/// asked again.
package struct CueMachine: Sendable {
  /// What happened.
  package enum Input: Sendable {
    /// A key of a device, and its action there.
    case key(KeyEvent.Change, ButtonAction)
    /// jz2d's status.
    case status(Status)
    /// The connection to jz2d is lost.
    case detached
    /// jz2d did as it was asked to, and answered with the new target if that is what it was asked for.
    case answered(watts: Int?)
    /// jz2d refused, or is not there.
    case refused(ControlError)
    /// The sound that was begun is over, or could not be begun.
    case soundEnded
    /// The deadline has come.
    case timePassed
  }

  /// An effect, which the shell carries out.
  package enum Effect: Hashable, Sendable {
    /// Asks jz2d; `answered` or `refused` is to follow.
    case ask(SteeringCall)
    /// Begins a sound; `soundEnded` is to follow.
    case play(Sound)
    /// Asks the program that makes the sound to end.
    case endSound
    /// Ends that program by force.
    case killSound
  }

  private let settings: CueConfiguration.Sound
  private let translation: Translation?
  private var steering = Steering()
  private var teller = RideTeller()
  private var sounds = SoundQueue()
  private var status: Status?

  /// - Parameters:
  ///   - settings: What is heard.
  ///   - translation: The translation that is spoken; nil for English.
  package init(_ settings: CueConfiguration.Sound, translation: Translation? = nil) {
    self.settings = settings
    self.translation = translation
  }

  /// When `timePassed` is due; nil if nothing waits for the time.
  package var deadline: MonotonicInstant? { sounds.deadline }

  /// Takes an input, and returns what is to be done, in order.
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
      let spoken = watts.map { say(.target(watts: $0), at: now) } ?? []
      return spoken + ask(at: now)
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
      settings.speech ? sounds.play(.speech(spoken(announcement)), at: now) : []
    }
  }

  private func spoken(_ announcement: Announcement) -> String {
    Translation.$current.withValue(translation) { announcement.text }
  }
}
