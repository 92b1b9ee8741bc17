/// A sound to play.
package enum Sound: Hashable, Sendable {
  case tone(Tone)
  /// A text that is spoken.
  case speech(String)
}

/// A beep.
package enum Tone: Hashable, Sendable, CaseIterable {
  /// One of the last three seconds of an interval.
  case count
  /// The end of an interval.
  case end

  /// Its pitch, in hertz.
  package var hertz: Double {
    switch self {
    case .count: 880
    case .end: 1320
    }
  }

  /// Its length, in milliseconds.
  package var milliseconds: Int {
    switch self {
    case .count: 120
    case .end: 400
    }
  }
}
