import BluetoothLE

/// One sound at a time, so that programs never pile up: a beep goes before speech, and new speech replaces older
/// speech.
struct SoundQueue: Sendable {
  /// How long a beep may take before its program is asked to end.
  static let longestTone = Duration.seconds(3)
  /// How long speech may take.
  static let longestSpeech = Duration.seconds(20)
  /// How long a program may take to end before it is killed.
  static let grace = Duration.seconds(1)
  /// How old a beep may be when it starts; a later one would count the wrong second.
  static let latestTone = Duration.milliseconds(700)
  /// How old speech may be when it starts.
  static let latestSpeech = Duration.seconds(6)

  private enum State {
    case silent
    case playing(Sound, until: MonotonicInstant)
    /// The program was asked to end.
    case ending(until: MonotonicInstant)
    /// The program was killed. If it hangs in a driver, it ends only when the driver releases it; no other starts
    /// before.
    case killed
  }

  private struct Waiting {
    var sound: Sound
    var since: MonotonicInstant
  }

  private var state = State.silent
  private var tone: Waiting?
  private var speech: Waiting?

  /// When `timePassed` is due; nil without a pending timeout.
  var deadline: MonotonicInstant? {
    switch state {
    case .playing(_, let until), .ending(let until): until
    case .silent, .killed: nil
    }
  }

  mutating func play(_ sound: Sound, at now: MonotonicInstant) -> [CueMachine.Effect] {
    switch sound {
    case .tone: tone = Waiting(sound: sound, since: now)
    case .speech: speech = Waiting(sound: sound, since: now)
    }
    switch (state, sound) {
    case (.silent, _): return next(at: now)
    // The current speech is out of date.
    case (.playing(.speech, _), _): return end(at: now)
    // A beep is over in a moment.
    case (.playing(.tone, _), _), (.ending, _), (.killed, _): return []
    }
  }

  mutating func ended(at now: MonotonicInstant) -> [CueMachine.Effect] {
    state = .silent
    return next(at: now)
  }

  mutating func timePassed(at now: MonotonicInstant) -> [CueMachine.Effect] {
    guard let deadline, deadline <= now else { return [] }
    switch state {
    case .playing: return end(at: now)
    case .ending:
      state = .killed
      return [.killSound]
    case .silent, .killed: return []
    }
  }

  private mutating func end(at now: MonotonicInstant) -> [CueMachine.Effect] {
    state = .ending(until: now.advanced(by: Self.grace))
    return [.endSound]
  }

  private mutating func next(at now: MonotonicInstant) -> [CueMachine.Effect] {
    let beep = tone.flatMap { now - $0.since <= Self.latestTone ? $0.sound : nil }
    tone = nil
    if let beep { return begin(beep, until: now.advanced(by: Self.longestTone)) }
    let words = speech.flatMap { now - $0.since <= Self.latestSpeech ? $0.sound : nil }
    speech = nil
    return words.map { begin($0, until: now.advanced(by: Self.longestSpeech)) } ?? []
  }

  private mutating func begin(_ sound: Sound, until deadline: MonotonicInstant) -> [CueMachine.Effect] {
    state = .playing(sound, until: deadline)
    return [.play(sound)]
  }
}
